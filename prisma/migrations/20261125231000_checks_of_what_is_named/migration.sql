-- Nothing hangs on somebody of another sandbox. It names nobody, so that no log does. After an insert into a table that has
-- a view. Each is asked for by itself: sessions keep how they ask, and one that began when nobody had enrolled would
-- look for three at once from end to end ever after. What a table does not name is not asked for at all.
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

-- Erasure holds enrollments first, then people (lib/privacy/erase.ts). Whoever writes takes the same locks in that order:
-- they wait for it and are refused, or it waits for them and takes what they wrote.
CREATE OR REPLACE FUNCTION refuse_erased(enrollment uuid, named uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  "student" uuid;
BEGIN
  SELECT e."student_id" INTO "student" FROM "all_enrollments" e WHERE e."id" = "enrollment" FOR KEY SHARE;
  IF cardinality("named") > 0 THEN
    PERFORM 1 FROM "all_people" p WHERE p."id" = ANY("named") ORDER BY p."id" FOR KEY SHARE;
  END IF;
  IF EXISTS (SELECT FROM "all_people" p WHERE p."erased_at" IS NOT NULL AND p."id" = ANY("named" || "student")) THEN
    RAISE EXCEPTION 'whoever this is about was erased' USING ERRCODE = 'MA002';
  END IF;
END $function$;

-- Nothing is written about somebody who was erased. Before writes of words and of what makes somebody reachable; its
-- arguments are the columns that name people, and an `enrollment_id` is looked at where there is one.
CREATE OR REPLACE FUNCTION refuse_about_erased()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  "written" jsonb := to_jsonb(NEW);
  "named" uuid[] := '{}';
BEGIN
  IF TG_NARGS > 0 THEN
    "named" := ARRAY(SELECT ("written" ->> "name")::uuid FROM unnest(TG_ARGV) AS "name");
  END IF;
  PERFORM refuse_erased(("written" ->> 'enrollment_id')::uuid, "named");
  RETURN NEW;
END $function$;
