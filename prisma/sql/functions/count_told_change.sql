-- `state` is written only by notifications (lib/decisions/status.ts), also when just the place changes. Before an
-- update of `all_enrollments.state`.
CREATE OR REPLACE FUNCTION count_told_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW."told_version" := OLD."told_version" + 1;
  NEW."told_at" := clock_timestamp();
  RETURN NEW;
END $function$;
