-- AlterTable
ALTER TABLE "all_decisions" ADD COLUMN     "repeats" TEXT;

-- Follows from the name, without accents, case, spaces and marks, and the birth date; an emptied row has none. Small, so
-- that its index costs an enrollment next to nothing, and nobody's name a second time.
ALTER TABLE "all_people" ADD COLUMN     "same_key" BIGINT GENERATED ALWAYS AS (hashtextextended(
  regexp_replace(lower(normalize("name" || "surname", NFD)), '[\u0300-\u036f\u00b7\u2019[:space:][:punct:]]', '', 'g')
    || ' ' || ("birth_date" - date '2000-01-01')::text, 0)) STORED;

-- CreateIndex
CREATE INDEX "all_people_same_key_idx" ON "all_people"("same_key");

-- The rows of the sandbox at work, which are the school's own where nobody has entered one.
CREATE OR REPLACE VIEW decisions AS
SELECT * FROM all_decisions WHERE sandbox_id = (SELECT current_sandbox());

-- The rows of the sandbox at work, which are the school's own where nobody has entered one.
CREATE OR REPLACE VIEW people AS
SELECT * FROM all_people WHERE sandbox_id = (SELECT current_sandbox());

-- What a family is told whose enrollment was sent twice.
INSERT INTO "reasons" ("code", "offered_for", "es", "ca", "en") VALUES
  ('repeated', '{}', 'Esta solicitud estaba repetida: la otra sigue en pie.', 'Aquesta sol·licitud estava repetida: l’altra continua en peu.', 'This request had been sent twice: the other one stands.');
