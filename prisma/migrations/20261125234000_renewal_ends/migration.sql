-- The end of the day until which a renewal is asked, in the school's time zone: an order in SQL asks for it.
ALTER TABLE "renewals" ADD COLUMN "ends_at" TIMESTAMPTZ(3);
UPDATE "renewals" SET "ends_at" = ("answer_by" + 1)::timestamp AT TIME ZONE
  coalesce((SELECT "value" #>> '{}' FROM "settings" WHERE "key" = 'time_zone'), 'Europe/Madrid');
