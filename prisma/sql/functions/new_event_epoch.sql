-- Called by every restore (lib/platform/database/backup.ts), possibly with an empty search path.
CREATE OR REPLACE FUNCTION new_event_epoch()
 RETURNS void
 LANGUAGE sql
AS $function$
  UPDATE public.event_counter SET epoch = epoch + 1, id_key = DEFAULT WHERE id = 1
$function$;
