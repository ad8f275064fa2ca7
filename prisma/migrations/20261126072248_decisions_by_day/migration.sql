-- The last decision of a year, as which the next one is told: each enrollment's page asks for it.
CREATE INDEX "all_decisions_by_day_idx"
  ON "all_decisions" ("school_year_id", "decided_at" DESC, "id" DESC);
