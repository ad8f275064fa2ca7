-- AlterTable
ALTER TABLE "mail_pace" ADD COLUMN     "paused_by" UUID,
ADD COLUMN     "paused_since" TIMESTAMPTZ(3);
