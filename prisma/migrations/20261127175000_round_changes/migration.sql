-- What a correction of an open round changed, which its page shows.
ALTER TABLE "round_steps" ADD COLUMN "changes" JSONB;
