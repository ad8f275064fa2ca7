-- Most enrollments and every new message have neither value: what is empty needs no place in an index.
DROP INDEX all_mail_messages_provider_id_key;
CREATE UNIQUE INDEX all_mail_messages_provider_id_key ON all_mail_messages (provider_id) WHERE (provider_id IS NOT NULL);
DROP INDEX all_enrollments_experience_speciality_id_idx;
CREATE INDEX all_enrollments_experience_speciality_id_idx ON all_enrollments (experience_speciality_id) WHERE (experience_speciality_id IS NOT NULL);
