-- What else than an enrollment is answered once under an Idempotency-Key keeps its answer, sealed (lib/api/once.ts).
ALTER TABLE "idempotency_records" ALTER COLUMN "reference" SET DEFAULT '', ADD COLUMN "answer" BYTEA;
