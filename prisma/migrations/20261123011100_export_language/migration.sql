-- AlterTable
ALTER TABLE "exports" ADD COLUMN     "locale" TEXT;
