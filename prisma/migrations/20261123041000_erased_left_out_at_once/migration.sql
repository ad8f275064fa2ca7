-- Of many who were chosen, whoever was erased is left out: looked at once a statement, not once a row. Erasure holds
-- the enrollments first (lib/privacy/erase.ts), and the rows' foreign key takes the same locks before this runs.
CREATE FUNCTION "leave_out_erased_rows"()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  DELETE FROM "bulk_rows" b USING "chosen" c, "enrollments" e, "people" p
  WHERE b."bulk_id" = c."bulk_id" AND b."position" = c."position" AND e."id" = c."enrollment_id"
    AND p."id" = e."student_id" AND p."erased_at" IS NOT NULL;
  RETURN NULL;
END $function$;

DROP TRIGGER "leave_out_erased" ON "bulk_rows";
DROP FUNCTION "leave_out_erased"();
CREATE TRIGGER "leave_out_erased" AFTER INSERT ON "bulk_rows" REFERENCING NEW TABLE AS "chosen"
  FOR EACH STATEMENT EXECUTE FUNCTION leave_out_erased_rows();
