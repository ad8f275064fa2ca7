-- AlterTable
ALTER TABLE "enrollments" ADD COLUMN     "keeps_place_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "guardianships" ADD COLUMN     "confirmed_at" TIMESTAMPTZ(3),
ADD COLUMN     "denied_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "disagreements" (
    "id" UUID NOT NULL,
    "enrollment_id" UUID NOT NULL,
    "guardian_id" UUID NOT NULL,
    "words" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "settled_at" TIMESTAMPTZ(3),
    "settlement" TEXT,

    CONSTRAINT "disagreements_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "consents" (
    "enrollment_id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "terms_url" TEXT NOT NULL,
    "accepted_at" TIMESTAMPTZ(3) NOT NULL,
    "locale" TEXT NOT NULL,

    CONSTRAINT "consents_pkey" PRIMARY KEY ("enrollment_id","person_id")
);

-- CreateIndex
CREATE INDEX "disagreements_enrollment_id_idx" ON "disagreements"("enrollment_id");

-- CreateIndex
CREATE INDEX "disagreements_guardian_id_idx" ON "disagreements"("guardian_id");

-- CreateIndex
CREATE INDEX "consents_person_id_idx" ON "consents"("person_id");

-- AddForeignKey
ALTER TABLE "disagreements" ADD CONSTRAINT "disagreements_enrollment_id_fkey" FOREIGN KEY ("enrollment_id") REFERENCES "enrollments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "disagreements" ADD CONSTRAINT "disagreements_guardian_id_fkey" FOREIGN KEY ("guardian_id") REFERENCES "people"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "consents" ADD CONSTRAINT "consents_enrollment_id_fkey" FOREIGN KEY ("enrollment_id") REFERENCES "enrollments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "consents" ADD CONSTRAINT "consents_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "people"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Second guardians who have an account when confirming begins have said who they are already.
UPDATE "guardianships" g SET "confirmed_at" = a."created_at"
FROM "accounts" a WHERE a."person_id" = g."guardian_id" AND g."position" > 1;
