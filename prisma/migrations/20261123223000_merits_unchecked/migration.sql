-- AlterEnum
ALTER TYPE "mail_kind" ADD VALUE 'merits_unchecked';

-- AlterTable
ALTER TABLE "merits" ADD COLUMN     "told_at" TIMESTAMPTZ(3);
