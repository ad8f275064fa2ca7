-- Writes the event of a deleted enrollment. After a delete from `all_enrollments`.
CREATE OR REPLACE FUNCTION record_erased_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO "events" ("type", "enrollment_id", "version", "api_key_id", "test", "data") VALUES (
    'enrollment.erased', OLD."id", OLD."told_version", OLD."api_key_id", OLD."test",
    jsonb_build_object('reference', OLD."reference"))
  ON CONFLICT DO NOTHING; -- told already, when its student's row was emptied
  RETURN NULL;
END $function$;
