-- Nothing is written about somebody who was erased: not from a page that was opened before, not in the same second.
-- Erasure holds enrollments first, then people (lib/privacy/erase.ts). Whoever writes takes the same locks in that
-- order: they wait for it and are refused, or it waits for them and takes what they wrote.
CREATE FUNCTION "refuse_erased"("enrollment" uuid, "named" uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM 1 FROM "enrollments" e WHERE e."id" = "enrollment" FOR KEY SHARE;
  PERFORM 1 FROM "people" p WHERE p."id" = ANY("named") ORDER BY p."id" FOR KEY SHARE;
  IF EXISTS (
    SELECT FROM "people" p WHERE p."erased_at" IS NOT NULL
      AND p."id" = ANY("named" || (SELECT e."student_id" FROM "enrollments" e WHERE e."id" = "enrollment"))
  ) THEN
    RAISE EXCEPTION 'whoever this is about was erased' USING ERRCODE = 'MA002';
  END IF;
END $function$;

-- Its arguments are the columns that name people; an `enrollment_id` is looked at where there is one.
CREATE FUNCTION "refuse_about_erased"()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  "written" jsonb := to_jsonb(NEW);
BEGIN
  PERFORM refuse_erased(
    ("written" ->> 'enrollment_id')::uuid,
    ARRAY(SELECT ("written" ->> "name")::uuid FROM unnest(TG_ARGV) AS "name"));
  RETURN NEW;
END $function$;

-- Of an entry of the record about them who did what and when stays, its values do not.
CREATE FUNCTION "leave_out_value_about_erased"()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  "about" record;
BEGIN
  SELECT "object_kind", "object_id" INTO "about" FROM "audit_entries" WHERE "id" = NEW."entry_id";
  IF "about"."object_kind" = 'enrollment' THEN
    PERFORM refuse_erased((SELECT "id" FROM "enrollments" WHERE "reference" = "about"."object_id"), '{}');
  ELSIF "about"."object_kind" = 'person' THEN
    PERFORM refuse_erased(NULL, ARRAY["about"."object_id"::uuid]);
  END IF;
  RETURN NEW;
EXCEPTION WHEN SQLSTATE 'MA002' THEN
  RETURN NULL;
END $function$;

CREATE FUNCTION "refuse_observations_of_erased"()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM refuse_erased(NEW."id", '{}');
  RETURN NEW;
END $function$;

CREATE FUNCTION "refuse_filling_erased"()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'whoever this is about was erased' USING ERRCODE = 'MA002';
END $function$;

-- Of many who were chosen, whoever was erased is left out.
CREATE FUNCTION "leave_out_erased"()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM refuse_erased(NEW."enrollment_id", '{}');
  RETURN NEW;
EXCEPTION WHEN SQLSTATE 'MA002' THEN
  RETURN NULL;
END $function$;

CREATE TRIGGER "refuse_about_erased" BEFORE INSERT ON "notes" FOR EACH ROW EXECUTE FUNCTION refuse_about_erased();
CREATE TRIGGER "refuse_about_erased" BEFORE INSERT ON "enrollment_labels" FOR EACH ROW EXECUTE FUNCTION refuse_about_erased();
-- A place that they had, or wait for, is still given up, without words.
CREATE TRIGGER "refuse_about_erased" BEFORE INSERT ON "decisions" FOR EACH ROW
  WHEN (NEW."to_state" <> 'withdrawn' OR NEW."words" IS NOT NULL OR NEW."internal_reason" IS NOT NULL) EXECUTE FUNCTION refuse_about_erased();
CREATE TRIGGER "refuse_words_about_erased" BEFORE UPDATE OF "words", "internal_reason" ON "decisions" FOR EACH ROW
  WHEN (NEW."words" IS NOT NULL OR NEW."internal_reason" IS NOT NULL) EXECUTE FUNCTION refuse_about_erased();
CREATE TRIGGER "refuse_about_erased" BEFORE INSERT ON "correction_requests" FOR EACH ROW EXECUTE FUNCTION refuse_about_erased('person_id', 'asked_by_id');
CREATE TRIGGER "refuse_about_erased" BEFORE INSERT ON "disagreements" FOR EACH ROW EXECUTE FUNCTION refuse_about_erased('guardian_id');
-- One that stands open when its guardian goes is still settled for a child who stays.
CREATE TRIGGER "refuse_words_about_erased" BEFORE UPDATE OF "words", "settlement" ON "disagreements" FOR EACH ROW
  WHEN (NEW."words" <> '' AND NEW."words" <> OLD."words"
    OR NEW."settlement" <> '' AND NEW."settlement" IS DISTINCT FROM OLD."settlement") EXECUTE FUNCTION refuse_about_erased();
CREATE TRIGGER "refuse_about_erased" BEFORE INSERT OR UPDATE ON "papers" FOR EACH ROW
  WHEN (NEW."signed_by" <> '') EXECUTE FUNCTION refuse_about_erased();
-- States and times of a message's delivery still arrive.
CREATE TRIGGER "refuse_about_erased" BEFORE INSERT OR UPDATE OF "payload", "tells", "to_email" ON "mail_messages" FOR EACH ROW
  WHEN (NEW."payload" IS NOT NULL OR NEW."tells" IS NOT NULL OR NEW."to_email" IS NOT NULL)
  EXECUTE FUNCTION refuse_about_erased('person_id');
CREATE TRIGGER "refuse_about_erased" BEFORE INSERT OR UPDATE ON "accounts" FOR EACH ROW EXECUTE FUNCTION refuse_about_erased('person_id');
CREATE TRIGGER "refuse_about_erased" BEFORE INSERT OR UPDATE ON "email_changes" FOR EACH ROW EXECUTE FUNCTION refuse_about_erased('person_id');
CREATE TRIGGER "leave_out_value_about_erased" BEFORE INSERT ON "audit_values" FOR EACH ROW EXECUTE FUNCTION leave_out_value_about_erased();
CREATE TRIGGER "refuse_about_erased" BEFORE UPDATE OF "observations" ON "enrollments" FOR EACH ROW
  WHEN (NEW."observations" IS NOT NULL) EXECUTE FUNCTION refuse_observations_of_erased();
-- A backup may bring somebody back; they are erased anew (lib/privacy/replay.ts).
CREATE TRIGGER "refuse_filling_erased" BEFORE UPDATE ON "people" FOR EACH ROW
  WHEN (OLD."erased_at" IS NOT NULL AND NEW."erased_at" IS NOT NULL AND (
    NEW."email" NOT LIKE '%@no-email.invalid' OR NEW."email_key" NOT LIKE '%@no-email.invalid' OR coalesce(NEW."name", NEW."surname", NEW."document_type", NEW."document", NEW."document_key",
      NEW."phone_country_code", NEW."phone", NEW."country", NEW."city", NEW."zip_code", NEW."address", NEW."birth_date"::text) IS NOT NULL))
  EXECUTE FUNCTION refuse_filling_erased();
CREATE TRIGGER "leave_out_erased" BEFORE INSERT ON "bulk_rows" FOR EACH ROW EXECUTE FUNCTION leave_out_erased();

-- What was written until now and is told by nothing above, once: about whoever was erased …
CREATE TEMP TABLE "erased_enrollments" ON COMMIT DROP AS
  SELECT e."id", e."reference", e."student_id" FROM "enrollments" e JOIN "people" p ON p."id" = e."student_id" WHERE p."erased_at" IS NOT NULL;
CREATE TEMP TABLE "erased_people" ON COMMIT DROP AS SELECT "id" FROM "people" WHERE "erased_at" IS NOT NULL;

DELETE FROM "audit_values" v USING "audit_entries" a WHERE a."id" = v."entry_id" AND (
  a."object_kind" = 'enrollment' AND a."object_id" IN (SELECT "reference" FROM "erased_enrollments")
  OR a."object_kind" = 'person' AND a."object_id" IN (SELECT "id"::text FROM "erased_people")
  OR a."actor_kind" = 'family' AND a."actor_id" IN (SELECT "id" FROM "erased_people"));
DELETE FROM "notes" WHERE "enrollment_id" IN (SELECT "id" FROM "erased_enrollments");
DELETE FROM "enrollment_labels" WHERE "enrollment_id" IN (SELECT "id" FROM "erased_enrollments");
UPDATE "decisions" SET "words" = NULL, "internal_reason" = NULL
  WHERE "enrollment_id" IN (SELECT "id" FROM "erased_enrollments") AND ("words" IS NOT NULL OR "internal_reason" IS NOT NULL);
DELETE FROM "correction_requests" WHERE "person_id" IN (SELECT "id" FROM "erased_people") OR "asked_by_id" IN (SELECT "id" FROM "erased_people");
UPDATE "disagreements" SET "words" = '', "settlement" = CASE WHEN "settled_at" IS NOT NULL THEN '' END
  WHERE "guardian_id" IN (SELECT "id" FROM "erased_people") OR "enrollment_id" IN (SELECT "id" FROM "erased_enrollments");
UPDATE "papers" SET "signed_by" = '' WHERE "enrollment_id" IN (SELECT "id" FROM "erased_enrollments");
UPDATE "enrollments" SET "observations" = NULL WHERE "id" IN (SELECT "id" FROM "erased_enrollments") AND "observations" IS NOT NULL;
UPDATE "mail_messages" SET "payload" = NULL, "tells" = NULL, "to_email" = NULL
  WHERE ("person_id" IN (SELECT "id" FROM "erased_people") OR "enrollment_id" IN (SELECT "id" FROM "erased_enrollments"))
    AND ("payload" IS NOT NULL OR "tells" IS NOT NULL OR "to_email" IS NOT NULL);
UPDATE "mail_messages" SET "state" = 'failed', "failed_at" = now(), "last_error" = 'erased'
  WHERE "state" = 'queued' AND ("person_id" IN (SELECT "id" FROM "erased_people") OR "enrollment_id" IN (SELECT "id" FROM "erased_enrollments"));
DELETE FROM "accounts" WHERE "person_id" IN (SELECT "id" FROM "erased_people");
DELETE FROM "email_changes" WHERE "person_id" IN (SELECT "id" FROM "erased_people");
UPDATE "people" SET "email" = "id" || '@no-email.invalid', "email_key" = "id" || '@no-email.invalid', "name" = NULL, "surname" = NULL,
    "birth_date" = NULL, "document_type" = NULL, "document" = NULL, "document_key" = NULL, "phone_country_code" = NULL, "phone" = NULL,
    "country" = NULL, "city" = NULL, "zip_code" = NULL, "address" = NULL
  WHERE "erased_at" IS NOT NULL AND ("email" NOT LIKE '%@no-email.invalid' OR coalesce("name", "surname", "document", "phone", "city", "address") IS NOT NULL);

-- … and in the forms of steps on many whose Undo is closed, or that such a person was among.
UPDATE "bulk_actions" a SET "input" = NULL, "kind" = NULL, "version" = a."version" + 1
  WHERE a."status" = 'draft' AND EXISTS (
    SELECT FROM "bulk_rows" r WHERE r."bulk_id" = a."id" AND r."enrollment_id" IN (SELECT "id" FROM "erased_enrollments"));
DELETE FROM "bulk_rows" r USING "bulk_actions" a WHERE a."id" = r."bulk_id" AND a."status" = 'draft'
  AND r."enrollment_id" IN (SELECT "id" FROM "erased_enrollments");
UPDATE "bulk_actions" a SET "input" = NULL
  WHERE a."input" IS NOT NULL AND a."status" IN ('done', 'undone') AND (
    EXISTS (SELECT FROM "bulk_rows" r WHERE r."bulk_id" = a."id" AND r."enrollment_id" IN (SELECT "id" FROM "erased_enrollments"))
    OR a."status" = 'undone' OR a."status" = 'done' AND (a."kind" = 'resend' OR a."done_at" < now() - interval '30 days'
      OR a."kind" <> 'label' AND NOT EXISTS (
        SELECT FROM "bulk_rows" r JOIN "decisions" d ON d."id" = r."decision_id" WHERE r."bulk_id" = a."id" AND d."status" = 'untold')));
DELETE FROM "labels" l WHERE NOT EXISTS (SELECT FROM "enrollment_labels" e WHERE e."label_id" = l."id");
