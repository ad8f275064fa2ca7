-- Refuses references to people of another sandbox. The error names nobody, so that no log does. After an insert into a
-- table with a view. Each reference is a separate query: sessions cache plans, and a plan from when the tables were
-- empty would scan all three forever. Missing references are skipped.
CREATE OR REPLACE FUNCTION refuse_other_sandbox()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  "written" jsonb := to_jsonb(NEW);
  "is_of_another" boolean := false;
  "key" text;
BEGIN
  FOREACH "key" IN ARRAY ARRAY['person_id', 'student_id', 'guardian_id'] LOOP
    IF "written" ? "key" AND NOT "is_of_another" THEN
      SELECT EXISTS (
        SELECT FROM "all_people" p WHERE p."sandbox_id" <> NEW."sandbox_id" AND p."id" = ("written" ->> "key")::uuid
      ) INTO "is_of_another";
    END IF;
  END LOOP;
  IF "written" ? 'enrollment_id' AND NOT "is_of_another" THEN
    SELECT EXISTS (
      SELECT FROM "all_enrollments" e WHERE e."sandbox_id" <> NEW."sandbox_id" AND e."id" = ("written" ->> 'enrollment_id')::uuid
    ) INTO "is_of_another";
  END IF;
  IF "is_of_another" THEN
    RAISE EXCEPTION 'a row of % belongs to another sandbox than what it is about', TG_TABLE_NAME USING ERRCODE = 'MA003';
  END IF;
  RETURN NULL;
END $function$;
