-- One enrollment a student and year. One that was withdrawn stands aside, unless it is being put back.
CREATE UNIQUE INDEX "enrollments_student_year_key" ON "enrollments"("student_id", "school_year_id")
  WHERE "state" <> 'withdrawn' OR "decided_state" <> 'withdrawn';

-- What a family sent together, and all that its draft has become.
ALTER TABLE "enrollments" ADD COLUMN "submission_id" UUID;
CREATE INDEX "enrollments_submission_id_idx" ON "enrollments"("submission_id") WHERE "submission_id" IS NOT NULL;
ALTER TABLE "sent_drafts" ADD COLUMN "more_references" TEXT[] NOT NULL DEFAULT '{}';
