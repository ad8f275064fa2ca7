-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "previous_expires_at" TIMESTAMPTZ(3),
ADD COLUMN     "previous_hash" BYTEA;

-- AlterTable
ALTER TABLE "enrollments" ADD COLUMN     "test" BOOLEAN NOT NULL DEFAULT false;

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_previous_hash_key" ON "api_keys"("previous_hash");
