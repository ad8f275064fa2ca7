-- The few who were erased, found without reading everybody: most lists of the desk leave them out.
CREATE INDEX "all_people_erased_idx" ON "all_people" ("id") WHERE ("erased_at" IS NOT NULL);
