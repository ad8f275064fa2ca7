-- AlterTable
ALTER TABLE "mail_pace" ADD COLUMN "held_since" TIMESTAMPTZ(3),
ADD COLUMN "held_code" TEXT;
