-- Notifies every running process of a change, which invalidates its cache (lib/platform/cache.ts). After each statement
-- that writes a table of the catalogue, the settings, the logo, the legal texts or the keys; the argument is the topic.
CREATE OR REPLACE FUNCTION record_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE "change_versions" SET "version" = "version" + 1 WHERE "topic" = TG_ARGV[0];
  PERFORM pg_notify('changes', TG_ARGV[0]);
  RETURN NULL;
END
$function$;
