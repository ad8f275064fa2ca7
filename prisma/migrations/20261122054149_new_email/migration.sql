-- AlterEnum
ALTER TYPE "mail_kind" ADD VALUE 'confirm_email';
ALTER TYPE "mail_kind" ADD VALUE 'email_changed';

-- AlterTable
ALTER TABLE "mail_messages" ADD COLUMN "to_email" TEXT;

-- CreateTable
CREATE TABLE "email_changes" (
    "person_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "hash" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "email_changes_pkey" PRIMARY KEY ("person_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "email_changes_hash_key" ON "email_changes"("hash");

-- CreateIndex
CREATE INDEX "email_changes_expires_at_idx" ON "email_changes"("expires_at");

-- AddForeignKey
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "people"("id") ON DELETE CASCADE ON UPDATE CASCADE;
