-- AlterEnum
ALTER TYPE "mail_kind" ADD VALUE 'password_reset';

-- AlterTable
ALTER TABLE "mail_messages" ADD COLUMN     "attempts" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "bounced_at" TIMESTAMPTZ(3),
ADD COLUMN     "complained_at" TIMESTAMPTZ(3),
ADD COLUMN     "delayed_at" TIMESTAMPTZ(3),
ADD COLUMN     "delivered_at" TIMESTAMPTZ(3),
ADD COLUMN     "failed_at" TIMESTAMPTZ(3),
ADD COLUMN     "first_attempt_at" TIMESTAMPTZ(3),
ADD COLUMN     "last_attempt_at" TIMESTAMPTZ(3),
ADD COLUMN     "last_error" TEXT,
ADD COLUMN     "payload" JSONB,
ADD COLUMN     "provider_id" TEXT,
ADD COLUMN     "sent_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "mail_events" (
    "id" TEXT NOT NULL,
    "message_id" UUID,
    "type" TEXT NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "mail_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "mail_suppressions" (
    "email_key" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "mail_suppressions_pkey" PRIMARY KEY ("email_key")
);

-- CreateTable
CREATE TABLE "mail_pace" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "next_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "mail_pace_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "setup_tokens" (
    "hash" BYTEA NOT NULL,
    "person_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "spent_at" TIMESTAMPTZ(3),
    "superseded_at" TIMESTAMPTZ(3),

    CONSTRAINT "setup_tokens_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "accounts" (
    "person_id" UUID NOT NULL,
    "password_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "password_changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "accounts_pkey" PRIMARY KEY ("person_id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "hash" BYTEA NOT NULL,
    "person_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "account_limits" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "account_limits_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "mail_events_received_at_idx" ON "mail_events"("received_at");

-- CreateIndex
CREATE INDEX "setup_tokens_person_id_idx" ON "setup_tokens"("person_id");

-- CreateIndex
CREATE INDEX "setup_tokens_expires_at_idx" ON "setup_tokens"("expires_at");

-- CreateIndex
CREATE INDEX "sessions_person_id_idx" ON "sessions"("person_id");

-- CreateIndex
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "mail_messages_provider_id_key" ON "mail_messages"("provider_id");

-- AddForeignKey
ALTER TABLE "setup_tokens" ADD CONSTRAINT "setup_tokens_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "people"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "people"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "accounts"("person_id") ON DELETE CASCADE ON UPDATE CASCADE;


-- The one row that all workers take their turns from.
INSERT INTO "mail_pace" ("id") VALUES (1);
ALTER TABLE "mail_pace" ADD CONSTRAINT "mail_pace_one_row_check" CHECK ("id" = 1);
ALTER TABLE "setup_tokens" ADD CONSTRAINT "setup_tokens_hash_check" CHECK (length("hash") = 32);
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_hash_check" CHECK (length("hash") = 32);
