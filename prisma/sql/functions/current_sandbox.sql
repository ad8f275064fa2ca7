-- The current sandbox (lib/platform/database/prisma.ts), 0 for the live school. Used by each view of prisma/sql/views
-- and as default of `sandbox_id`.
CREATE OR REPLACE FUNCTION current_sandbox()
 RETURNS integer
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT coalesce(nullif(current_setting('matricula.sandbox', true), ''), '0')::integer
$function$;
