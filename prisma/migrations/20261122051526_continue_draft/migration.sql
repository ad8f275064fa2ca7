-- AlterEnum
ALTER TYPE "mail_kind" ADD VALUE 'continue_draft';

-- CreateTable
CREATE TABLE "draft_offers" (
    "person_id" UUID NOT NULL,
    "draft_id" BYTEA NOT NULL,
    "offered_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "draft_offers_pkey" PRIMARY KEY ("person_id")
);

-- CreateIndex
CREATE INDEX "draft_offers_draft_id_idx" ON "draft_offers"("draft_id");

-- AddForeignKey
ALTER TABLE "draft_offers" ADD CONSTRAINT "draft_offers_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "people"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "draft_offers" ADD CONSTRAINT "draft_offers_draft_id_fkey" FOREIGN KEY ("draft_id") REFERENCES "drafts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AlterTable
ALTER TABLE "setup_tokens" ADD COLUMN "continues" BOOLEAN NOT NULL DEFAULT false;
