-- The sandbox at work (lib/platform/database/prisma.ts), 0 where nobody has entered one: asked by each view of prisma/sql/views,
-- and the default of `sandbox_id`.
CREATE OR REPLACE FUNCTION current_sandbox()
 RETURNS integer
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT coalesce(nullif(current_setting('matricula.sandbox', true), ''), '0')::integer
$function$;
