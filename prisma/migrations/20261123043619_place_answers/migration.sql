-- CreateEnum
CREATE TYPE "given_answer" AS ENUM ('kept', 'given_up', 'lapsed', 'closed');

-- AlterEnum
ALTER TYPE "mail_kind" ADD VALUE 'place_asked';
ALTER TYPE "mail_kind" ADD VALUE 'place_reminder';

-- CreateTable
CREATE TABLE "place_answers" (
    "id" UUID NOT NULL,
    "enrollment_id" UUID NOT NULL,
    "answer_by" DATE NOT NULL,
    "loses" BOOLEAN NOT NULL,
    "answer" "given_answer",
    "answered_at" TIMESTAMPTZ(3),
    "asked" SMALLINT NOT NULL DEFAULT 0,
    "asked_on" DATE,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "place_answers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "answer_links" (
    "hash" BYTEA NOT NULL,
    "person_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "answer_links_pkey" PRIMARY KEY ("hash")
);

-- CreateIndex
CREATE INDEX "place_answers_enrollment_id_idx" ON "place_answers"("enrollment_id");

-- CreateIndex
CREATE INDEX "answer_links_person_id_idx" ON "answer_links"("person_id");

-- CreateIndex
CREATE INDEX "answer_links_expires_at_idx" ON "answer_links"("expires_at");

-- AddForeignKey
ALTER TABLE "place_answers" ADD CONSTRAINT "place_answers_enrollment_id_fkey" FOREIGN KEY ("enrollment_id") REFERENCES "all_enrollments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "answer_links" ADD CONSTRAINT "answer_links_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "all_people"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- One is open at a time; who has an answer open is asked of these few alone.
CREATE UNIQUE INDEX "place_answers_open_key" ON "place_answers"("enrollment_id") WHERE "answer" IS NULL;

-- No change of how the enrollment stands, so no version: as with e-mails.
CREATE FUNCTION record_place_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO "events" ("type", "enrollment_id", "api_key_id", "test", "data")
  SELECT 'place.' || coalesce(NEW."answer"::text, 'offered'), e."id", e."api_key_id", e."test",
    jsonb_build_object('reference', e."reference", 'answer_by', NEW."answer_by")
  FROM "all_enrollments" e WHERE e."id" = NEW."enrollment_id";
  RETURN NULL;
END $function$;

CREATE TRIGGER place_offered_event AFTER INSERT ON "place_answers" FOR EACH ROW EXECUTE FUNCTION record_place_event();
CREATE TRIGGER place_answered_event AFTER UPDATE OF "answer" ON "place_answers"
  FOR EACH ROW WHEN (NEW."answer" IN ('kept', 'given_up', 'lapsed')) EXECUTE FUNCTION record_place_event();

-- Silence decides by the clock alone.
ALTER TABLE "all_decisions" DROP CONSTRAINT "all_decisions_actor_check",
  ADD CONSTRAINT "all_decisions_actor_check" CHECK (actor_kind = ANY (ARRAY['staff', 'family', 'command', 'api_key', 'system']));
