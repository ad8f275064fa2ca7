-- AlterEnum
ALTER TYPE "mail_kind" ADD VALUE 'changed';

-- CreateTable
CREATE TABLE "correction_requests" (
    "id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "asked_by_id" UUID NOT NULL,
    "name" TEXT,
    "surname" TEXT,
    "birth_date" DATE,
    "document_type" TEXT,
    "document" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "settled_at" TIMESTAMPTZ(3),
    "accepted" BOOLEAN,
    "answer" TEXT,

    CONSTRAINT "correction_requests_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "correction_requests_person_id_idx" ON "correction_requests"("person_id");

-- AddForeignKey
ALTER TABLE "correction_requests" ADD CONSTRAINT "correction_requests_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "people"("id") ON DELETE CASCADE ON UPDATE CASCADE;
