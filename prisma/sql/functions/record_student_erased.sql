-- An erasure empties the student's row in place and keeps the enrollment for statistics. After `all_people.erased_at`
-- was set.
CREATE OR REPLACE FUNCTION record_student_erased()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO "events" ("type", "enrollment_id", "version", "api_key_id", "test", "data")
  SELECT 'enrollment.erased', e."id", e."told_version", e."api_key_id", e."test", jsonb_build_object('reference', e."reference")
  FROM "all_enrollments" e WHERE e."student_id" = NEW."id"
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $function$;
