-- The audit log is append-only; only an erasure deletes values. Before writes of `audit_entries` and `audit_values`.
CREATE OR REPLACE FUNCTION refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION '% is a record: it is written once', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$function$;
