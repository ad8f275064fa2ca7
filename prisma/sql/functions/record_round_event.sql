-- Writes the event of a published list, also of one that is published again; a sandbox's only for its key. After
-- `all_rounds.provisional_at` or `all_rounds.final_public_at` was set; the argument is the list.
CREATE OR REPLACE FUNCTION record_round_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO "events" ("type", "api_key_id", "test", "data") VALUES (
    'round.published', nullif(NEW."sandbox_id", 0), NEW."sandbox_id" <> 0,
    jsonb_build_object('code', NEW."code", 'school_year_id', NEW."school_year_id", 'list', TG_ARGV[0]));
  RETURN NULL;
END $function$;
