-- A revoked key's name is free for another one.
-- DropIndex
DROP INDEX "api_keys_name_key";

CREATE UNIQUE INDEX "api_keys_name_in_use" ON "api_keys"("name") WHERE "revoked_at" IS NULL;
