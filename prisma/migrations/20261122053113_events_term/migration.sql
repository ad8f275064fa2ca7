-- Events have a term (lib/events/purge.ts): the counter remembers up to where numbers may be missing.
-- Their term counts from when they got their number, which grows as the numbers do, whatever day an event is of.
ALTER TABLE "events" ADD COLUMN "numbered_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
ALTER TABLE "event_counter" ADD COLUMN "purged_to" BIGINT NOT NULL DEFAULT 0;

-- A key's own events have an index by key and number; with this one the catalogue's are merged in without a scan.
CREATE INDEX "events_catalogue_number" ON "events"("number") WHERE "type" = 'catalogue.changed';
