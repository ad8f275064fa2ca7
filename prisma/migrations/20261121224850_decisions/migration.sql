-- CreateEnum
CREATE TYPE "decision_status" AS ENUM ('untold', 'told', 'undone', 'superseded', 'void', 'nothing_to_tell');

-- AlterTable
ALTER TABLE "enrollments" ADD COLUMN     "assigned_speciality_id" INTEGER,
ADD COLUMN     "assigned_syllabus_id" INTEGER,
ADD COLUMN     "decided_state" "enrollment_state" NOT NULL DEFAULT 'pending',
ADD COLUMN     "priority" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "guardianships" ADD COLUMN     "kept_apart" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "mail_messages" ADD COLUMN     "tells" JSONB;

-- CreateTable
CREATE TABLE "decisions" (
    "id" UUID NOT NULL,
    "enrollment_id" UUID NOT NULL,
    "school_year_id" INTEGER NOT NULL,
    "from_state" "enrollment_state" NOT NULL,
    "to_state" "enrollment_state" NOT NULL,
    "speciality_id" INTEGER,
    "syllabus_id" INTEGER,
    "reason_id" INTEGER,
    "words" TEXT,
    "internal_reason" TEXT,
    "exception" BOOLEAN NOT NULL DEFAULT false,
    "before_speciality_id" INTEGER,
    "before_syllabus_id" INTEGER,
    "before_priority" INTEGER NOT NULL DEFAULT 0,
    "actor_kind" TEXT NOT NULL,
    "actor_id" UUID,
    "decided_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "status" "decision_status" NOT NULL DEFAULT 'untold',
    "with_list" BOOLEAN NOT NULL DEFAULT false,
    "tell_at" TIMESTAMPTZ(3),
    "settled_at" TIMESTAMPTZ(3),
    "superseded_by_id" UUID,

    CONSTRAINT "decisions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "places" (
    "id" SERIAL NOT NULL,
    "school_year_id" INTEGER NOT NULL,
    "speciality_id" INTEGER,
    "syllabus_id" INTEGER,
    "places" INTEGER NOT NULL,

    CONSTRAINT "places_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "reasons" (
    "id" SERIAL NOT NULL,
    "code" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "offered_for" "enrollment_state"[],
    "es" TEXT NOT NULL,
    "ca" TEXT NOT NULL,
    "en" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "reasons_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_entries" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor_kind" TEXT NOT NULL,
    "actor_id" UUID,
    "action" TEXT NOT NULL,
    "object_kind" TEXT NOT NULL,
    "object_id" TEXT NOT NULL,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_values" (
    "entry_id" BIGINT NOT NULL,
    "name" TEXT NOT NULL,
    "old" TEXT,
    "new" TEXT,

    CONSTRAINT "audit_values_pkey" PRIMARY KEY ("entry_id","name")
);

-- CreateIndex
CREATE INDEX "decisions_enrollment_id_idx" ON "decisions"("enrollment_id");

-- CreateIndex
CREATE INDEX "places_school_year_id_idx" ON "places"("school_year_id");

-- CreateIndex
CREATE UNIQUE INDEX "reasons_code_version_key" ON "reasons"("code", "version");

-- CreateIndex
CREATE INDEX "audit_entries_object_kind_object_id_idx" ON "audit_entries"("object_kind", "object_id");

-- CreateIndex
CREATE INDEX "audit_entries_at_idx" ON "audit_entries"("at");

