CREATE TYPE "syllabus_admission" AS ENUM ('open', 'test', 'previous_course');

ALTER TABLE "syllabi" ADD COLUMN "highest_start_age" INTEGER,
ADD COLUMN "admission" "syllabus_admission" NOT NULL DEFAULT 'open';

ALTER TABLE "syllabi" ADD CONSTRAINT "syllabi_highest_start_age_check" CHECK (highest_start_age >= 0);
