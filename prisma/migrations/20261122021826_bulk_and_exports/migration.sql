-- CreateEnum
CREATE TYPE "bulk_kind" AS ENUM ('accepted', 'waiting', 'rejected', 'label', 'resend');

-- CreateEnum
CREATE TYPE "bulk_status" AS ENUM ('draft', 'working', 'done', 'undoing', 'undone');

-- CreateEnum
CREATE TYPE "export_status" AS ENUM ('queued', 'making', 'ready', 'failed');

-- CreateTable
CREATE TABLE "bulk_actions" (
    "id" UUID NOT NULL,
    "member_id" UUID NOT NULL,
    "kind" "bulk_kind",
    "input" JSONB,
    "version" INTEGER NOT NULL DEFAULT 0,
    "status" "bulk_status" NOT NULL DEFAULT 'draft',
    "started_by" UUID,
    "undone_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "done_at" TIMESTAMPTZ(3),

    CONSTRAINT "bulk_actions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "bulk_rows" (
    "bulk_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "enrollment_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "outcome" TEXT,
    "undone" TEXT,
    "decision_id" UUID,

    CONSTRAINT "bulk_rows_pkey" PRIMARY KEY ("bulk_id","position")
);

-- CreateTable
CREATE TABLE "exports" (
    "id" UUID NOT NULL,
    "member_id" UUID NOT NULL,
    "bulk_id" UUID,
    "filters" JSONB NOT NULL,
    "sort" TEXT NOT NULL,
    "search" BYTEA,
    "columns" TEXT[],
    "format" TEXT NOT NULL,
    "status" "export_status" NOT NULL DEFAULT 'queued',
    "claim" UUID,
    "total" INTEGER,
    "written" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ready_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "exports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "export_pieces" (
    "export_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "content" BYTEA NOT NULL,

    CONSTRAINT "export_pieces_pkey" PRIMARY KEY ("export_id","position")
);

-- CreateIndex
CREATE INDEX "bulk_actions_created_at_idx" ON "bulk_actions"("created_at");

-- CreateIndex
CREATE INDEX "bulk_rows_enrollment_id_idx" ON "bulk_rows"("enrollment_id");

-- CreateIndex
CREATE UNIQUE INDEX "bulk_rows_bulk_id_enrollment_id_key" ON "bulk_rows"("bulk_id", "enrollment_id");

-- CreateIndex
CREATE INDEX "exports_member_id_idx" ON "exports"("member_id");

-- CreateIndex
CREATE INDEX "exports_bulk_id_idx" ON "exports"("bulk_id");

-- CreateIndex
CREATE INDEX "exports_expires_at_idx" ON "exports"("expires_at");

-- AddForeignKey
ALTER TABLE "bulk_actions" ADD CONSTRAINT "bulk_actions_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "staff_members"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bulk_rows" ADD CONSTRAINT "bulk_rows_bulk_id_fkey" FOREIGN KEY ("bulk_id") REFERENCES "bulk_actions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bulk_rows" ADD CONSTRAINT "bulk_rows_enrollment_id_fkey" FOREIGN KEY ("enrollment_id") REFERENCES "enrollments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "exports" ADD CONSTRAINT "exports_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "staff_members"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "exports" ADD CONSTRAINT "exports_bulk_id_fkey" FOREIGN KEY ("bulk_id") REFERENCES "bulk_actions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "export_pieces" ADD CONSTRAINT "export_pieces_export_id_fkey" FOREIGN KEY ("export_id") REFERENCES "exports"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What a family has overtaken is looked for by the page of what waits.
CREATE INDEX "decisions_void_idx" ON "decisions"("enrollment_id") WHERE "status" = 'void';

ALTER TABLE "bulk_rows" ADD CONSTRAINT "bulk_rows_position_check" CHECK ("position" > 0);
ALTER TABLE "exports"
  ADD CONSTRAINT "exports_format_check" CHECK ("format" IN ('csv;', 'csv,', 'xlsx')),
  ADD CONSTRAINT "exports_columns_check" CHECK (cardinality("columns") > 0);
