-- An audit entry about an erased person keeps who, what and when, without values. Before an insert into `audit_values`.
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
