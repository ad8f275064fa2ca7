-- Undoes the statement that calls it, prisma/sql/create-enrollment.sql. Unlike a unique violation it names no value, so no
-- log gets one; which of the statement's parts was refused is in the error's constraint.
CREATE OR REPLACE FUNCTION refuse_enrollment(refused text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'known already: %', refused USING ERRCODE = 'MA001', CONSTRAINT = refused;
END
$function$;
