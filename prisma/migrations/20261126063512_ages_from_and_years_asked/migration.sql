ALTER TABLE "criteria" ADD COLUMN "from_years" SMALLINT;
-- Without a number only last year was counted; from now on that is all that is kept.
UPDATE "criteria" SET "years" = 1 WHERE "counts" = 'asked_before' AND "years" IS NULL;
