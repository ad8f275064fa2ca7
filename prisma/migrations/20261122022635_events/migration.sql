-- What integrators may hear of. A row is written in the transaction of what it tells, by the triggers below, and
-- has no number until the dispatcher (lib/events/number-events.ts) sees it committed. The one statement of an
-- enrollment writes none: the dispatcher finds new enrollments by their time.
CREATE TABLE "events" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "number" BIGINT,
    "type" TEXT NOT NULL,
    "enrollment_id" UUID,
    "version" INTEGER,
    "api_key_id" INTEGER,
    "test" BOOLEAN NOT NULL DEFAULT false,
    "data" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "events_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "events_number_key" ON "events"("number");
CREATE UNIQUE INDEX "events_enrollment_id_type_version_key" ON "events"("enrollment_id", "type", "version");
CREATE INDEX "events_api_key_id_number_idx" ON "events"("api_key_id", "number");
CREATE INDEX "events_without_number" ON "events"("created_at") WHERE "number" IS NULL;
CREATE INDEX "enrollments_created_at_id_idx" ON "enrollments"("created_at", "id");

CREATE TABLE "event_counter" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "number" BIGINT NOT NULL DEFAULT 0,
    "looked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "catalogue_version" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "event_counter_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "event_counter_one_row" CHECK ("id" = 1)
);

INSERT INTO "event_counter" ("catalogue_version") SELECT "version" FROM "change_versions" WHERE "topic" = 'catalogue';

-- Putting back is a change, and so is another place in the same state; every other told change is named by its state.
CREATE FUNCTION record_told_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "events" ("type", "enrollment_id", "version", "api_key_id", "test", "data") VALUES (
    CASE WHEN NEW."state" IN (OLD."state", 'pending') THEN 'enrollment.changed' ELSE 'enrollment.' || NEW."state" END,
    NEW."id", NEW."told_version", NEW."api_key_id", NEW."test",
    jsonb_build_object('reference', NEW."reference", 'state', NEW."state", 'version', NEW."told_version"));
  RETURN NULL;
END $$;

CREATE FUNCTION record_erased_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "events" ("type", "enrollment_id", "version", "api_key_id", "test", "data") VALUES (
    'enrollment.erased', OLD."id", OLD."told_version", OLD."api_key_id", OLD."test",
    jsonb_build_object('reference', OLD."reference"))
  ON CONFLICT DO NOTHING; -- told already, when its student's row was emptied
  RETURN NULL;
END $$;

-- An erasure empties the student's row in place; the enrollment stays for the counts.
CREATE FUNCTION record_student_erased() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "events" ("type", "enrollment_id", "version", "api_key_id", "test", "data")
  SELECT 'enrollment.erased', e."id", e."told_version", e."api_key_id", e."test", jsonb_build_object('reference', e."reference")
  FROM "enrollments" e WHERE e."student_id" = NEW."id"
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE FUNCTION record_mail_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "events" ("type", "enrollment_id", "api_key_id", "test", "data")
  SELECT CASE NEW."state" WHEN 'delivered' THEN 'mail.delivered' ELSE 'mail.failed' END,
    e."id", e."api_key_id", e."test",
    jsonb_build_object('reference', e."reference", 'state', NEW."state", 'recipient',
      CASE g."position" WHEN 1 THEN 'guardian' WHEN 2 THEN 'second_guardian' ELSE 'student' END)
  FROM "enrollments" e
  LEFT JOIN "guardianships" g ON g."student_id" = e."student_id" AND g."guardian_id" = NEW."person_id"
  WHERE e."id" = NEW."enrollment_id";
  RETURN NULL;
END $$;

CREATE TRIGGER "enrollment_told_event" AFTER UPDATE OF "state" ON "enrollments" FOR EACH ROW EXECUTE FUNCTION record_told_event();
CREATE TRIGGER "enrollment_erased_event" AFTER DELETE ON "enrollments" FOR EACH ROW EXECUTE FUNCTION record_erased_event();
CREATE TRIGGER "student_erased_event" AFTER UPDATE OF "erased_at" ON "people" FOR EACH ROW
  WHEN (OLD."erased_at" IS NULL AND NEW."erased_at" IS NOT NULL) EXECUTE FUNCTION record_student_erased();
CREATE TRIGGER "mail_event" AFTER UPDATE OF "state" ON "mail_messages" FOR EACH ROW
  WHEN (NEW."enrollment_id" IS NOT NULL AND NEW."state" IS DISTINCT FROM OLD."state"
    AND NEW."state" IN ('delivered', 'failed', 'bounced', 'complained'))
  EXECUTE FUNCTION record_mail_event();
