-- A delivery's row is its own job: whoever attempts it claims it (lib/webhooks/claim.ts).
ALTER TABLE "webhook_deliveries" ADD COLUMN "claimed_until" TIMESTAMPTZ(3);

CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" ("endpoint_id", "next_at") WHERE "state" = 'pending';
CREATE INDEX "webhook_deliveries_claimed" ON "webhook_deliveries" ("endpoint_id") WHERE "claimed_until" IS NOT NULL;
