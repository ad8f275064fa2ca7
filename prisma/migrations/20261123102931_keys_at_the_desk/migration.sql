-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "contact" TEXT,
ADD COLUMN     "end_told_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "api_key_days" (
    "api_key_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "calls" INTEGER NOT NULL,
    "errors" INTEGER NOT NULL,

    CONSTRAINT "api_key_days_pkey" PRIMARY KEY ("api_key_id","day")
);

-- AddForeignKey
ALTER TABLE "api_key_days" ADD CONSTRAINT "api_key_days_api_key_id_fkey" FOREIGN KEY ("api_key_id") REFERENCES "api_keys"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A secret before the last one that is stopped is another key to whoever holds it in memory.
CREATE OR REPLACE TRIGGER api_keys_changed AFTER INSERT OR DELETE OR UPDATE OF name, hash, previous_hash, previous_expires_at, scopes, expires_at, revoked_at OR TRUNCATE ON api_keys FOR EACH STATEMENT EXECUTE FUNCTION record_change('api_keys');
