-- What an integrator may know of an enrollment's changes: how many the family has been told, and when.
ALTER TABLE "enrollments" ADD COLUMN "told_version" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN "told_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

UPDATE "enrollments" e SET
  "told_version" = told.changes,
  "told_at" = GREATEST(e."created_at", told.last)
FROM (
  SELECT e."id", count(d."id") FILTER (WHERE d."status" = 'told') AS changes,
    max(d."settled_at") FILTER (WHERE d."status" = 'told') AS last
  FROM "enrollments" e LEFT JOIN "decisions" d ON d."enrollment_id" = e."id" GROUP BY e."id"
) told WHERE told."id" = e."id";

-- Pages by key: everybody's, and one key's.
CREATE INDEX "enrollments_told_at_id_idx" ON "enrollments"("told_at", "id");
CREATE INDEX "enrollments_api_key_id_told_at_id_idx" ON "enrollments"("api_key_id", "told_at", "id");
DROP INDEX "enrollments_api_key_id_idx";

-- Only telling writes `state` (lib/decisions/standing.ts), also when it stays and the place is another one.
CREATE FUNCTION count_told_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."told_version" := OLD."told_version" + 1;
  NEW."told_at" := clock_timestamp();
  RETURN NEW;
END $$;

CREATE TRIGGER "enrollment_told" BEFORE UPDATE OF "state" ON "enrollments" FOR EACH ROW EXECUTE FUNCTION count_told_change();

-- A key withdraws in the family's name.
ALTER TABLE "decisions" DROP CONSTRAINT "decisions_actor_check",
  ADD CONSTRAINT "decisions_actor_check" CHECK ("actor_kind" IN ('staff', 'command', 'family', 'api_key'));
ALTER TABLE "audit_entries" DROP CONSTRAINT "audit_entries_actor_check",
  ADD CONSTRAINT "audit_entries_actor_check" CHECK ("actor_kind" IN ('staff', 'command', 'family', 'system', 'api_key'));
