-- A place confirmation does not change the state, so its event has no version, like those of e-mails. After an insert
-- into `place_answers`, and after an update of its answer.
CREATE OR REPLACE FUNCTION record_place_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO "events" ("type", "enrollment_id", "api_key_id", "test", "data")
  SELECT 'place.' || coalesce(NEW."answer"::text, 'offered'), e."id", e."api_key_id", e."test",
    jsonb_build_object('reference', e."reference", 'answer_by', NEW."answer_by")
  FROM "all_enrollments" e WHERE e."id" = NEW."enrollment_id";
  RETURN NULL;
END $function$;
