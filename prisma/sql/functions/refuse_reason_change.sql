-- Versions of reasons are immutable because of announced decisions; only the position changes. Before an update or
-- delete of `reasons`.
CREATE OR REPLACE FUNCTION refuse_reason_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'UPDATE' AND to_jsonb(OLD) - 'position' = to_jsonb(NEW) - 'position' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'A reason is never changed or deleted: import another version.';
END $function$;
