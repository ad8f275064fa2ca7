-- AlterEnum
ALTER TYPE "mail_kind" ADD VALUE 'correction_settled';
