-- A family's answers until they are sent: encrypted, found by the hash of a cookie, gone after 72 hours.
CREATE TABLE "drafts" (
    "id" BYTEA NOT NULL,
    "content" BYTEA NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "drafts_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "drafts_expires_at_idx" ON "drafts"("expires_at");

-- Written in the enrollment's own statement: one draft, one enrollment, however often it is sent.
CREATE TABLE "sent_drafts" (
    "draft_id" BYTEA NOT NULL,
    "reference" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sent_drafts_pkey" PRIMARY KEY ("draft_id")
);

CREATE INDEX "sent_drafts_created_at_idx" ON "sent_drafts"("created_at");
