-- A world for each test key: 0 is the live one, any other the key's id. What is taken, is taken in one world.
-- The key comes first in the indexes, so that the version before looks people up by it as before.

ALTER TABLE "people" ADD COLUMN     "sandbox_id" INTEGER NOT NULL DEFAULT 0;

-- What test keys have made so far moves there; a guardian goes with the child.
UPDATE "people" p SET "sandbox_id" = e."api_key_id"
FROM "enrollments" e WHERE e."student_id" = p."id" AND e."test" AND e."api_key_id" IS NOT NULL;

UPDATE "people" p SET "sandbox_id" = s."sandbox_id"
FROM "guardianships" g JOIN "people" s ON s."id" = g."student_id"
WHERE g."guardian_id" = p."id" AND s."sandbox_id" <> 0;

DROP INDEX "people_email_key_key";
CREATE UNIQUE INDEX "people_email_key_key" ON "people"("email_key", "sandbox_id");

DROP INDEX "people_document_key_key";
CREATE UNIQUE INDEX "people_document_key_key" ON "people"("document_key", "sandbox_id");

CREATE INDEX "people_sandbox_idx" ON "people"("sandbox_id") WHERE "sandbox_id" <> 0;

ALTER TABLE "mail_suppressions" ADD COLUMN     "sandbox_id" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "mail_suppressions" DROP CONSTRAINT "mail_suppressions_pkey",
  ADD CONSTRAINT "mail_suppressions_pkey" PRIMARY KEY ("email_key", "sandbox_id");
