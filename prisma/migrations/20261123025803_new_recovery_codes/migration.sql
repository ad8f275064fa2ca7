-- AlterTable
ALTER TABLE "staff_members" ADD COLUMN     "new_recovery_codes" BYTEA;
