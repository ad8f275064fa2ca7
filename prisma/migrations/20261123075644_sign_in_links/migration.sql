-- AlterEnum
ALTER TYPE "mail_kind" ADD VALUE 'sign_in_link';

-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "has_password" BOOLEAN NOT NULL DEFAULT true;

-- CreateTable
CREATE TABLE "sign_in_links" (
    "hash" BYTEA NOT NULL,
    "person_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_links_pkey" PRIMARY KEY ("hash")
);

-- CreateIndex
CREATE INDEX "sign_in_links_person_id_idx" ON "sign_in_links"("person_id");

-- CreateIndex
CREATE INDEX "sign_in_links_expires_at_idx" ON "sign_in_links"("expires_at");

-- AddForeignKey
ALTER TABLE "sign_in_links" ADD CONSTRAINT "sign_in_links_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "all_people"("id") ON DELETE CASCADE ON UPDATE CASCADE;
