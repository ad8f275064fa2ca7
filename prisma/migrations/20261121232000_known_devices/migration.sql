-- CreateTable
CREATE TABLE "known_devices" (
    "hash" BYTEA NOT NULL,
    "person_id" UUID NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "known_devices_pkey" PRIMARY KEY ("hash")
);

-- CreateIndex
CREATE INDEX "known_devices_person_id_idx" ON "known_devices"("person_id");

-- CreateIndex
CREATE INDEX "known_devices_expires_at_idx" ON "known_devices"("expires_at");

-- AddForeignKey
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "accounts"("person_id") ON DELETE CASCADE ON UPDATE CASCADE;
