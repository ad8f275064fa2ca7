-- AlterTable
ALTER TABLE "all_enrollments" ADD COLUMN     "answer_by" DATE;

-- AlterTable
ALTER TABLE "labels" ADD COLUMN     "retired_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "staff_members" ADD COLUMN     "shortcuts" BOOLEAN NOT NULL DEFAULT true;

-- AlterTable
ALTER TABLE "staff_sessions" ADD COLUMN     "seen_mails" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateTable
CREATE TABLE "saved_views" (
    "id" SERIAL NOT NULL,
    "member_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "saved_views_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "saved_views_member_id_name_key" ON "saved_views"("member_id", "name");

-- AddForeignKey
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "staff_members"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The rows of the sandbox at work, which are the school's own where nobody has entered one.
CREATE OR REPLACE VIEW enrollments AS
SELECT * FROM all_enrollments WHERE sandbox_id = (SELECT current_sandbox());
