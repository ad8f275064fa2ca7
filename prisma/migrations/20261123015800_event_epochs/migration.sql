-- An event's id is its epoch and number, enciphered with a key of its own (lib/events/ids.ts): a restored database
-- gives none of those again that the lost one gave.
ALTER TABLE "event_counter" ADD COLUMN "epoch" BIGINT NOT NULL DEFAULT 1,
  ADD COLUMN "id_key" BYTEA NOT NULL
    DEFAULT sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8'));

-- Called by every restore, which may have set an empty search path.
CREATE FUNCTION new_event_epoch() RETURNS void LANGUAGE sql AS $$
  UPDATE public.event_counter SET epoch = epoch + 1, id_key = DEFAULT WHERE id = 1
$$;
