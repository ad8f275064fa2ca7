-- CreateEnum
CREATE TYPE "syllabus_subject_kind" AS ENUM ('mandatory', 'optional', 'speciality');

-- CreateEnum
CREATE TYPE "enrollment_state" AS ENUM ('pending', 'accepted', 'rejected', 'withdrawn');

-- CreateEnum
CREATE TYPE "enrollment_source" AS ENUM ('api', 'form');

-- CreateEnum
CREATE TYPE "mail_kind" AS ENUM ('adult_student', 'guardian', 'second_guardian', 'minor_student');

-- CreateEnum
CREATE TYPE "mail_state" AS ENUM ('queued', 'sent', 'delivered', 'delayed', 'bounced', 'complained', 'failed');

-- CreateTable
CREATE TABLE "school_years" (
    "id" SERIAL NOT NULL,
    "year" TEXT NOT NULL,
    "start_enrollment" DATE NOT NULL,
    "end_enrollment" DATE,
    "start_school_year" DATE NOT NULL,
    "end_school_year" DATE NOT NULL,

    CONSTRAINT "school_years_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "degrees" (
    "id" SERIAL NOT NULL,
    "order" INTEGER NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "degrees_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "courses" (
    "id" SERIAL NOT NULL,
    "degree_id" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "courses_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "grading_systems" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "grading_systems_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "specialities" (
    "id" SERIAL NOT NULL,
    "school_year_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "code" TEXT,

    CONSTRAINT "specialities_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "subjects" (
    "id" SERIAL NOT NULL,
    "school_year_id" INTEGER NOT NULL,
    "code" TEXT,
    "name" TEXT NOT NULL,
    "school_minutes" INTEGER NOT NULL,
    "price" DECIMAL(10,2) NOT NULL,
    "student_ratio" INTEGER NOT NULL,
    "ects" DECIMAL(6,2) NOT NULL,
    "is_individual" BOOLEAN NOT NULL,

    CONSTRAINT "subjects_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "syllabi" (
    "id" SERIAL NOT NULL,
    "school_year_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL DEFAULT '',
    "course_id" INTEGER NOT NULL,
    "min_electives" INTEGER NOT NULL,
    "max_electives" INTEGER NOT NULL,
    "age" INTEGER NOT NULL,
    "max_failed_subjects_to_pass" INTEGER NOT NULL,
    "grading_system_id" INTEGER NOT NULL,

    CONSTRAINT "syllabi_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "syllabus_specialities" (
    "syllabus_id" INTEGER NOT NULL,
    "speciality_id" INTEGER NOT NULL,
    "school_year_id" INTEGER NOT NULL,

    CONSTRAINT "syllabus_specialities_pkey" PRIMARY KEY ("syllabus_id","speciality_id")
);

-- CreateTable
CREATE TABLE "syllabus_subjects" (
    "id" SERIAL NOT NULL,
    "syllabus_id" INTEGER NOT NULL,
    "subject_id" INTEGER NOT NULL,
    "school_year_id" INTEGER NOT NULL,
    "kind" "syllabus_subject_kind" NOT NULL,
    "speciality_id" INTEGER,
    "classes_per_week" INTEGER NOT NULL,

    CONSTRAINT "syllabus_subjects_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "people" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "email_key" TEXT NOT NULL,
    "name" TEXT,
    "surname" TEXT,
    "birth_date" DATE,
    "document_type" TEXT,
    "document" TEXT,
    "document_key" TEXT,
    "phone_country_code" TEXT,
    "phone" TEXT,
    "country" TEXT,
    "city" TEXT,
    "zip_code" TEXT,
    "address" TEXT,
    "locale" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "people_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "guardianships" (
    "student_id" UUID NOT NULL,
    "guardian_id" UUID NOT NULL,
    "position" SMALLINT NOT NULL,

    CONSTRAINT "guardianships_pkey" PRIMARY KEY ("student_id","guardian_id")
);

-- CreateTable
CREATE TABLE "enrollments" (
    "id" UUID NOT NULL,
    "reference" TEXT NOT NULL,
    "school_year_id" INTEGER NOT NULL,
    "student_id" UUID NOT NULL,
    "state" "enrollment_state" NOT NULL DEFAULT 'pending',
    "experience_speciality_id" INTEGER,
    "experience_years" SMALLINT,
    "observations" TEXT,
    "terms_url" TEXT NOT NULL,
    "terms_accepted_at" TIMESTAMPTZ(3) NOT NULL,
    "locale" TEXT NOT NULL,
    "source" "enrollment_source" NOT NULL,
    "api_key_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "enrollments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "speciality_choices" (
    "enrollment_id" UUID NOT NULL,
    "option" SMALLINT NOT NULL,
    "speciality_id" INTEGER NOT NULL,
    "school_year_id" INTEGER NOT NULL,

    CONSTRAINT "speciality_choices_pkey" PRIMARY KEY ("enrollment_id","option")
);

-- CreateTable
CREATE TABLE "syllabus_choices" (
    "enrollment_id" UUID NOT NULL,
    "option" SMALLINT NOT NULL,
    "syllabus_id" INTEGER NOT NULL,
    "school_year_id" INTEGER NOT NULL,

    CONSTRAINT "syllabus_choices_pkey" PRIMARY KEY ("enrollment_id","option")
);

-- CreateTable
CREATE TABLE "mail_messages" (
    "id" UUID NOT NULL,
    "kind" "mail_kind" NOT NULL,
    "enrollment_id" UUID,
    "person_id" UUID NOT NULL,
    "locale" TEXT NOT NULL,
    "state" "mail_state" NOT NULL DEFAULT 'queued',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "mail_messages_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "scopes" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency_records" (
    "api_key_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "request_hash" BYTEA NOT NULL,
    "reference" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_records_pkey" PRIMARY KEY ("api_key_id","key")
);

-- CreateTable
CREATE TABLE "settings" (
    "key" TEXT NOT NULL,
    "value" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "settings_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "change_versions" (
    "topic" TEXT NOT NULL,
    "version" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "change_versions_pkey" PRIMARY KEY ("topic")
);

-- CreateIndex
CREATE UNIQUE INDEX "school_years_year_key" ON "school_years"("year");

-- CreateIndex
CREATE INDEX "school_years_end_school_year_idx" ON "school_years"("end_school_year");

-- CreateIndex
CREATE UNIQUE INDEX "courses_degree_id_number_key" ON "courses"("degree_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "specialities_school_year_id_name_key" ON "specialities"("school_year_id", "name");

-- CreateIndex
CREATE UNIQUE INDEX "specialities_school_year_id_code_key" ON "specialities"("school_year_id", "code");

-- CreateIndex
CREATE UNIQUE INDEX "specialities_id_school_year_id_key" ON "specialities"("id", "school_year_id");

-- CreateIndex
CREATE INDEX "subjects_school_year_id_idx" ON "subjects"("school_year_id");

-- CreateIndex
CREATE UNIQUE INDEX "subjects_school_year_id_code_key" ON "subjects"("school_year_id", "code");

-- CreateIndex
CREATE UNIQUE INDEX "subjects_id_school_year_id_key" ON "subjects"("id", "school_year_id");

-- CreateIndex
CREATE INDEX "syllabi_school_year_id_idx" ON "syllabi"("school_year_id");

-- CreateIndex
CREATE INDEX "syllabi_course_id_idx" ON "syllabi"("course_id");

-- CreateIndex
CREATE UNIQUE INDEX "syllabi_id_school_year_id_key" ON "syllabi"("id", "school_year_id");

-- CreateIndex
CREATE INDEX "syllabus_specialities_speciality_id_idx" ON "syllabus_specialities"("speciality_id");

-- CreateIndex
CREATE INDEX "syllabus_subjects_syllabus_id_idx" ON "syllabus_subjects"("syllabus_id");

-- CreateIndex
CREATE INDEX "syllabus_subjects_subject_id_idx" ON "syllabus_subjects"("subject_id");

-- CreateIndex
CREATE INDEX "syllabus_subjects_speciality_id_idx" ON "syllabus_subjects"("speciality_id");

-- CreateIndex
CREATE UNIQUE INDEX "people_email_key_key" ON "people"("email_key");

-- CreateIndex
CREATE UNIQUE INDEX "people_document_key_key" ON "people"("document_key");

-- CreateIndex
CREATE INDEX "guardianships_guardian_id_idx" ON "guardianships"("guardian_id");

-- CreateIndex
CREATE UNIQUE INDEX "guardianships_student_id_position_key" ON "guardianships"("student_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "enrollments_reference_key" ON "enrollments"("reference");

-- CreateIndex
CREATE INDEX "enrollments_student_id_idx" ON "enrollments"("student_id");

-- CreateIndex
CREATE INDEX "enrollments_school_year_id_idx" ON "enrollments"("school_year_id");

-- CreateIndex
CREATE INDEX "enrollments_experience_speciality_id_idx" ON "enrollments"("experience_speciality_id");

-- CreateIndex
CREATE INDEX "enrollments_api_key_id_idx" ON "enrollments"("api_key_id");

-- CreateIndex
CREATE UNIQUE INDEX "enrollments_id_school_year_id_key" ON "enrollments"("id", "school_year_id");

-- CreateIndex
CREATE INDEX "speciality_choices_speciality_id_idx" ON "speciality_choices"("speciality_id");

-- CreateIndex
CREATE INDEX "syllabus_choices_syllabus_id_idx" ON "syllabus_choices"("syllabus_id");

-- CreateIndex
CREATE INDEX "mail_messages_enrollment_id_idx" ON "mail_messages"("enrollment_id");

-- CreateIndex
CREATE INDEX "mail_messages_person_id_idx" ON "mail_messages"("person_id");

-- CreateIndex
CREATE INDEX "mail_messages_state_created_at_idx" ON "mail_messages"("state", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_name_key" ON "api_keys"("name");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_prefix_key" ON "api_keys"("prefix");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_hash_key" ON "api_keys"("hash");

-- CreateIndex
CREATE INDEX "idempotency_records_created_at_idx" ON "idempotency_records"("created_at");

-- AddForeignKey
ALTER TABLE "courses" ADD CONSTRAINT "courses_degree_id_fkey" FOREIGN KEY ("degree_id") REFERENCES "degrees"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "specialities" ADD CONSTRAINT "specialities_school_year_id_fkey" FOREIGN KEY ("school_year_id") REFERENCES "school_years"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subjects" ADD CONSTRAINT "subjects_school_year_id_fkey" FOREIGN KEY ("school_year_id") REFERENCES "school_years"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "syllabi" ADD CONSTRAINT "syllabi_school_year_id_fkey" FOREIGN KEY ("school_year_id") REFERENCES "school_years"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "syllabi" ADD CONSTRAINT "syllabi_course_id_fkey" FOREIGN KEY ("course_id") REFERENCES "courses"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "syllabi" ADD CONSTRAINT "syllabi_grading_system_id_fkey" FOREIGN KEY ("grading_system_id") REFERENCES "grading_systems"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "syllabus_specialities" ADD CONSTRAINT "syllabus_specialities_syllabus_id_school_year_id_fkey" FOREIGN KEY ("syllabus_id", "school_year_id") REFERENCES "syllabi"("id", "school_year_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "syllabus_specialities" ADD CONSTRAINT "syllabus_specialities_speciality_id_school_year_id_fkey" FOREIGN KEY ("speciality_id", "school_year_id") REFERENCES "specialities"("id", "school_year_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "syllabus_subjects" ADD CONSTRAINT "syllabus_subjects_syllabus_id_school_year_id_fkey" FOREIGN KEY ("syllabus_id", "school_year_id") REFERENCES "syllabi"("id", "school_year_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "syllabus_subjects" ADD CONSTRAINT "syllabus_subjects_subject_id_school_year_id_fkey" FOREIGN KEY ("subject_id", "school_year_id") REFERENCES "subjects"("id", "school_year_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "syllabus_subjects" ADD CONSTRAINT "syllabus_subjects_speciality_id_school_year_id_fkey" FOREIGN KEY ("speciality_id", "school_year_id") REFERENCES "specialities"("id", "school_year_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "guardianships" ADD CONSTRAINT "guardianships_student_id_fkey" FOREIGN KEY ("student_id") REFERENCES "people"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "guardianships" ADD CONSTRAINT "guardianships_guardian_id_fkey" FOREIGN KEY ("guardian_id") REFERENCES "people"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "enrollments" ADD CONSTRAINT "enrollments_school_year_id_fkey" FOREIGN KEY ("school_year_id") REFERENCES "school_years"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "enrollments" ADD CONSTRAINT "enrollments_student_id_fkey" FOREIGN KEY ("student_id") REFERENCES "people"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "enrollments" ADD CONSTRAINT "enrollments_experience_speciality_id_school_year_id_fkey" FOREIGN KEY ("experience_speciality_id", "school_year_id") REFERENCES "specialities"("id", "school_year_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "enrollments" ADD CONSTRAINT "enrollments_api_key_id_fkey" FOREIGN KEY ("api_key_id") REFERENCES "api_keys"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "speciality_choices" ADD CONSTRAINT "speciality_choices_enrollment_id_school_year_id_fkey" FOREIGN KEY ("enrollment_id", "school_year_id") REFERENCES "enrollments"("id", "school_year_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "speciality_choices" ADD CONSTRAINT "speciality_choices_speciality_id_school_year_id_fkey" FOREIGN KEY ("speciality_id", "school_year_id") REFERENCES "specialities"("id", "school_year_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "syllabus_choices" ADD CONSTRAINT "syllabus_choices_enrollment_id_school_year_id_fkey" FOREIGN KEY ("enrollment_id", "school_year_id") REFERENCES "enrollments"("id", "school_year_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "syllabus_choices" ADD CONSTRAINT "syllabus_choices_syllabus_id_school_year_id_fkey" FOREIGN KEY ("syllabus_id", "school_year_id") REFERENCES "syllabi"("id", "school_year_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mail_messages" ADD CONSTRAINT "mail_messages_enrollment_id_fkey" FOREIGN KEY ("enrollment_id") REFERENCES "enrollments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mail_messages" ADD CONSTRAINT "mail_messages_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "people"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "idempotency_records" ADD CONSTRAINT "idempotency_records_api_key_id_fkey" FOREIGN KEY ("api_key_id") REFERENCES "api_keys"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Checks: what Prisma's schema cannot say.
ALTER TABLE "school_years"
  ADD CONSTRAINT "school_years_year_check" CHECK ("year" ~ '^[0-9]{4}/[0-9]{4}$'),
  ADD CONSTRAINT "school_years_enrollment_check" CHECK ("end_enrollment" IS NULL OR "end_enrollment" >= "start_enrollment"),
  ADD CONSTRAINT "school_years_period_check" CHECK ("end_school_year" >= "start_school_year");
ALTER TABLE "subjects"
  ADD CONSTRAINT "subjects_school_minutes_check" CHECK ("school_minutes" >= 0),
  ADD CONSTRAINT "subjects_price_check" CHECK ("price" >= 0),
  ADD CONSTRAINT "subjects_student_ratio_check" CHECK ("student_ratio" > 0),
  ADD CONSTRAINT "subjects_ects_check" CHECK ("ects" >= 0);
ALTER TABLE "syllabi"
  ADD CONSTRAINT "syllabi_electives_check" CHECK ("min_electives" >= 0 AND "max_electives" >= "min_electives"),
  ADD CONSTRAINT "syllabi_age_check" CHECK ("age" >= 0),
  ADD CONSTRAINT "syllabi_max_failed_check" CHECK ("max_failed_subjects_to_pass" >= 0);
ALTER TABLE "syllabus_subjects"
  ADD CONSTRAINT "syllabus_subjects_classes_check" CHECK ("classes_per_week" >= 0),
  ADD CONSTRAINT "syllabus_subjects_speciality_check" CHECK (("kind" = 'speciality') = ("speciality_id" IS NOT NULL));
ALTER TABLE "people"
  ADD CONSTRAINT "people_document_check" CHECK (("document" IS NULL) = ("document_key" IS NULL));
ALTER TABLE "guardianships"
  ADD CONSTRAINT "guardianships_position_check" CHECK ("position" IN (1, 2)),
  ADD CONSTRAINT "guardianships_distinct_check" CHECK ("student_id" <> "guardian_id");
ALTER TABLE "enrollments"
  ADD CONSTRAINT "enrollments_experience_years_check" CHECK ("experience_years" BETWEEN 0 AND 3),
  ADD CONSTRAINT "enrollments_source_check" CHECK (("source" = 'api') = ("api_key_id" IS NOT NULL));
ALTER TABLE "speciality_choices" ADD CONSTRAINT "speciality_choices_option_check" CHECK ("option" BETWEEN 1 AND 3);
ALTER TABLE "syllabus_choices" ADD CONSTRAINT "syllabus_choices_option_check" CHECK ("option" BETWEEN 1 AND 3);

-- Changes: whoever writes these tables, every running process hears of it (lib/changes.ts).
INSERT INTO "change_versions" ("topic") VALUES ('catalogue'), ('settings'), ('api_keys');

CREATE FUNCTION record_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "change_versions" SET "version" = "version" + 1 WHERE "topic" = TG_ARGV[0];
  PERFORM pg_notify('changes', TG_ARGV[0]);
  RETURN NULL;
END
$$;

CREATE TRIGGER "school_years_changed" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "school_years" FOR EACH STATEMENT EXECUTE FUNCTION record_change('catalogue');
CREATE TRIGGER "degrees_changed" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "degrees" FOR EACH STATEMENT EXECUTE FUNCTION record_change('catalogue');
CREATE TRIGGER "courses_changed" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "courses" FOR EACH STATEMENT EXECUTE FUNCTION record_change('catalogue');
CREATE TRIGGER "grading_systems_changed" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "grading_systems" FOR EACH STATEMENT EXECUTE FUNCTION record_change('catalogue');
CREATE TRIGGER "specialities_changed" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "specialities" FOR EACH STATEMENT EXECUTE FUNCTION record_change('catalogue');
CREATE TRIGGER "subjects_changed" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "subjects" FOR EACH STATEMENT EXECUTE FUNCTION record_change('catalogue');
CREATE TRIGGER "syllabi_changed" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "syllabi" FOR EACH STATEMENT EXECUTE FUNCTION record_change('catalogue');
CREATE TRIGGER "syllabus_specialities_changed" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "syllabus_specialities" FOR EACH STATEMENT EXECUTE FUNCTION record_change('catalogue');
CREATE TRIGGER "syllabus_subjects_changed" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "syllabus_subjects" FOR EACH STATEMENT EXECUTE FUNCTION record_change('catalogue');
CREATE TRIGGER "settings_changed" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "settings" FOR EACH STATEMENT EXECUTE FUNCTION record_change('settings');
-- Not on every update: `last_used_at` is written by running servers and changes nothing they hold.
CREATE TRIGGER "api_keys_changed" AFTER INSERT OR DELETE OR TRUNCATE OR UPDATE OF "name", "hash", "scopes", "expires_at", "revoked_at" ON "api_keys" FOR EACH STATEMENT EXECUTE FUNCTION record_change('api_keys');
