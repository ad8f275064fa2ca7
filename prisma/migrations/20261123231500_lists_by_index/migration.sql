-- Whether something was sent after a mail that did not arrive: home and the list ask it of each that did not.
CREATE INDEX "all_mail_messages_enrollment_id_person_id_created_at_idx"
  ON "all_mail_messages" ("enrollment_id", "person_id", "created_at");

-- DropIndex: the new one begins with the same column.
DROP INDEX "all_mail_messages_enrollment_id_idx";

-- Those who wait, whose ranks each page of the list and each decision counts, without reading all enrollments.
CREATE INDEX "all_enrollments_waiting_idx"
  ON "all_enrollments" ("school_year_id", "assigned_speciality_id", "assigned_syllabus_id")
  WHERE "decided_state" = 'waiting';

-- People as the list by name sorts them: a page is found by its first one, and nobody is sorted for it.
CREATE INDEX "all_people_name_idx"
  ON "all_people" ((coalesce("surname", '') COLLATE "und-x-icu"), (coalesce("name", '') COLLATE "und-x-icu"));
