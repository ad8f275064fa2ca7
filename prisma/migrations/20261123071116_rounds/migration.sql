-- CreateEnum
CREATE TYPE "round_state" AS ENUM ('draft', 'open', 'frozen', 'drawn', 'provisional', 'final', 'closed');

-- CreateTable
CREATE TABLE "all_rounds" (
    "id" SERIAL NOT NULL,
    "sandbox_id" INTEGER NOT NULL DEFAULT current_sandbox(),
    "school_year_id" INTEGER NOT NULL,
    "code" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "state" "round_state" NOT NULL DEFAULT 'draft',
    "method" TEXT NOT NULL DEFAULT 'numbers',
    "merits_by" DATE,
    "objections_by" DATE,
    "answer_by" DATE,
    "listed_until" DATE,
    "list" TEXT,
    "hash" TEXT,
    "frozen_at" TIMESTAMPTZ(3),
    "provisional" JSONB,
    "provisional_at" TIMESTAMPTZ(3),
    "final" JSONB,
    "final_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "all_rounds_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "round_places" (
    "id" SERIAL NOT NULL,
    "round_id" INTEGER NOT NULL,
    "speciality_id" INTEGER,
    "syllabus_id" INTEGER,
    "left_out" BOOLEAN NOT NULL DEFAULT false,
    "places" INTEGER NOT NULL DEFAULT 0,
    "given" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "round_places_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "criteria" (
    "id" SERIAL NOT NULL,
    "round_id" INTEGER NOT NULL,
    "code" TEXT NOT NULL,
    "position" SMALLINT NOT NULL,
    "es" TEXT NOT NULL,
    "ca" TEXT NOT NULL,
    "en" TEXT NOT NULL,
    "points" SMALLINT NOT NULL,
    "group" TEXT,
    "source" TEXT NOT NULL,
    "counts" TEXT,
    "years" SMALLINT,
    "sensitive" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "criteria_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "merits" (
    "enrollment_id" UUID NOT NULL,
    "criterion_id" INTEGER NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'claimed',
    "mark" SMALLINT,
    "checked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "merits_pkey" PRIMARY KEY ("enrollment_id","criterion_id")
);

-- CreateTable
CREATE TABLE "round_entries" (
    "round_id" INTEGER NOT NULL,
    "enrollment_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "points" INTEGER NOT NULL,
    "merits" JSONB NOT NULL,
    "wishes" JSONB NOT NULL,
    "shares" TEXT NOT NULL DEFAULT '',
    "drawn" TEXT,
    "late" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "round_entries_pkey" PRIMARY KEY ("round_id","enrollment_id")
);

-- CreateTable
CREATE TABLE "draws" (
    "id" SERIAL NOT NULL,
    "round_id" INTEGER NOT NULL,
    "number" TEXT NOT NULL,
    "typed_by" UUID,
    "typed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "confirmed_by" UUID,
    "confirmed_at" TIMESTAMPTZ(3),
    "voided_by" UUID,
    "voided_at" TIMESTAMPTZ(3),
    "void_reason" TEXT,

    CONSTRAINT "draws_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "round_moves" (
    "id" SERIAL NOT NULL,
    "round_id" INTEGER NOT NULL,
    "enrollment_id" UUID NOT NULL,
    "speciality_id" INTEGER,
    "syllabus_id" INTEGER,
    "reason" TEXT NOT NULL,
    "member_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "undone_at" TIMESTAMPTZ(3),

    CONSTRAINT "round_moves_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "objections" (
    "id" SERIAL NOT NULL,
    "round_id" INTEGER NOT NULL,
    "enrollment_id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "words" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "answer" TEXT,
    "upheld" BOOLEAN,
    "member_id" UUID,
    "answered_at" TIMESTAMPTZ(3),

    CONSTRAINT "objections_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "round_steps" (
    "id" SERIAL NOT NULL,
    "round_id" INTEGER NOT NULL,
    "from_state" "round_state" NOT NULL,
    "to_state" "round_state" NOT NULL,
    "reason" TEXT,
    "member_id" UUID,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "round_steps_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "all_rounds_school_year_id_idx" ON "all_rounds"("school_year_id");

-- CreateIndex
CREATE INDEX "all_rounds_sandbox_id_idx" ON "all_rounds"("sandbox_id");

-- CreateIndex
CREATE UNIQUE INDEX "all_rounds_code_sandbox_id_key" ON "all_rounds"("code", "sandbox_id");

-- CreateIndex
CREATE INDEX "round_places_round_id_idx" ON "round_places"("round_id");

-- CreateIndex
CREATE UNIQUE INDEX "criteria_round_id_code_key" ON "criteria"("round_id", "code");

-- CreateIndex
CREATE INDEX "merits_criterion_id_idx" ON "merits"("criterion_id");

-- CreateIndex
CREATE INDEX "round_entries_enrollment_id_idx" ON "round_entries"("enrollment_id");

-- CreateIndex
CREATE UNIQUE INDEX "round_entries_round_id_position_key" ON "round_entries"("round_id", "position");

-- CreateIndex
CREATE INDEX "draws_round_id_idx" ON "draws"("round_id");

-- CreateIndex
CREATE INDEX "round_moves_round_id_idx" ON "round_moves"("round_id");

-- CreateIndex
CREATE INDEX "round_moves_enrollment_id_idx" ON "round_moves"("enrollment_id");

-- CreateIndex
CREATE INDEX "objections_round_id_idx" ON "objections"("round_id");

-- CreateIndex
CREATE INDEX "objections_enrollment_id_idx" ON "objections"("enrollment_id");

-- CreateIndex
CREATE INDEX "objections_person_id_idx" ON "objections"("person_id");

-- CreateIndex
CREATE INDEX "round_steps_round_id_idx" ON "round_steps"("round_id");

-- AddForeignKey
ALTER TABLE "all_rounds" ADD CONSTRAINT "all_rounds_school_year_id_fkey" FOREIGN KEY ("school_year_id") REFERENCES "school_years"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "round_places" ADD CONSTRAINT "round_places_round_id_fkey" FOREIGN KEY ("round_id") REFERENCES "all_rounds"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "criteria" ADD CONSTRAINT "criteria_round_id_fkey" FOREIGN KEY ("round_id") REFERENCES "all_rounds"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "merits" ADD CONSTRAINT "merits_enrollment_id_fkey" FOREIGN KEY ("enrollment_id") REFERENCES "all_enrollments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "merits" ADD CONSTRAINT "merits_criterion_id_fkey" FOREIGN KEY ("criterion_id") REFERENCES "criteria"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "round_entries" ADD CONSTRAINT "round_entries_round_id_fkey" FOREIGN KEY ("round_id") REFERENCES "all_rounds"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "round_entries" ADD CONSTRAINT "round_entries_enrollment_id_fkey" FOREIGN KEY ("enrollment_id") REFERENCES "all_enrollments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "draws" ADD CONSTRAINT "draws_round_id_fkey" FOREIGN KEY ("round_id") REFERENCES "all_rounds"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "round_moves" ADD CONSTRAINT "round_moves_round_id_fkey" FOREIGN KEY ("round_id") REFERENCES "all_rounds"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "round_moves" ADD CONSTRAINT "round_moves_enrollment_id_fkey" FOREIGN KEY ("enrollment_id") REFERENCES "all_enrollments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "objections" ADD CONSTRAINT "objections_round_id_fkey" FOREIGN KEY ("round_id") REFERENCES "all_rounds"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "objections" ADD CONSTRAINT "objections_enrollment_id_fkey" FOREIGN KEY ("enrollment_id") REFERENCES "all_enrollments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "objections" ADD CONSTRAINT "objections_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "all_people"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "round_steps" ADD CONSTRAINT "round_steps_round_id_fkey" FOREIGN KEY ("round_id") REFERENCES "all_rounds"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "all_rounds" ALTER COLUMN "sandbox_id" SET (n_distinct = 1);
CREATE VIEW "rounds" AS SELECT * FROM "all_rounds" WHERE "sandbox_id" = (SELECT current_sandbox());

-- One round of a year is under way at a time, one draw of a round stands, one move of somebody counts.
CREATE UNIQUE INDEX "all_rounds_under_way_key" ON "all_rounds"("school_year_id", "sandbox_id") WHERE "state" NOT IN ('draft', 'closed');
CREATE UNIQUE INDEX "draws_standing_key" ON "draws"("round_id") WHERE "voided_at" IS NULL;
CREATE UNIQUE INDEX "round_moves_standing_key" ON "round_moves"("round_id", "enrollment_id") WHERE "undone_at" IS NULL;

ALTER TABLE "all_rounds"
  ADD CONSTRAINT "all_rounds_code_check" CHECK ("code" ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  ADD CONSTRAINT "all_rounds_method_check" CHECK ("method" IN ('numbers', 'start'));
ALTER TABLE "criteria" ADD CONSTRAINT "criteria_source_check" CHECK ("source" IN ('counted', 'claimed', 'mark', 'shares'));
ALTER TABLE "merits" ADD CONSTRAINT "merits_state_check" CHECK ("state" IN ('claimed', 'checked', 'refused'));
ALTER TABLE "draws" ADD CONSTRAINT "draws_number_check" CHECK ("number" ~ '^[0-9]{1,12}$');

CREATE TRIGGER "refuse_about_erased" BEFORE INSERT OR UPDATE ON "merits" FOR EACH ROW EXECUTE FUNCTION refuse_about_erased();
CREATE TRIGGER "refuse_about_erased" BEFORE INSERT OR UPDATE ON "round_moves" FOR EACH ROW EXECUTE FUNCTION refuse_about_erased();
CREATE TRIGGER "refuse_about_erased" BEFORE INSERT OR UPDATE ON "objections" FOR EACH ROW EXECUTE FUNCTION refuse_about_erased('person_id');
CREATE TRIGGER "refuse_about_erased" BEFORE UPDATE OF "merits", "wishes" ON "round_entries" FOR EACH ROW
  WHEN (NEW."merits" <> '[]' OR NEW."wishes" <> '[]') EXECUTE FUNCTION refuse_about_erased();
