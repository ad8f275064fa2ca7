-- Nothing is written about somebody who was erased. Before writes of words and of what makes somebody reachable; its
-- arguments are the columns that name people, and an `enrollment_id` is looked at where there is one.
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
