-- Beside the enrollments and not in them: almost none came on paper, and their one statement stays as it is.
CREATE TABLE "papers" (
    "enrollment_id" UUID NOT NULL,
    "signed_by" TEXT NOT NULL,
    "signed_on" DATE NOT NULL,
    "member_id" UUID,

    CONSTRAINT "papers_pkey" PRIMARY KEY ("enrollment_id")
);

CREATE INDEX "papers_member_id_idx" ON "papers"("member_id");

ALTER TABLE "papers" ADD CONSTRAINT "papers_enrollment_id_fkey" FOREIGN KEY ("enrollment_id") REFERENCES "enrollments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "papers" ADD CONSTRAINT "papers_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "staff_members"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
