-- The trace of the transaction (lib/platform/database/prisma.ts), if any.
CREATE OR REPLACE FUNCTION current_traceparent()
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  SELECT NULLIF(current_setting('matricula.traceparent', true), '')
$function$;
