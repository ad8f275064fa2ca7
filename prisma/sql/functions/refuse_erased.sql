-- An erasure locks enrollments first, then people (lib/privacy/verbs.ts). Writers take the same locks in that order, so
-- that either they wait and are refused, or the erasure waits and deletes what they wrote.
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
