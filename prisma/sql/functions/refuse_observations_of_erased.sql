-- Before an update of `all_enrollments.observations`.
CREATE OR REPLACE FUNCTION refuse_observations_of_erased()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM refuse_erased(NEW."id", '{}');
  RETURN NEW;
END $function$;
