-- The database decides whose rows a reader sees: these tables become `all_…`, and under their old names stand views of
-- one sandbox's rows, the school's own where none was entered. Processes of before run on through the views; what they
-- do for test keys meanwhile finds nothing, or is refused.
CREATE FUNCTION current_sandbox() RETURNS integer LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT coalesce(nullif(current_setting('matricula.sandbox', true), ''), '0')::integer
$$;

ALTER TABLE "people" RENAME TO "all_people";
ALTER TABLE "enrollments" RENAME TO "all_enrollments";
ALTER TABLE "guardianships" RENAME TO "all_guardianships";
ALTER TABLE "mail_messages" RENAME TO "all_mail_messages";
ALTER TABLE "mail_suppressions" RENAME TO "all_mail_suppressions";
ALTER TABLE "data_requests" RENAME TO "all_data_requests";
ALTER TABLE "correction_requests" RENAME TO "all_correction_requests";
ALTER TABLE "decisions" RENAME TO "all_decisions";

ALTER TABLE "all_people" ALTER COLUMN "sandbox_id" SET DEFAULT current_sandbox();
ALTER TABLE "all_mail_suppressions" ALTER COLUMN "sandbox_id" SET DEFAULT current_sandbox();
ALTER TABLE "all_enrollments" ADD COLUMN "sandbox_id" integer NOT NULL
  GENERATED ALWAYS AS (CASE WHEN test THEN coalesce(api_key_id, -1) ELSE 0 END) STORED;
ALTER TABLE "all_guardianships" ADD COLUMN "sandbox_id" integer NOT NULL DEFAULT current_sandbox();
ALTER TABLE "all_mail_messages" ADD COLUMN "sandbox_id" integer NOT NULL DEFAULT current_sandbox();
ALTER TABLE "all_data_requests" ADD COLUMN "sandbox_id" integer NOT NULL DEFAULT current_sandbox();
ALTER TABLE "all_correction_requests" ADD COLUMN "sandbox_id" integer NOT NULL DEFAULT current_sandbox();
ALTER TABLE "all_decisions" ADD COLUMN "sandbox_id" integer NOT NULL DEFAULT current_sandbox();

UPDATE "all_guardianships" g SET "sandbox_id" = p."sandbox_id" FROM "all_people" p WHERE p."id" = g."student_id" AND p."sandbox_id" <> 0;
UPDATE "all_mail_messages" m SET "sandbox_id" = p."sandbox_id" FROM "all_people" p WHERE p."id" = m."person_id" AND p."sandbox_id" <> 0;
UPDATE "all_data_requests" r SET "sandbox_id" = p."sandbox_id" FROM "all_people" p WHERE p."id" = r."person_id" AND p."sandbox_id" <> 0;
UPDATE "all_correction_requests" r SET "sandbox_id" = p."sandbox_id" FROM "all_people" p WHERE p."id" = r."person_id" AND p."sandbox_id" <> 0;
UPDATE "all_decisions" d SET "sandbox_id" = e."sandbox_id" FROM "all_enrollments" e WHERE e."id" = d."enrollment_id" AND e."sandbox_id" <> 0;

-- What is enforced keeps its meaning under names that begin as the tables' do; one of them the code knows.
DO $$
DECLARE
  one record;
BEGIN
  FOR one IN
    SELECT "conrelid"::regclass AS "table", "conname" FROM pg_constraint
    WHERE "conrelid"::regclass::text LIKE 'all\_%' AND "contype" IN ('p', 'f', 'c') AND "conname" NOT LIKE 'all\_%'
  LOOP
    EXECUTE format('ALTER TABLE %s RENAME CONSTRAINT %I TO %I', one."table", one."conname", 'all_' || one."conname");
  END LOOP;
  FOR one IN
    SELECT "indexrelid"::regclass AS "index" FROM pg_index
    WHERE "indrelid"::regclass::text LIKE 'all\_%' AND "indexrelid"::regclass::text NOT LIKE 'all\_%'
      AND "indexrelid"::regclass::text NOT IN ('people_email_key_key', 'people_document_key_key', 'enrollments_reference_key')
  LOOP
    EXECUTE format('ALTER INDEX %s RENAME TO %I', one."index", 'all_' || one."index");
  END LOOP;
