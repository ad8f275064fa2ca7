-- Writes the events of a delivery; a message about several children (lib/mail/sql.ts) has one event for each. After
-- `all_mail_messages.state` became delivered, failed, bounced or complained.
CREATE OR REPLACE FUNCTION record_mail_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO "events" ("type", "enrollment_id", "api_key_id", "test", "data")
  SELECT CASE NEW."state" WHEN 'delivered' THEN 'mail.delivered' ELSE 'mail.failed' END,
    e."id", e."api_key_id", e."test",
    jsonb_build_object('reference', e."reference", 'state', NEW."state", 'kind', NEW."kind", 'message_id', NEW."id",
      'recipient', CASE g."position" WHEN 1 THEN 'guardian' WHEN 2 THEN 'second_guardian' ELSE 'student' END)
  FROM "all_enrollments" e
  LEFT JOIN "all_guardianships" g ON g."student_id" = e."student_id" AND g."guardian_id" = NEW."person_id"
  WHERE e."id" = ANY(ARRAY(
      SELECT NEW."enrollment_id"
      UNION ALL
      SELECT other."id" FROM "all_enrollments" own JOIN "all_enrollments" other ON other."submission_id" = own."submission_id"
      WHERE own."id" = NEW."enrollment_id" AND other."id" <> own."id"
        AND NEW."kind" IN ('guardian', 'second_guardian')))
    AND (e."id" = NEW."enrollment_id" OR g."denied_at" IS NULL AND g."guardian_id" IS NOT NULL)
  ORDER BY e."created_at", e."id";
  RETURN NULL;
END $function$;
