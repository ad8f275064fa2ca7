-- Nothing hangs on somebody of another sandbox. It names nobody, so that no log does. After an insert into a table that has
-- a view. Each is asked for by itself: sessions keep how they ask, and one that began when nobody had enrolled would
-- look for three at once from end to end ever after.
CREATE OR REPLACE FUNCTION refuse_other_sandbox()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  "written" jsonb := to_jsonb(NEW);
BEGIN
  IF EXISTS (
    SELECT FROM "all_people" p WHERE p."sandbox_id" <> NEW."sandbox_id" AND p."id" = ("written" ->> 'person_id')::uuid
  ) OR EXISTS (
    SELECT FROM "all_people" p WHERE p."sandbox_id" <> NEW."sandbox_id" AND p."id" = ("written" ->> 'student_id')::uuid
  ) OR EXISTS (
    SELECT FROM "all_people" p WHERE p."sandbox_id" <> NEW."sandbox_id" AND p."id" = ("written" ->> 'guardian_id')::uuid
  ) OR EXISTS (
    SELECT FROM "all_enrollments" e WHERE e."sandbox_id" <> NEW."sandbox_id" AND e."id" = ("written" ->> 'enrollment_id')::uuid
  ) THEN
    RAISE EXCEPTION 'a row of % belongs to another sandbox than what it is about', TG_TABLE_NAME USING ERRCODE = 'MA003';
  END IF;
  RETURN NULL;
END $function$;
