-- The trace that a transaction has noted (lib/platform/prisma.ts), if any.
CREATE OR REPLACE FUNCTION current_traceparent()
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  SELECT NULLIF(current_setting('matricula.traceparent', true), '')
$function$;

-- AlterTable
ALTER TABLE "all_enrollments" ADD COLUMN     "traceparent" TEXT;

-- AlterTable
ALTER TABLE "events" ADD COLUMN     "traceparent" TEXT DEFAULT current_traceparent();

-- The rows of the sandbox at work, which are the school's own where nobody has entered one.
CREATE OR REPLACE VIEW enrollments AS
SELECT * FROM all_enrollments WHERE sandbox_id = (SELECT current_sandbox());
