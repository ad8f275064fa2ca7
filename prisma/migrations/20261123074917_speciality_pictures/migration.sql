-- CreateTable
CREATE TABLE "speciality_pictures" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "code" TEXT,
    "type" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,
    "sha256" TEXT NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "alt_es" TEXT NOT NULL,
    "alt_ca" TEXT NOT NULL,
    "alt_en" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "speciality_pictures_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "speciality_pictures_name_key" ON "speciality_pictures"("name");

-- CreateIndex
CREATE UNIQUE INDEX "speciality_pictures_code_key" ON "speciality_pictures"("code");

-- CreateIndex
CREATE INDEX "speciality_pictures_sha256_idx" ON "speciality_pictures"("sha256");

-- What no page could show small, or say to whoever does not see it (lib/school/pictures).
ALTER TABLE "speciality_pictures"
  ADD CONSTRAINT "speciality_pictures_small" CHECK (octet_length("bytes") <= 100000),
  ADD CONSTRAINT "speciality_pictures_type" CHECK ("type" IN ('jpeg', 'png', 'webp')),
  ADD CONSTRAINT "speciality_pictures_described" CHECK ('' NOT IN ("alt_es", "alt_ca", "alt_en"));

CREATE TRIGGER speciality_pictures_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON speciality_pictures FOR EACH STATEMENT EXECUTE FUNCTION record_change('settings');
