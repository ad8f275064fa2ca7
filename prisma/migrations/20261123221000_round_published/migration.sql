-- When everybody could read a round's final list: with the first decision that was told of it, or at its end.
ALTER TABLE "all_rounds" ADD COLUMN "final_public_at" TIMESTAMPTZ(3);

-- The rows of the sandbox at work, which are the school's own where nobody has entered one.
CREATE OR REPLACE VIEW rounds AS
SELECT * FROM all_rounds WHERE sandbox_id = (SELECT current_sandbox());

UPDATE "all_rounds" r SET "final_public_at" = r."final_at"
WHERE r."final_at" IS NOT NULL AND (r."state" = 'closed' OR r."state" = 'final' AND EXISTS (
  SELECT FROM "all_decisions" d
  WHERE d."school_year_id" = r."school_year_id" AND d."sandbox_id" = r."sandbox_id"
    AND d."with_list" AND d."decided_at" = r."final_at" AND d."status" = 'told'));

-- A final list is public from the transaction that tells its first decision (lib/admission/round.ts, stateForAll).
-- After `all_decisions.status` became told, of those that a list tells.
CREATE OR REPLACE FUNCTION publish_final_list()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE "all_rounds" SET "final_public_at" = now()
  WHERE "school_year_id" = NEW."school_year_id" AND "sandbox_id" = NEW."sandbox_id" AND "state" = 'final'
    AND "final_at" = NEW."decided_at" AND "final_public_at" IS NULL;
  RETURN NULL;
END $function$;

CREATE TRIGGER "publish_final_list" AFTER UPDATE OF "status" ON "all_decisions" FOR EACH ROW
  WHEN (NEW."status" = 'told' AND OLD."status" <> 'told' AND NEW."with_list") EXECUTE FUNCTION publish_final_list();

-- That a list is public, also a list that was taken back and is published anew; of a sandbox's round to its key alone.
-- After `all_rounds.provisional_at` or `all_rounds.final_public_at` was set; its argument is the list.
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

CREATE TRIGGER "record_provisional_event" AFTER UPDATE OF "provisional_at" ON "all_rounds" FOR EACH ROW
  WHEN (NEW."provisional_at" IS NOT NULL AND NEW."provisional_at" IS DISTINCT FROM OLD."provisional_at")
  EXECUTE FUNCTION record_round_event('provisional');
CREATE TRIGGER "record_final_event" AFTER UPDATE OF "final_public_at" ON "all_rounds" FOR EACH ROW
  WHEN (NEW."final_public_at" IS NOT NULL AND OLD."final_public_at" IS NULL)
  EXECUTE FUNCTION record_round_event('final');
-- Read on every look of every live key, as those of the catalogue are.
CREATE INDEX "events_round_number" ON "events" ("number") WHERE ("type" = 'round.published');
