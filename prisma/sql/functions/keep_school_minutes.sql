-- Keeps the column of the previous version, which knew no seconds. Before each write of `subjects`.
CREATE OR REPLACE FUNCTION keep_school_minutes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  earlier_minutes integer := 0;
  earlier_seconds integer := 0;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    earlier_minutes := OLD."school_minutes";
    earlier_seconds := OLD."school_seconds";
  END IF;
  IF NEW."school_minutes" <> earlier_minutes AND NEW."school_seconds" = earlier_seconds THEN
    NEW."school_seconds" := NEW."school_minutes" * 60;
  ELSE
    NEW."school_minutes" := NEW."school_seconds" / 60;
  END IF;
  RETURN NEW;
END
$function$;
