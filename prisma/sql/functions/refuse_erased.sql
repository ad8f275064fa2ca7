-- Erasure holds enrollments first, then people (lib/privacy/erase.ts). Whoever writes takes the same locks in that order:
-- they wait for it and are refused, or it waits for them and takes what they wrote.
CREATE OR REPLACE FUNCTION refuse_erased(enrollment uuid, named uuid[])
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
