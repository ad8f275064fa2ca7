-- A return to pending, and another place in the same state, are `enrollment.changed`; every other event is named by its
-- state. After an update of `all_enrollments.state`.
CREATE OR REPLACE FUNCTION record_told_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO "events" ("type", "enrollment_id", "version", "api_key_id", "test", "data") VALUES (
    CASE WHEN NEW."state" IN (OLD."state", 'pending') THEN 'enrollment.changed' ELSE 'enrollment.' || NEW."state" END,
    NEW."id", NEW."told_version", NEW."api_key_id", NEW."test",
    jsonb_build_object('reference', NEW."reference", 'state', NEW."state", 'version', NEW."told_version"));
  RETURN NULL;
END $function$;
