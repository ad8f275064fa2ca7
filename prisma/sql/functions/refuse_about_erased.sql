-- Refuses data about erased people. Before writes of free texts, and of accounts, links and addresses; the arguments
-- are the columns with people's ids, and an `enrollment_id` is checked too.
CREATE OR REPLACE FUNCTION refuse_about_erased()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  "written" jsonb := to_jsonb(NEW);
  "named" uuid[] := '{}';
BEGIN
  IF TG_NARGS > 0 THEN
    "named" := ARRAY(SELECT ("written" ->> "name")::uuid FROM unnest(TG_ARGV) AS "name");
  END IF;
  PERFORM refuse_erased(("written" ->> 'enrollment_id')::uuid, "named");
  RETURN NEW;
END $function$;
