-- Accepted versions never change. Before an update or delete of `legal_texts`.
CREATE OR REPLACE FUNCTION refuse_legal_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'A legal text is never changed or deleted: import another version.';
END $function$;
