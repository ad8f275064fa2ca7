-- Most enrollments name no speciality of their experience: what is empty needs no place in an index.
DROP INDEX all_enrollments_experience_speciality_id_idx;
CREATE INDEX all_enrollments_experience_speciality_id_idx ON all_enrollments (experience_speciality_id) WHERE (experience_speciality_id IS NOT NULL);
