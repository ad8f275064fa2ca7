-- CreateEnum
CREATE TYPE "staff_role" AS ENUM ('reader', 'secretary', 'head', 'admin');

-- CreateTable
CREATE TABLE "staff_members" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "email_key" TEXT NOT NULL,
    "name" TEXT,
    "role" "staff_role" NOT NULL,
    "locale" TEXT NOT NULL,
    "password_hash" TEXT,
    "link_hash" BYTEA,
    "link_expires_at" TIMESTAMPTZ(3),
    "totp_secret" BYTEA,
    "totp_confirmed_at" TIMESTAMPTZ(3),
    "totp_last_step" BIGINT NOT NULL DEFAULT 0,
    "code_failures" SMALLINT NOT NULL DEFAULT 0,
    "codes_stopped_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "staff_members_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "staff_recovery_codes" (
    "hash" BYTEA NOT NULL,
    "member_id" UUID NOT NULL,

    CONSTRAINT "staff_recovery_codes_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "staff_sessions" (
    "hash" BYTEA NOT NULL,
    "id" UUID NOT NULL,
    "member_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "opened_at" TIMESTAMPTZ(3),
    "password_at" TIMESTAMPTZ(3) NOT NULL,
    "user_agent" TEXT NOT NULL,

    CONSTRAINT "staff_sessions_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "staff_devices" (
    "hash" BYTEA NOT NULL,
    "member_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "staff_devices_pkey" PRIMARY KEY ("member_id","hash")
);

-- CreateTable
CREATE TABLE "held_forms" (
    "hash" BYTEA NOT NULL,
    "member_id" UUID NOT NULL,
    "content" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "held_forms_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "access_entries" (
    "member_id" UUID NOT NULL,
    "enrollment_id" UUID NOT NULL,
    "hour" TIMESTAMPTZ(0) NOT NULL,

    CONSTRAINT "access_entries_pkey" PRIMARY KEY ("enrollment_id","member_id","hour")
);

-- CreateTable
CREATE TABLE "notes" (
    "id" UUID NOT NULL,
    "enrollment_id" UUID NOT NULL,
    "member_id" UUID NOT NULL,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "notes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "labels" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "labels_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "enrollment_labels" (
    "enrollment_id" UUID NOT NULL,
    "label_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "enrollment_labels_pkey" PRIMARY KEY ("enrollment_id","label_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "staff_members_email_key_key" ON "staff_members"("email_key");

-- CreateIndex
CREATE UNIQUE INDEX "staff_members_link_hash_key" ON "staff_members"("link_hash");

-- CreateIndex
CREATE INDEX "staff_recovery_codes_member_id_idx" ON "staff_recovery_codes"("member_id");

-- CreateIndex
CREATE UNIQUE INDEX "staff_sessions_id_key" ON "staff_sessions"("id");

-- CreateIndex
CREATE INDEX "staff_sessions_member_id_idx" ON "staff_sessions"("member_id");

-- CreateIndex
CREATE INDEX "staff_sessions_created_at_idx" ON "staff_sessions"("created_at");

-- CreateIndex
CREATE INDEX "held_forms_expires_at_idx" ON "held_forms"("expires_at");

-- CreateIndex
CREATE INDEX "access_entries_hour_idx" ON "access_entries"("hour");

-- CreateIndex
CREATE INDEX "notes_enrollment_id_created_at_idx" ON "notes"("enrollment_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "labels_name_key_key" ON "labels"("name_key");

-- CreateIndex
CREATE INDEX "enrollment_labels_label_id_idx" ON "enrollment_labels"("label_id");

-- AddForeignKey
ALTER TABLE "staff_recovery_codes" ADD CONSTRAINT "staff_recovery_codes_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "staff_members"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "staff_sessions" ADD CONSTRAINT "staff_sessions_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "staff_members"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "staff_devices" ADD CONSTRAINT "staff_devices_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "staff_members"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "held_forms" ADD CONSTRAINT "held_forms_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "staff_members"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "access_entries" ADD CONSTRAINT "access_entries_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "staff_members"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "access_entries" ADD CONSTRAINT "access_entries_enrollment_id_fkey" FOREIGN KEY ("enrollment_id") REFERENCES "enrollments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notes" ADD CONSTRAINT "notes_enrollment_id_fkey" FOREIGN KEY ("enrollment_id") REFERENCES "enrollments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notes" ADD CONSTRAINT "notes_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "staff_members"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "enrollment_labels" ADD CONSTRAINT "enrollment_labels_enrollment_id_fkey" FOREIGN KEY ("enrollment_id") REFERENCES "enrollments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "enrollment_labels" ADD CONSTRAINT "enrollment_labels_label_id_fkey" FOREIGN KEY ("label_id") REFERENCES "labels"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "staff_members" ADD CONSTRAINT "staff_members_link_check" CHECK (("link_hash" IS NULL) = ("link_expires_at" IS NULL) AND length("link_hash") = 32);
ALTER TABLE "staff_sessions" ADD CONSTRAINT "staff_sessions_hash_check" CHECK (length("hash") = 32);
ALTER TABLE "notes" ADD CONSTRAINT "notes_text_check" CHECK (length("text") BETWEEN 1 AND 4000);
ALTER TABLE "labels" ADD CONSTRAINT "labels_name_check" CHECK (length("name") BETWEEN 1 AND 40);
