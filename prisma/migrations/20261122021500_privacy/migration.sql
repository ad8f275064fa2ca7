-- AlterTable
ALTER TABLE "people" ADD COLUMN     "erased_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "data_requests" (
    "id" SERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "person_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "due_on" DATE NOT NULL,
    "settled_at" TIMESTAMPTZ(3),
    "outcome" TEXT,

    CONSTRAINT "data_requests_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "data_requests_person_id_idx" ON "data_requests"("person_id");

-- AddForeignKey
ALTER TABLE "data_requests" ADD CONSTRAINT "data_requests_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "people"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "data_requests"
  ADD CONSTRAINT "data_requests_kind_check" CHECK ("kind" IN ('access', 'erasure')),
  ADD CONSTRAINT "data_requests_settled_check" CHECK (("settled_at" IS NULL) = ("outcome" IS NULL)),
  ADD CONSTRAINT "data_requests_outcome_check" CHECK ("outcome" IN ('done', 'refused', 'taken_back'));

-- Asked twice is asked once.
CREATE UNIQUE INDEX "data_requests_open_key" ON "data_requests"("person_id", "kind") WHERE "settled_at" IS NULL;
CREATE INDEX "data_requests_due_idx" ON "data_requests"("due_on") WHERE "settled_at" IS NULL;
