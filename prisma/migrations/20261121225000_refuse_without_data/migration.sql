-- Undoes the statement that calls it. Unlike a unique violation it names no value, so no log gets one; which
-- of the statement's parts was refused is in the error's constraint. prisma/sql/create-enrollment.sql
CREATE FUNCTION refuse_enrollment(refused text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'known already: %', refused USING ERRCODE = 'MA001', CONSTRAINT = refused;
END
$$;
