-- CreateEnum
CREATE TYPE "going_on_answer" AS ENUM ('stay', 'leave');

-- AlterEnum
ALTER TYPE "mail_kind" ADD VALUE 'sign_in_link';

-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "has_password" BOOLEAN NOT NULL DEFAULT true;

-- CreateTable
CREATE TABLE "going_on" (
    "student_id" UUID NOT NULL,
    "school_year_id" INTEGER NOT NULL,
    "answer" "going_on_answer" NOT NULL,
    "answered_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "going_on_pkey" PRIMARY KEY ("student_id","school_year_id")
);

-- CreateTable
CREATE TABLE "sign_in_links" (
    "hash" BYTEA NOT NULL,
    "person_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_links_pkey" PRIMARY KEY ("hash")
);

-- CreateIndex
CREATE INDEX "going_on_school_year_id_idx" ON "going_on"("school_year_id");

-- CreateIndex
CREATE INDEX "sign_in_links_person_id_idx" ON "sign_in_links"("person_id");

-- CreateIndex
CREATE INDEX "sign_in_links_expires_at_idx" ON "sign_in_links"("expires_at");

-- AddForeignKey
ALTER TABLE "going_on" ADD CONSTRAINT "going_on_student_id_fkey" FOREIGN KEY ("student_id") REFERENCES "all_people"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "going_on" ADD CONSTRAINT "going_on_school_year_id_fkey" FOREIGN KEY ("school_year_id") REFERENCES "school_years"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sign_in_links" ADD CONSTRAINT "sign_in_links_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "all_people"("id") ON DELETE CASCADE ON UPDATE CASCADE;