END $$;

DROP INDEX "all_people_sandbox_idx";
CREATE INDEX "all_people_sandbox_id_idx" ON "all_people" ("sandbox_id");
CREATE INDEX "all_enrollments_sandbox_id_idx" ON "all_enrollments" ("sandbox_id");

-- A view asks for a sandbox that is not known when its query is planned: let it be planned for the school's rows,
-- which are nearly all there are.
ALTER TABLE "all_people" ALTER COLUMN "sandbox_id" SET (n_distinct = 1);
ALTER TABLE "all_enrollments" ALTER COLUMN "sandbox_id" SET (n_distinct = 1);
ALTER TABLE "all_guardianships" ALTER COLUMN "sandbox_id" SET (n_distinct = 1);
ALTER TABLE "all_mail_messages" ALTER COLUMN "sandbox_id" SET (n_distinct = 1);
ALTER TABLE "all_mail_suppressions" ALTER COLUMN "sandbox_id" SET (n_distinct = 1);
ALTER TABLE "all_data_requests" ALTER COLUMN "sandbox_id" SET (n_distinct = 1);
ALTER TABLE "all_correction_requests" ALTER COLUMN "sandbox_id" SET (n_distinct = 1);
ALTER TABLE "all_decisions" ALTER COLUMN "sandbox_id" SET (n_distinct = 1);

CREATE VIEW "people" AS SELECT * FROM "all_people" WHERE "sandbox_id" = (SELECT current_sandbox());
CREATE VIEW "enrollments" AS SELECT * FROM "all_enrollments" WHERE "sandbox_id" = (SELECT current_sandbox());
CREATE VIEW "guardianships" AS SELECT * FROM "all_guardianships" WHERE "sandbox_id" = (SELECT current_sandbox());
CREATE VIEW "mail_messages" AS SELECT * FROM "all_mail_messages" WHERE "sandbox_id" = (SELECT current_sandbox());
CREATE VIEW "mail_suppressions" AS SELECT * FROM "all_mail_suppressions" WHERE "sandbox_id" = (SELECT current_sandbox());
CREATE VIEW "data_requests" AS SELECT * FROM "all_data_requests" WHERE "sandbox_id" = (SELECT current_sandbox());
CREATE VIEW "correction_requests" AS SELECT * FROM "all_correction_requests" WHERE "sandbox_id" = (SELECT current_sandbox());
CREATE VIEW "decisions" AS SELECT * FROM "all_decisions" WHERE "sandbox_id" = (SELECT current_sandbox());

-- Nothing hangs on somebody of another sandbox. It names nobody, so that no log does.
CREATE FUNCTION refuse_other_sandbox() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "written" jsonb := to_jsonb(NEW);
BEGIN
  IF EXISTS (
    SELECT FROM "all_people" p WHERE p."sandbox_id" <> NEW."sandbox_id"
      AND p."id" IN (("written" ->> 'person_id')::uuid, ("written" ->> 'student_id')::uuid, ("written" ->> 'guardian_id')::uuid)
  ) OR EXISTS (
    SELECT FROM "all_enrollments" e WHERE e."sandbox_id" <> NEW."sandbox_id" AND e."id" = ("written" ->> 'enrollment_id')::uuid
  ) THEN
    RAISE EXCEPTION 'a row of % belongs to another sandbox than what it is about', TG_TABLE_NAME USING ERRCODE = 'MA003';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "refuse_other_sandbox" AFTER INSERT ON "all_enrollments" FOR EACH ROW EXECUTE FUNCTION refuse_other_sandbox();
