-- AlterEnum
ALTER TYPE "mail_kind" ADD VALUE 'renewal_asked';
ALTER TYPE "mail_kind" ADD VALUE 'renewal_reminder';

-- AlterTable
ALTER TABLE "renewals" ADD COLUMN "mail_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  ADD COLUMN "asked_at" TIMESTAMPTZ(3),
  ADD COLUMN "reminded_at" TIMESTAMPTZ(3);

-- Those before this were asked without a mail.
UPDATE "renewals" SET "asked_at" = "created_at";
