-- A final list becomes public with the notification of its first decision (lib/admission/round.ts, getPublicState).
-- After `all_decisions.status` became told, for decisions of a list.
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