CREATE TRIGGER "refuse_other_sandbox" AFTER INSERT ON "all_guardianships" FOR EACH ROW EXECUTE FUNCTION refuse_other_sandbox();
CREATE TRIGGER "refuse_other_sandbox" AFTER INSERT ON "all_mail_messages" FOR EACH ROW EXECUTE FUNCTION refuse_other_sandbox();
CREATE TRIGGER "refuse_other_sandbox" AFTER INSERT ON "all_data_requests" FOR EACH ROW EXECUTE FUNCTION refuse_other_sandbox();
CREATE TRIGGER "refuse_other_sandbox" AFTER INSERT ON "all_correction_requests" FOR EACH ROW EXECUTE FUNCTION refuse_other_sandbox();
CREATE TRIGGER "refuse_other_sandbox" AFTER INSERT ON "all_decisions" FOR EACH ROW EXECUTE FUNCTION refuse_other_sandbox();

-- What triggers do, they do in every sandbox.
CREATE OR REPLACE FUNCTION record_student_erased()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO "events" ("type", "enrollment_id", "version", "api_key_id", "test", "data")
  SELECT 'enrollment.erased', e."id", e."told_version", e."api_key_id", e."test", jsonb_build_object('reference', e."reference")
  FROM "all_enrollments" e WHERE e."student_id" = NEW."id"
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION record_mail_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO "events" ("type", "enrollment_id", "api_key_id", "test", "data")
  SELECT CASE NEW."state" WHEN 'delivered' THEN 'mail.delivered' ELSE 'mail.failed' END,
    e."id", e."api_key_id", e."test",
    jsonb_build_object('reference', e."reference", 'state', NEW."state", 'kind', NEW."kind", 'message_id', NEW."id",
      'recipient', CASE g."position" WHEN 1 THEN 'guardian' WHEN 2 THEN 'second_guardian' ELSE 'student' END)
  FROM "all_enrollments" e
  LEFT JOIN "all_guardianships" g ON g."student_id" = e."student_id" AND g."guardian_id" = NEW."person_id"
  WHERE e."id" = ANY(ARRAY(
      SELECT NEW."enrollment_id"
      UNION ALL
      SELECT other."id" FROM "all_enrollments" own JOIN "all_enrollments" other ON other."submission_id" = own."submission_id"
      WHERE own."id" = NEW."enrollment_id" AND other."id" <> own."id"
        AND NEW."kind" IN ('guardian', 'second_guardian')))
    AND (e."id" = NEW."enrollment_id" OR g."denied_at" IS NULL AND g."guardian_id" IS NOT NULL)
  ORDER BY e."created_at", e."id";
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION refuse_erased("enrollment" uuid, "named" uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM 1 FROM "all_enrollments" e WHERE e."id" = "enrollment" FOR KEY SHARE;
  PERFORM 1 FROM "all_people" p WHERE p."id" = ANY("named") ORDER BY p."id" FOR KEY SHARE;
  IF EXISTS (
    SELECT FROM "all_people" p WHERE p."erased_at" IS NOT NULL
      AND p."id" = ANY("named" || (SELECT e."student_id" FROM "all_enrollments" e WHERE e."id" = "enrollment"))
  ) THEN
    RAISE EXCEPTION 'whoever this is about was erased' USING ERRCODE = 'MA002';
  END IF;
END $function$;

CREATE OR REPLACE FUNCTION leave_out_value_about_erased()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  "about" record;
BEGIN
  SELECT "object_kind", "object_id" INTO "about" FROM "audit_entries" WHERE "id" = NEW."entry_id";
  IF "about"."object_kind" = 'enrollment' THEN
    PERFORM refuse_erased((SELECT "id" FROM "all_enrollments" WHERE "reference" = "about"."object_id"), '{}');
  ELSIF "about"."object_kind" = 'person' THEN
    PERFORM refuse_erased(NULL, ARRAY["about"."object_id"::uuid]);
  END IF;
  RETURN NEW;
EXCEPTION WHEN SQLSTATE 'MA002' THEN
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION leave_out_erased_rows()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  DELETE FROM "bulk_rows" b USING "chosen" c, "all_enrollments" e, "all_people" p
  WHERE b."bulk_id" = c."bulk_id" AND b."position" = c."position" AND e."id" = c."enrollment_id"
    AND p."id" = e."student_id" AND p."erased_at" IS NOT NULL;
  RETURN NULL;
END $function$;
