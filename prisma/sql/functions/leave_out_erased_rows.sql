-- Deletes rows of erased people from a bulk selection, checked once per statement. An erasure locks the enrollments
-- first (lib/privacy/verbs.ts), and the rows' foreign key takes the same locks before this runs. After an insert into
-- `bulk_rows`.
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
