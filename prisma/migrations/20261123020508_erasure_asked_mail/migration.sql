-- AlterEnum
ALTER TYPE "mail_kind" ADD VALUE 'erasure_asked';
