-- What a test key has set in its world, and the browsers that it has put there.

CREATE TABLE "sandboxes" (
    "id" INTEGER NOT NULL,
    "today" DATE,

    CONSTRAINT "sandboxes_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "sandbox_browsers" (
    "hash" BYTEA NOT NULL,
    "sandbox_id" INTEGER NOT NULL,
    "opened" BOOLEAN NOT NULL DEFAULT false,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sandbox_browsers_pkey" PRIMARY KEY ("hash")
);

CREATE INDEX "sandbox_browsers_sandbox_id_idx" ON "sandbox_browsers"("sandbox_id");

ALTER TABLE "sandboxes" ADD CONSTRAINT "sandboxes_id_fkey"
  FOREIGN KEY ("id") REFERENCES "api_keys"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "sandbox_browsers" ADD CONSTRAINT "sandbox_browsers_sandbox_id_fkey"
  FOREIGN KEY ("sandbox_id") REFERENCES "api_keys"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What is sent by the form in a sandbox is its key's.
ALTER TABLE "enrollments" DROP CONSTRAINT "enrollments_source_check",
  ADD CONSTRAINT "enrollments_source_check"
  CHECK (("source" = 'api') = ("api_key_id" IS NOT NULL) OR ("source" = 'form' AND "test"));
