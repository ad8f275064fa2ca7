-- What families read in their language; the API's names stay the school's own.
ALTER TABLE "degrees" ADD COLUMN "name_ca" TEXT, ADD COLUMN "name_en" TEXT;
ALTER TABLE "courses" ADD COLUMN "name_ca" TEXT, ADD COLUMN "name_en" TEXT;
ALTER TABLE "specialities" ADD COLUMN "name_ca" TEXT, ADD COLUMN "name_en" TEXT;
ALTER TABLE "subjects" ADD COLUMN "name_ca" TEXT, ADD COLUMN "name_en" TEXT;
ALTER TABLE "syllabi" ADD COLUMN "name_ca" TEXT, ADD COLUMN "name_en" TEXT;
