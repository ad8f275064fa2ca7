-- An erased person's row stays empty. Before an update of `all_people`.
CREATE OR REPLACE FUNCTION refuse_filling_erased()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'whoever this is about was erased' USING ERRCODE = 'MA002';
END $function$;
