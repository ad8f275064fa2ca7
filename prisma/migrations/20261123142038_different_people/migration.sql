-- CreateTable
CREATE TABLE "different_people" (
    "one_id" UUID NOT NULL,
    "other_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "different_people_pkey" PRIMARY KEY ("one_id","other_id")
);

-- CreateIndex
CREATE INDEX "different_people_other_id_idx" ON "different_people"("other_id");

-- AddForeignKey
ALTER TABLE "different_people" ADD CONSTRAINT "different_people_one_id_fkey" FOREIGN KEY ("one_id") REFERENCES "all_people"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "different_people" ADD CONSTRAINT "different_people_other_id_fkey" FOREIGN KEY ("other_id") REFERENCES "all_people"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A pair stands once.
ALTER TABLE "different_people" ADD CONSTRAINT "different_people_order_check" CHECK ("one_id" < "other_id");
