-- Fails the statement that calls it, prisma/sql/create-enrollment.sql. Unlike a unique violation the error contains no
-- value that could get into a log; its constraint names the part that was refused.
CREATE OR REPLACE FUNCTION refuse_enrollment(refused text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'known already: %', refused USING ERRCODE = 'MA001', CONSTRAINT = refused;
END
$function$;
