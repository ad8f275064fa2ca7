-- CreateEnum
CREATE TYPE "going_on_answer" AS ENUM ('stay', 'change', 'leave');

-- CreateTable
CREATE TABLE "renewals" (
    "school_year_id" INTEGER NOT NULL,
    "answer_by" DATE NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "renewals_pkey" PRIMARY KEY ("school_year_id")
);

-- CreateTable
CREATE TABLE "going_on" (
    "student_id" UUID NOT NULL,
    "school_year_id" INTEGER NOT NULL,
    "answer" "going_on_answer",
    "answered_at" TIMESTAMPTZ(3),
    "asked" SMALLINT NOT NULL DEFAULT 0,
    "asked_on" DATE,

    CONSTRAINT "going_on_pkey" PRIMARY KEY ("student_id","school_year_id")
);

-- CreateIndex
CREATE INDEX "going_on_school_year_id_idx" ON "going_on"("school_year_id");

-- AddForeignKey
ALTER TABLE "renewals" ADD CONSTRAINT "renewals_school_year_id_fkey" FOREIGN KEY ("school_year_id") REFERENCES "school_years"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "going_on" ADD CONSTRAINT "going_on_student_id_fkey" FOREIGN KEY ("student_id") REFERENCES "all_people"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "going_on" ADD CONSTRAINT "going_on_school_year_id_fkey" FOREIGN KEY ("school_year_id") REFERENCES "school_years"("id") ON DELETE CASCADE ON UPDATE CASCADE;
