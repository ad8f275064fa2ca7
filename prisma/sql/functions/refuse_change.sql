-- The record stays as it was written: an erasure may delete values, nobody may change them. Before writes of
-- `audit_entries` and `audit_values`.
CREATE OR REPLACE FUNCTION refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION '% is a record: it is written once', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$function$;