-- AddForeignKey
ALTER TABLE "enrollments" ADD CONSTRAINT "enrollments_assigned_speciality_id_school_year_id_fkey" FOREIGN KEY ("assigned_speciality_id", "school_year_id") REFERENCES "specialities"("id", "school_year_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "enrollments" ADD CONSTRAINT "enrollments_assigned_syllabus_id_school_year_id_fkey" FOREIGN KEY ("assigned_syllabus_id", "school_year_id") REFERENCES "syllabi"("id", "school_year_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_enrollment_id_school_year_id_fkey" FOREIGN KEY ("enrollment_id", "school_year_id") REFERENCES "enrollments"("id", "school_year_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_speciality_id_school_year_id_fkey" FOREIGN KEY ("speciality_id", "school_year_id") REFERENCES "specialities"("id", "school_year_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_syllabus_id_school_year_id_fkey" FOREIGN KEY ("syllabus_id", "school_year_id") REFERENCES "syllabi"("id", "school_year_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_reason_id_fkey" FOREIGN KEY ("reason_id") REFERENCES "reasons"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "places" ADD CONSTRAINT "places_school_year_id_fkey" FOREIGN KEY ("school_year_id") REFERENCES "school_years"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "places" ADD CONSTRAINT "places_speciality_id_school_year_id_fkey" FOREIGN KEY ("speciality_id", "school_year_id") REFERENCES "specialities"("id", "school_year_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "places" ADD CONSTRAINT "places_syllabus_id_school_year_id_fkey" FOREIGN KEY ("syllabus_id", "school_year_id") REFERENCES "syllabi"("id", "school_year_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "audit_values" ADD CONSTRAINT "audit_values_entry_id_fkey" FOREIGN KEY ("entry_id") REFERENCES "audit_entries"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Whatever a school wrote into "state" by hand has been told and decided.
UPDATE "enrollments" SET "decided_state" = "state" WHERE "state" <> 'pending';

-- One decision of an enrollment can be untold; the worker finds what is due among those alone.
CREATE UNIQUE INDEX "decisions_untold_key" ON "decisions"("enrollment_id") WHERE "status" = 'untold';
CREATE INDEX "decisions_due_idx" ON "decisions"("tell_at") WHERE "status" = 'untold';

-- Only rows that have a place are in these: an enrollment that is sent writes neither.
CREATE INDEX "enrollments_assigned_speciality_idx" ON "enrollments"("assigned_speciality_id") WHERE "assigned_speciality_id" IS NOT NULL;
CREATE INDEX "enrollments_assigned_syllabus_idx" ON "enrollments"("assigned_syllabus_id") WHERE "assigned_syllabus_id" IS NOT NULL;

-- One limit for a speciality, a syllabus or the pair.
CREATE UNIQUE INDEX "places_of_key" ON "places"("school_year_id", coalesce("speciality_id", 0), coalesce("syllabus_id", 0));
ALTER TABLE "places"
  ADD CONSTRAINT "places_places_check" CHECK ("places" >= 0),
  ADD CONSTRAINT "places_of_check" CHECK ("speciality_id" IS NOT NULL OR "syllabus_id" IS NOT NULL);

ALTER TABLE "decisions"
  ADD CONSTRAINT "decisions_actor_check" CHECK ("actor_kind" IN ('staff', 'command', 'family')),
  ADD CONSTRAINT "decisions_settled_check" CHECK (("status" = 'untold') = ("settled_at" IS NULL)),
  ADD CONSTRAINT "decisions_words_check" CHECK (length("words") <= 2000 AND length("internal_reason") <= 2000);

ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_actor_check" CHECK ("actor_kind" IN ('staff', 'command', 'family', 'system'));

-- The record stays as it was written. An erasure may delete values, nobody may change them.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is a record: it is written once', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER "audit_entries_kept" BEFORE UPDATE OR DELETE ON "audit_entries" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER "audit_entries_not_emptied" BEFORE TRUNCATE ON "audit_entries" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER "audit_values_kept" BEFORE UPDATE ON "audit_values" FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- A new school's reasons.
INSERT INTO "reasons" ("code", "offered_for", "es", "ca", "en") VALUES
  ('no_place', '{rejected}', 'No quedan plazas libres en lo que pediste.', 'No queden places lliures en el que vas demanar.', 'There are no places left in what you asked for.'),
  ('age', '{rejected}', 'La edad no corresponde a los estudios solicitados.', 'L’edat no correspon als estudis sol·licitats.', 'The age does not fit the studies that were asked for.'),
  ('requirements', '{rejected}', 'No se cumplen los requisitos de los estudios solicitados.', 'No es compleixen els requisits dels estudis sol·licitats.', 'The requirements of the studies that were asked for are not met.'),
  ('incomplete', '{rejected}', 'A la solicitud le faltaban datos o documentos.', 'A la sol·licitud li faltaven dades o documents.', 'Details or documents were missing from the enrollment.'),
  ('family', '{withdrawn,pending}', 'La familia lo ha pedido.', 'La família ho ha demanat.', 'The family asked for it.'),
  ('no_answer', '{withdrawn}', 'No hemos recibido respuesta a nuestros mensajes.', 'No hem rebut resposta als nostres missatges.', 'We had no answer to our messages.'),
  ('other', '{rejected,withdrawn,pending,accepted}', 'Otro motivo.', 'Un altre motiu.', 'Another reason.');
