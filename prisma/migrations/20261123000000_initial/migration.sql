-- The schema of the first release, and the rows that every school begins with.
-- What stood in thirty-six migrations before: docs/decisions/.

CREATE TYPE "syllabus_subject_kind" AS ENUM ('mandatory', 'optional', 'speciality');

CREATE TYPE "enrollment_state" AS ENUM ('pending', 'accepted', 'rejected', 'withdrawn', 'waiting');

CREATE TYPE "enrollment_source" AS ENUM ('api', 'form', 'desk');

CREATE TYPE "mail_kind" AS ENUM ('adult_student', 'guardian', 'second_guardian', 'minor_student', 'password_reset', 'accepted', 'rejected', 'waiting', 'withdrawn', 'put_back', 'changed', 'continue_draft', 'confirm_email', 'email_changed', 'correction_settled');

CREATE TYPE "mail_state" AS ENUM ('queued', 'sent', 'delivered', 'delayed', 'bounced', 'complained', 'failed');

CREATE TYPE "staff_role" AS ENUM ('reader', 'secretary', 'head', 'admin');

CREATE TYPE "decision_status" AS ENUM ('untold', 'told', 'undone', 'superseded', 'void', 'nothing_to_tell');

CREATE TYPE "bulk_kind" AS ENUM ('accepted', 'waiting', 'rejected', 'label', 'resend');

CREATE TYPE "bulk_status" AS ENUM ('draft', 'working', 'done', 'undoing', 'undone');

CREATE TYPE "export_status" AS ENUM ('queued', 'making', 'ready', 'failed');

CREATE TABLE "school_years" (
  "id" serial NOT NULL,
  "year" text NOT NULL,
  "start_enrollment" date NOT NULL,
  "end_enrollment" date,
  "start_school_year" date NOT NULL,
  "end_school_year" date NOT NULL,
  CONSTRAINT "school_years_pkey" PRIMARY KEY (id),
  CONSTRAINT "school_years_enrollment_check" CHECK (((end_enrollment IS NULL) OR (end_enrollment >= start_enrollment))),
  CONSTRAINT "school_years_period_check" CHECK ((end_school_year >= start_school_year)),
  CONSTRAINT "school_years_year_check" CHECK ((year ~ '^[0-9]{4}/[0-9]{4}$'))
);

CREATE INDEX school_years_end_school_year_idx ON school_years (end_school_year);
CREATE UNIQUE INDEX school_years_year_key ON school_years (year);

CREATE TABLE "degrees" (
  "id" serial NOT NULL,
  "order" integer NOT NULL,
  "name" text NOT NULL,
  CONSTRAINT "degrees_pkey" PRIMARY KEY (id)
);

CREATE TABLE "courses" (
  "id" serial NOT NULL,
  "degree_id" integer NOT NULL,
  "number" integer NOT NULL,
  "name" text NOT NULL,
  CONSTRAINT "courses_pkey" PRIMARY KEY (id)
);

CREATE UNIQUE INDEX courses_degree_id_number_key ON courses (degree_id, number);

CREATE TABLE "grading_systems" (
  "id" serial NOT NULL,
  "name" text NOT NULL,
  CONSTRAINT "grading_systems_pkey" PRIMARY KEY (id)
);

CREATE TABLE "specialities" (
  "id" serial NOT NULL,
  "school_year_id" integer NOT NULL,
  "name" text NOT NULL,
  "code" text,
  CONSTRAINT "specialities_pkey" PRIMARY KEY (id)
);

CREATE UNIQUE INDEX specialities_id_school_year_id_key ON specialities (id, school_year_id);
CREATE UNIQUE INDEX specialities_school_year_id_code_key ON specialities (school_year_id, code);
CREATE UNIQUE INDEX specialities_school_year_id_name_key ON specialities (school_year_id, name);

CREATE TABLE "subjects" (
  "id" serial NOT NULL,
  "school_year_id" integer NOT NULL,
  "code" text,
  "name" text NOT NULL,
  "school_minutes" integer NOT NULL DEFAULT 0,
  "price" numeric(10,2) NOT NULL,
  "student_ratio" integer NOT NULL,
  "ects" numeric(6,2) NOT NULL,
  "is_individual" boolean NOT NULL,
  "school_seconds" integer NOT NULL DEFAULT 0,
  CONSTRAINT "subjects_pkey" PRIMARY KEY (id),
  CONSTRAINT "subjects_ects_check" CHECK ((ects >= (0)::numeric)),
  CONSTRAINT "subjects_price_check" CHECK ((price >= (0)::numeric)),
  CONSTRAINT "subjects_school_minutes_check" CHECK ((school_minutes >= 0)),
  CONSTRAINT "subjects_school_seconds_check" CHECK ((school_seconds >= 0)),
  CONSTRAINT "subjects_student_ratio_check" CHECK ((student_ratio > 0))
);

CREATE UNIQUE INDEX subjects_id_school_year_id_key ON subjects (id, school_year_id);
CREATE UNIQUE INDEX subjects_school_year_id_code_key ON subjects (school_year_id, code);
CREATE INDEX subjects_school_year_id_idx ON subjects (school_year_id);

CREATE TABLE "syllabi" (
  "id" serial NOT NULL,
  "school_year_id" integer NOT NULL,
  "name" text NOT NULL DEFAULT '',
  "course_id" integer NOT NULL,
  "min_electives" integer NOT NULL,
  "max_electives" integer NOT NULL,
  "age" integer NOT NULL,
  "max_failed_subjects_to_pass" integer NOT NULL,
  "grading_system_id" integer NOT NULL,
  CONSTRAINT "syllabi_pkey" PRIMARY KEY (id),
  CONSTRAINT "syllabi_age_check" CHECK ((age >= 0)),
  CONSTRAINT "syllabi_electives_check" CHECK (((min_electives >= 0) AND (max_electives >= min_electives))),
  CONSTRAINT "syllabi_max_failed_check" CHECK ((max_failed_subjects_to_pass >= 0))
);

CREATE INDEX syllabi_course_id_idx ON syllabi (course_id);
CREATE UNIQUE INDEX syllabi_id_school_year_id_key ON syllabi (id, school_year_id);
CREATE INDEX syllabi_school_year_id_idx ON syllabi (school_year_id);

CREATE TABLE "syllabus_specialities" (
  "syllabus_id" integer NOT NULL,
  "speciality_id" integer NOT NULL,
  "school_year_id" integer NOT NULL,
  CONSTRAINT "syllabus_specialities_pkey" PRIMARY KEY (syllabus_id, speciality_id)
);

CREATE INDEX syllabus_specialities_speciality_id_idx ON syllabus_specialities (speciality_id);

CREATE TABLE "syllabus_subjects" (
  "id" serial NOT NULL,
  "syllabus_id" integer NOT NULL,
  "subject_id" integer NOT NULL,
  "school_year_id" integer NOT NULL,
  "kind" syllabus_subject_kind NOT NULL,
  "speciality_id" integer,
  "classes_per_week" integer NOT NULL,
  CONSTRAINT "syllabus_subjects_pkey" PRIMARY KEY (id),
  CONSTRAINT "syllabus_subjects_classes_check" CHECK ((classes_per_week >= 0)),
  CONSTRAINT "syllabus_subjects_speciality_check" CHECK (((kind = 'speciality') = (speciality_id IS NOT NULL)))
);

CREATE INDEX syllabus_subjects_speciality_id_idx ON syllabus_subjects (speciality_id);
CREATE INDEX syllabus_subjects_subject_id_idx ON syllabus_subjects (subject_id);
CREATE INDEX syllabus_subjects_syllabus_id_idx ON syllabus_subjects (syllabus_id);

CREATE TABLE "people" (
  "id" uuid NOT NULL,
  "email" text NOT NULL,
  "email_key" text NOT NULL,
  "name" text,
  "surname" text,
  "birth_date" date,
  "document_type" text,
  "document" text,
  "document_key" text,
  "phone_country_code" text,
  "phone" text,
  "country" text,
  "city" text,
  "zip_code" text,
  "address" text,
  "locale" text NOT NULL,
  "created_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "erased_at" timestamptz(3),
  "sandbox_id" integer NOT NULL DEFAULT 0,
  CONSTRAINT "people_pkey" PRIMARY KEY (id),
  CONSTRAINT "people_document_check" CHECK (((document IS NULL) = (document_key IS NULL)))
);

CREATE UNIQUE INDEX people_document_key_key ON people (document_key, sandbox_id);
CREATE UNIQUE INDEX people_email_key_key ON people (email_key, sandbox_id);
CREATE INDEX people_sandbox_idx ON people (sandbox_id) WHERE (sandbox_id <> 0);

CREATE TABLE "data_requests" (
  "id" serial NOT NULL,
  "kind" text NOT NULL,
  "person_id" uuid NOT NULL,
  "created_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "due_on" date NOT NULL,
  "settled_at" timestamptz(3),
  "outcome" text,
  CONSTRAINT "data_requests_pkey" PRIMARY KEY (id),
  CONSTRAINT "data_requests_kind_check" CHECK ((kind = ANY (ARRAY['access', 'erasure']))),
  CONSTRAINT "data_requests_outcome_check" CHECK ((outcome = ANY (ARRAY['done', 'refused', 'taken_back']))),
  CONSTRAINT "data_requests_settled_check" CHECK (((settled_at IS NULL) = (outcome IS NULL)))
);

CREATE INDEX data_requests_due_idx ON data_requests (due_on) WHERE (settled_at IS NULL);
-- Asked twice is asked once.
CREATE UNIQUE INDEX data_requests_open_key ON data_requests (person_id, kind) WHERE (settled_at IS NULL);
CREATE INDEX data_requests_person_id_idx ON data_requests (person_id);

CREATE TABLE "guardianships" (
  "student_id" uuid NOT NULL,
  "guardian_id" uuid NOT NULL,
  "position" smallint NOT NULL,
  "kept_apart" boolean NOT NULL DEFAULT false,
  "confirmed_at" timestamptz(3),
  "denied_at" timestamptz(3),
  CONSTRAINT "guardianships_pkey" PRIMARY KEY (student_id, guardian_id),
  CONSTRAINT "guardianships_distinct_check" CHECK ((student_id <> guardian_id)),
  CONSTRAINT "guardianships_position_check" CHECK (("position" = ANY (ARRAY[1, 2])))
);

CREATE INDEX guardianships_guardian_id_idx ON guardianships (guardian_id);
CREATE UNIQUE INDEX guardianships_student_id_position_key ON guardianships (student_id, "position");

CREATE TABLE "enrollments" (
  "id" uuid NOT NULL,
  "reference" text NOT NULL,
  "school_year_id" integer NOT NULL,
  "student_id" uuid NOT NULL,
  "state" enrollment_state NOT NULL DEFAULT 'pending',
  "experience_speciality_id" integer,
  "experience_years" smallint,
  "observations" text,
  "terms_url" text NOT NULL,
  "terms_accepted_at" timestamptz(3) NOT NULL,
  "locale" text NOT NULL,
  "source" enrollment_source NOT NULL,
  "api_key_id" integer,
  "created_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "test" boolean NOT NULL DEFAULT false,
  "assigned_speciality_id" integer,
  "assigned_syllabus_id" integer,
  "decided_state" enrollment_state NOT NULL DEFAULT 'pending',
  "priority" integer NOT NULL DEFAULT 0,
  "version" integer NOT NULL DEFAULT 0,
  "submission_id" uuid,
  "told_version" integer NOT NULL DEFAULT 0,
  "told_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "keeps_place_at" timestamptz(3),
  "terms_text_id" integer,
  CONSTRAINT "enrollments_pkey" PRIMARY KEY (id),
  CONSTRAINT "enrollments_experience_years_check" CHECK (((experience_years >= 0) AND (experience_years <= 3))),
  -- What is sent by the form in a sandbox is its key's.
  CONSTRAINT "enrollments_source_check" CHECK ((((source = 'api') = (api_key_id IS NOT NULL)) OR ((source = 'form') AND test)))
);

CREATE INDEX enrollments_api_key_id_told_at_id_idx ON enrollments (api_key_id, told_at, id);
-- Only rows that have a place are in these: an enrollment that is sent writes neither.
CREATE INDEX enrollments_assigned_speciality_idx ON enrollments (assigned_speciality_id) WHERE (assigned_speciality_id IS NOT NULL);
CREATE INDEX enrollments_assigned_syllabus_idx ON enrollments (assigned_syllabus_id) WHERE (assigned_syllabus_id IS NOT NULL);
CREATE INDEX enrollments_created_at_id_idx ON enrollments (created_at, id);
CREATE INDEX enrollments_experience_speciality_id_idx ON enrollments (experience_speciality_id);
CREATE UNIQUE INDEX enrollments_id_school_year_id_key ON enrollments (id, school_year_id);
CREATE UNIQUE INDEX enrollments_reference_key ON enrollments (reference);
CREATE INDEX enrollments_school_year_id_idx ON enrollments (school_year_id);
CREATE INDEX enrollments_student_id_idx ON enrollments (student_id);
-- One enrollment a student and year. One that was withdrawn stands aside, unless it is being put back.
CREATE UNIQUE INDEX enrollments_student_year_key ON enrollments (student_id, school_year_id) WHERE ((state <> 'withdrawn') OR (decided_state <> 'withdrawn'));
CREATE INDEX enrollments_submission_id_idx ON enrollments (submission_id) WHERE (submission_id IS NOT NULL);
CREATE INDEX enrollments_terms_text_id_idx ON enrollments (terms_text_id);
-- Pages by key: everybody's, and one key's.
CREATE INDEX enrollments_told_at_id_idx ON enrollments (told_at, id);

-- Beside the enrollments and not in them: almost none came on paper, and their one statement stays as it is.
CREATE TABLE "papers" (
  "enrollment_id" uuid NOT NULL,
  "signed_by" text NOT NULL,
  "signed_on" date NOT NULL,
  "member_id" uuid,
  CONSTRAINT "papers_pkey" PRIMARY KEY (enrollment_id)
);

CREATE INDEX papers_member_id_idx ON papers (member_id);

CREATE TABLE "speciality_choices" (
  "enrollment_id" uuid NOT NULL,
  "option" smallint NOT NULL,
  "speciality_id" integer NOT NULL,
  "school_year_id" integer NOT NULL,
  CONSTRAINT "speciality_choices_pkey" PRIMARY KEY (enrollment_id, option),
  CONSTRAINT "speciality_choices_option_check" CHECK (((option >= 1) AND (option <= 3)))
);

CREATE INDEX speciality_choices_speciality_id_idx ON speciality_choices (speciality_id);

CREATE TABLE "syllabus_choices" (
  "enrollment_id" uuid NOT NULL,
  "option" smallint NOT NULL,
  "syllabus_id" integer NOT NULL,
  "school_year_id" integer NOT NULL,
  CONSTRAINT "syllabus_choices_pkey" PRIMARY KEY (enrollment_id, option),
  CONSTRAINT "syllabus_choices_option_check" CHECK (((option >= 1) AND (option <= 3)))
);

CREATE INDEX syllabus_choices_syllabus_id_idx ON syllabus_choices (syllabus_id);

CREATE TABLE "disagreements" (
  "id" uuid NOT NULL,
  "enrollment_id" uuid NOT NULL,
  "guardian_id" uuid NOT NULL,
  "words" text NOT NULL,
  "created_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "settled_at" timestamptz(3),
  "settlement" text,
  CONSTRAINT "disagreements_pkey" PRIMARY KEY (id)
);

CREATE INDEX disagreements_enrollment_id_idx ON disagreements (enrollment_id);
CREATE INDEX disagreements_guardian_id_idx ON disagreements (guardian_id);

CREATE TABLE "consents" (
  "enrollment_id" uuid NOT NULL,
  "person_id" uuid NOT NULL,
  "terms_url" text NOT NULL,
  "accepted_at" timestamptz(3) NOT NULL,
  "locale" text NOT NULL,
  "terms_text_id" integer,
  CONSTRAINT "consents_pkey" PRIMARY KEY (enrollment_id, person_id)
);

CREATE INDEX consents_person_id_idx ON consents (person_id);
CREATE INDEX consents_terms_text_id_idx ON consents (terms_text_id);

CREATE TABLE "correction_requests" (
  "id" uuid NOT NULL,
  "person_id" uuid NOT NULL,
  "asked_by_id" uuid NOT NULL,
  "name" text,
  "surname" text,
  "birth_date" date,
  "document_type" text,
  "document" text,
  "created_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "settled_at" timestamptz(3),
  "accepted" boolean,
  "answer" text,
  CONSTRAINT "correction_requests_pkey" PRIMARY KEY (id)
);

CREATE INDEX correction_requests_person_id_idx ON correction_requests (person_id);

CREATE TABLE "decisions" (
  "id" uuid NOT NULL,
  "enrollment_id" uuid NOT NULL,
  "school_year_id" integer NOT NULL,
  "from_state" enrollment_state NOT NULL,
  "to_state" enrollment_state NOT NULL,
  "speciality_id" integer,
  "syllabus_id" integer,
  "reason_id" integer,
  "words" text,
  "internal_reason" text,
  "exception" boolean NOT NULL DEFAULT false,
  "before_speciality_id" integer,
  "before_syllabus_id" integer,
  "before_priority" integer NOT NULL DEFAULT 0,
  "actor_kind" text NOT NULL,
  "actor_id" uuid,
  "decided_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "status" decision_status NOT NULL DEFAULT 'untold',
  "with_list" boolean NOT NULL DEFAULT false,
  "tell_at" timestamptz(3),
  "settled_at" timestamptz(3),
  "superseded_by_id" uuid,
  CONSTRAINT "decisions_pkey" PRIMARY KEY (id),
  -- A key withdraws in the family's name.
  CONSTRAINT "decisions_actor_check" CHECK ((actor_kind = ANY (ARRAY['staff', 'command', 'family', 'api_key']))),
  CONSTRAINT "decisions_settled_check" CHECK (((status = 'untold') = (settled_at IS NULL))),
  CONSTRAINT "decisions_words_check" CHECK (((length(words) <= 2000) AND (length(internal_reason) <= 2000)))
);

CREATE INDEX decisions_due_idx ON decisions (tell_at) WHERE (status = 'untold');
CREATE INDEX decisions_enrollment_id_idx ON decisions (enrollment_id);
-- One decision of an enrollment can be untold; the worker finds what is due among those alone.
CREATE UNIQUE INDEX decisions_untold_key ON decisions (enrollment_id) WHERE (status = 'untold');
-- What a family has overtaken is looked for by the page of what waits.
CREATE INDEX decisions_void_idx ON decisions (enrollment_id) WHERE (status = 'void');

CREATE TABLE "places" (
  "id" serial NOT NULL,
  "school_year_id" integer NOT NULL,
  "speciality_id" integer,
  "syllabus_id" integer,
  "places" integer NOT NULL,
  CONSTRAINT "places_pkey" PRIMARY KEY (id),
  CONSTRAINT "places_of_check" CHECK (((speciality_id IS NOT NULL) OR (syllabus_id IS NOT NULL))),
  CONSTRAINT "places_places_check" CHECK ((places >= 0))
);

-- One limit for a speciality, a syllabus or the pair.
CREATE UNIQUE INDEX places_of_key ON places (school_year_id, COALESCE(speciality_id, 0), COALESCE(syllabus_id, 0));
CREATE INDEX places_school_year_id_idx ON places (school_year_id);

CREATE TABLE "reasons" (
  "id" serial NOT NULL,
  "code" text NOT NULL,
  "version" integer NOT NULL DEFAULT 1,
  "offered_for" enrollment_state[],
  "es" text NOT NULL,
  "ca" text NOT NULL,
  "en" text NOT NULL,
  "created_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "position" smallint NOT NULL DEFAULT 0,
  CONSTRAINT "reasons_pkey" PRIMARY KEY (id)
);

CREATE UNIQUE INDEX reasons_code_version_key ON reasons (code, version);

CREATE TABLE "audit_entries" (
  "id" bigserial NOT NULL,
  "at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "actor_kind" text NOT NULL,
  "actor_id" uuid,
  "action" text NOT NULL,
  "object_kind" text NOT NULL,
  "object_id" text NOT NULL,
  CONSTRAINT "audit_entries_pkey" PRIMARY KEY (id),
  CONSTRAINT "audit_entries_actor_check" CHECK ((actor_kind = ANY (ARRAY['staff', 'command', 'family', 'system', 'api_key'])))
);

CREATE INDEX audit_entries_at_idx ON audit_entries (at);
CREATE INDEX audit_entries_object_kind_object_id_idx ON audit_entries (object_kind, object_id);

CREATE TABLE "audit_values" (
  "entry_id" bigint NOT NULL,
  "name" text NOT NULL,
  "old" text,
  "new" text,
  CONSTRAINT "audit_values_pkey" PRIMARY KEY (entry_id, name)
);

CREATE TABLE "mail_messages" (
  "id" uuid NOT NULL,
  "kind" mail_kind NOT NULL,
  "enrollment_id" uuid,
  "person_id" uuid NOT NULL,
  "locale" text NOT NULL,
  "state" mail_state NOT NULL DEFAULT 'queued',
  "created_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "attempts" integer NOT NULL DEFAULT 0,
  "bounced_at" timestamptz(3),
  "complained_at" timestamptz(3),
  "delayed_at" timestamptz(3),
  "delivered_at" timestamptz(3),
  "failed_at" timestamptz(3),
  "first_attempt_at" timestamptz(3),
  "last_attempt_at" timestamptz(3),
  "last_error" text,
  "payload" jsonb,
  "provider_id" text,
  "sent_at" timestamptz(3),
  "tells" jsonb,
  "to_email" text,
  CONSTRAINT "mail_messages_pkey" PRIMARY KEY (id)
);

CREATE INDEX mail_messages_enrollment_id_idx ON mail_messages (enrollment_id);
CREATE INDEX mail_messages_person_id_idx ON mail_messages (person_id);
CREATE UNIQUE INDEX mail_messages_provider_id_key ON mail_messages (provider_id);
CREATE INDEX mail_messages_state_created_at_idx ON mail_messages (state, created_at);

CREATE TABLE "mail_events" (
  "id" text NOT NULL,
  "message_id" uuid,
  "type" text NOT NULL,
  "occurred_at" timestamptz(3) NOT NULL,
  "received_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "mail_events_pkey" PRIMARY KEY (id)
);

CREATE INDEX mail_events_received_at_idx ON mail_events (received_at);

CREATE TABLE "mail_suppressions" (
  "email_key" text NOT NULL,
  "reason" text NOT NULL,
  "created_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "sandbox_id" integer NOT NULL DEFAULT 0,
  CONSTRAINT "mail_suppressions_pkey" PRIMARY KEY (email_key, sandbox_id)
);

CREATE TABLE "mail_pace" (
  "id" smallint NOT NULL DEFAULT 1,
  "next_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "held_since" timestamptz(3),
  "held_code" text,
  CONSTRAINT "mail_pace_pkey" PRIMARY KEY (id),
  CONSTRAINT "mail_pace_one_row_check" CHECK ((id = 1))
);

CREATE TABLE "worker_beats" (
  "id" smallint NOT NULL DEFAULT 1,
  "at" timestamptz(3) NOT NULL,
  CONSTRAINT "worker_beats_pkey" PRIMARY KEY (id),
  CONSTRAINT "worker_beats_one_row_check" CHECK ((id = 1))
);

CREATE TABLE "setup_tokens" (
  "hash" bytea NOT NULL,
  "person_id" uuid NOT NULL,
  "created_at" timestamptz(3) NOT NULL,
  "expires_at" timestamptz(3) NOT NULL,
  "spent_at" timestamptz(3),
  "superseded_at" timestamptz(3),
  "continues" boolean NOT NULL DEFAULT false,
  CONSTRAINT "setup_tokens_pkey" PRIMARY KEY (hash),
  CONSTRAINT "setup_tokens_hash_check" CHECK ((length(hash) = 32))
);

CREATE INDEX setup_tokens_expires_at_idx ON setup_tokens (expires_at);
CREATE INDEX setup_tokens_person_id_idx ON setup_tokens (person_id);

CREATE TABLE "email_changes" (
  "person_id" uuid NOT NULL,
  "email" text NOT NULL,
  "hash" bytea,
  "created_at" timestamptz(3) NOT NULL,
  "expires_at" timestamptz(3) NOT NULL,
  CONSTRAINT "email_changes_pkey" PRIMARY KEY (person_id)
);

CREATE INDEX email_changes_expires_at_idx ON email_changes (expires_at);
CREATE UNIQUE INDEX email_changes_hash_key ON email_changes (hash);

CREATE TABLE "accounts" (
  "person_id" uuid NOT NULL,
  "password_hash" text NOT NULL,
  "created_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "password_changed_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "accounts_pkey" PRIMARY KEY (person_id)
);

CREATE TABLE "sessions" (
  "hash" bytea NOT NULL,
  "person_id" uuid NOT NULL,
  "created_at" timestamptz(3) NOT NULL,
  "expires_at" timestamptz(3) NOT NULL,
  CONSTRAINT "sessions_pkey" PRIMARY KEY (hash),
  CONSTRAINT "sessions_hash_check" CHECK ((length(hash) = 32))
);

CREATE INDEX sessions_expires_at_idx ON sessions (expires_at);
CREATE INDEX sessions_person_id_idx ON sessions (person_id);

CREATE TABLE "known_devices" (
  "hash" bytea NOT NULL,
  "person_id" uuid NOT NULL,
  "expires_at" timestamptz(3) NOT NULL,
  CONSTRAINT "known_devices_pkey" PRIMARY KEY (hash)
);

CREATE INDEX known_devices_expires_at_idx ON known_devices (expires_at);
CREATE INDEX known_devices_person_id_idx ON known_devices (person_id);

CREATE TABLE "account_limits" (
  "key" character varying(255) NOT NULL,
  "points" integer NOT NULL DEFAULT 0,
  "expire" bigint,
  CONSTRAINT "account_limits_pkey" PRIMARY KEY (key)
);

-- A family's answers until they are sent: encrypted, found by the hash of a cookie, gone after 72 hours.
CREATE TABLE "drafts" (
  "id" bytea NOT NULL,
  "content" bytea NOT NULL,
  "version" integer NOT NULL DEFAULT 0,
  "created_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "expires_at" timestamptz(3) NOT NULL,
  CONSTRAINT "drafts_pkey" PRIMARY KEY (id)
);

CREATE INDEX drafts_expires_at_idx ON drafts (expires_at);

CREATE TABLE "draft_offers" (
  "person_id" uuid NOT NULL,
  "draft_id" bytea NOT NULL,
  "offered_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "draft_offers_pkey" PRIMARY KEY (person_id)
);

CREATE INDEX draft_offers_draft_id_idx ON draft_offers (draft_id);

-- Written in the enrollment's own statement: one draft, one enrollment, however often it is sent.
CREATE TABLE "sent_drafts" (
  "draft_id" bytea NOT NULL,
  "reference" text NOT NULL,
  "created_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "more_references" text[] NOT NULL DEFAULT '{}'::text[],
  CONSTRAINT "sent_drafts_pkey" PRIMARY KEY (draft_id)
);

CREATE INDEX sent_drafts_created_at_idx ON sent_drafts (created_at);

CREATE TABLE "staff_members" (
  "id" uuid NOT NULL,
  "email" text NOT NULL,
  "email_key" text NOT NULL,
  "name" text,
  "role" staff_role NOT NULL,
  "locale" text NOT NULL,
  "password_hash" text,
  "link_hash" bytea,
  "link_expires_at" timestamptz(3),
  "totp_secret" bytea,
  "totp_confirmed_at" timestamptz(3),
  "totp_last_step" bigint NOT NULL DEFAULT 0,
  "code_failures" smallint NOT NULL DEFAULT 0,
  "codes_stopped_until" timestamptz(3),
  "created_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "removed_at" timestamptz(3),
  CONSTRAINT "staff_members_pkey" PRIMARY KEY (id),
  CONSTRAINT "staff_members_link_check" CHECK ((((link_hash IS NULL) = (link_expires_at IS NULL)) AND (length(link_hash) = 32)))
);

CREATE UNIQUE INDEX staff_members_email_key_key ON staff_members (email_key);
CREATE UNIQUE INDEX staff_members_link_hash_key ON staff_members (link_hash);

CREATE TABLE "staff_recovery_codes" (
  "hash" bytea NOT NULL,
  "member_id" uuid NOT NULL,
  CONSTRAINT "staff_recovery_codes_pkey" PRIMARY KEY (hash)
);

CREATE INDEX staff_recovery_codes_member_id_idx ON staff_recovery_codes (member_id);

CREATE TABLE "staff_sessions" (
  "hash" bytea NOT NULL,
  "id" uuid NOT NULL,
  "member_id" uuid NOT NULL,
  "created_at" timestamptz(3) NOT NULL,
  "last_used_at" timestamptz(3) NOT NULL,
  "ended_at" timestamptz(3),
  "opened_at" timestamptz(3),
  "password_at" timestamptz(3) NOT NULL,
  "user_agent" text NOT NULL,
  CONSTRAINT "staff_sessions_pkey" PRIMARY KEY (hash),
  CONSTRAINT "staff_sessions_hash_check" CHECK ((length(hash) = 32))
);

CREATE INDEX staff_sessions_created_at_idx ON staff_sessions (created_at);
CREATE UNIQUE INDEX staff_sessions_id_key ON staff_sessions (id);
CREATE INDEX staff_sessions_member_id_idx ON staff_sessions (member_id);

CREATE TABLE "staff_devices" (
  "hash" bytea NOT NULL,
  "member_id" uuid NOT NULL,
  "created_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "staff_devices_pkey" PRIMARY KEY (member_id, hash)
);

CREATE TABLE "held_forms" (
  "hash" bytea NOT NULL,
  "member_id" uuid NOT NULL,
  "content" bytea NOT NULL,
  "expires_at" timestamptz(3) NOT NULL,
  CONSTRAINT "held_forms_pkey" PRIMARY KEY (hash)
);

CREATE INDEX held_forms_expires_at_idx ON held_forms (expires_at);

CREATE TABLE "access_entries" (
  "member_id" uuid NOT NULL,
  "enrollment_id" uuid NOT NULL,
  "hour" timestamp(0) with time zone NOT NULL,
  CONSTRAINT "access_entries_pkey" PRIMARY KEY (enrollment_id, member_id, hour)
);

CREATE INDEX access_entries_hour_idx ON access_entries (hour);

CREATE TABLE "notes" (
  "id" uuid NOT NULL,
  "enrollment_id" uuid NOT NULL,
  "member_id" uuid NOT NULL,
  "text" text NOT NULL,
  "created_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "notes_pkey" PRIMARY KEY (id),
  CONSTRAINT "notes_text_check" CHECK (((length(text) >= 1) AND (length(text) <= 4000)))
);

CREATE INDEX notes_enrollment_id_created_at_idx ON notes (enrollment_id, created_at);

CREATE TABLE "labels" (
  "id" serial NOT NULL,
  "name" text NOT NULL,
  "name_key" text NOT NULL,
  "created_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "labels_pkey" PRIMARY KEY (id),
  CONSTRAINT "labels_name_check" CHECK (((length(name) >= 1) AND (length(name) <= 40)))
);

CREATE UNIQUE INDEX labels_name_key_key ON labels (name_key);

CREATE TABLE "enrollment_labels" (
  "enrollment_id" uuid NOT NULL,
  "label_id" integer NOT NULL,
  "created_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "enrollment_labels_pkey" PRIMARY KEY (enrollment_id, label_id)
);

CREATE INDEX enrollment_labels_label_id_idx ON enrollment_labels (label_id);

CREATE TABLE "bulk_actions" (
  "id" uuid NOT NULL,
  "member_id" uuid NOT NULL,
  "kind" bulk_kind,
  "input" jsonb,
  "version" integer NOT NULL DEFAULT 0,
  "status" bulk_status NOT NULL DEFAULT 'draft',
  "started_by" uuid,
  "undone_by" uuid,
  "created_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "started_at" timestamptz(3),
  "done_at" timestamptz(3),
  CONSTRAINT "bulk_actions_pkey" PRIMARY KEY (id)
);

CREATE INDEX bulk_actions_created_at_idx ON bulk_actions (created_at);

CREATE TABLE "bulk_rows" (
  "bulk_id" uuid NOT NULL,
  "position" integer NOT NULL,
  "enrollment_id" uuid NOT NULL,
  "version" integer NOT NULL,
  "outcome" text,
  "undone" text,
  "decision_id" uuid,
  CONSTRAINT "bulk_rows_pkey" PRIMARY KEY (bulk_id, "position"),
  CONSTRAINT "bulk_rows_position_check" CHECK (("position" > 0))
);

CREATE INDEX bulk_rows_enrollment_id_idx ON bulk_rows (enrollment_id);

CREATE TABLE "exports" (
  "id" uuid NOT NULL,
  "member_id" uuid NOT NULL,
  "bulk_id" uuid,
  "filters" jsonb NOT NULL,
  "sort" text NOT NULL,
  "search" bytea,
  "columns" text[],
  "format" text NOT NULL,
  "status" export_status NOT NULL DEFAULT 'queued',
  "claim" uuid,
  "total" integer,
  "written" integer NOT NULL DEFAULT 0,
  "created_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "ready_at" timestamptz(3),
  "expires_at" timestamptz(3) NOT NULL,
  CONSTRAINT "exports_pkey" PRIMARY KEY (id),
  CONSTRAINT "exports_columns_check" CHECK ((cardinality(columns) > 0)),
  CONSTRAINT "exports_format_check" CHECK ((format = ANY (ARRAY['csv;', 'csv,', 'xlsx'])))
);

CREATE INDEX exports_bulk_id_idx ON exports (bulk_id);
CREATE INDEX exports_expires_at_idx ON exports (expires_at);
CREATE INDEX exports_member_id_idx ON exports (member_id);

CREATE TABLE "export_pieces" (
  "export_id" uuid NOT NULL,
  "position" integer NOT NULL,
  "content" bytea NOT NULL,
  CONSTRAINT "export_pieces_pkey" PRIMARY KEY (export_id, "position")
);

CREATE TABLE "api_keys" (
  "id" serial NOT NULL,
  "name" text NOT NULL,
  "prefix" text NOT NULL,
  "hash" bytea NOT NULL,
  "scopes" text[],
  "created_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "expires_at" timestamptz(3),
  "revoked_at" timestamptz(3),
  "last_used_at" timestamptz(3),
  "previous_expires_at" timestamptz(3),
  "previous_hash" bytea,
  CONSTRAINT "api_keys_pkey" PRIMARY KEY (id)
);

CREATE UNIQUE INDEX api_keys_hash_key ON api_keys (hash);
CREATE UNIQUE INDEX api_keys_name_in_use ON api_keys (name) WHERE (revoked_at IS NULL);
CREATE UNIQUE INDEX api_keys_prefix_key ON api_keys (prefix);
CREATE UNIQUE INDEX api_keys_previous_hash_key ON api_keys (previous_hash);

CREATE TABLE "sandboxes" (
  "id" integer NOT NULL,
  "today" date,
  CONSTRAINT "sandboxes_pkey" PRIMARY KEY (id)
);

CREATE TABLE "sandbox_browsers" (
  "hash" bytea NOT NULL,
  "sandbox_id" integer NOT NULL,
  "opened" boolean NOT NULL DEFAULT false,
  "expires_at" timestamptz(3) NOT NULL,
  CONSTRAINT "sandbox_browsers_pkey" PRIMARY KEY (hash)
);

CREATE INDEX sandbox_browsers_sandbox_id_idx ON sandbox_browsers (sandbox_id);

CREATE TABLE "idempotency_records" (
  "api_key_id" integer NOT NULL,
  "key" text NOT NULL,
  "request_hash" bytea NOT NULL,
  "reference" text NOT NULL,
  "created_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "idempotency_records_pkey" PRIMARY KEY (api_key_id, key)
);

CREATE INDEX idempotency_records_created_at_idx ON idempotency_records (created_at);

-- What integrators may hear of. A row is written in the transaction of what it tells, by the triggers below, and
-- has no number until the dispatcher (lib/events/number-events.ts) sees it committed. The one statement of an
-- enrollment writes none: the dispatcher finds new enrollments by their time.
CREATE TABLE "events" (
  "id" uuid NOT NULL DEFAULT gen_random_uuid(),
  "number" bigint,
  "type" text NOT NULL,
  "enrollment_id" uuid,
  "version" integer,
  "api_key_id" integer,
  "test" boolean NOT NULL DEFAULT false,
  "data" jsonb NOT NULL,
  "created_at" timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  "numbered_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "events_pkey" PRIMARY KEY (id)
);

CREATE INDEX events_api_key_id_number_idx ON events (api_key_id, number);
-- A key's own events have an index by key and number; with this one the catalogue's are merged in without a scan.
CREATE INDEX events_catalogue_number ON events (number) WHERE (type = 'catalogue.changed');
CREATE UNIQUE INDEX events_enrollment_id_type_version_key ON events (enrollment_id, type, version);
CREATE UNIQUE INDEX events_number_key ON events (number);
CREATE INDEX events_without_number ON events (created_at) WHERE (number IS NULL);

CREATE TABLE "event_counter" (
  "id" smallint NOT NULL DEFAULT 1,
  "number" bigint NOT NULL DEFAULT 0,
  "looked_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "catalogue_version" bigint NOT NULL DEFAULT 0,
  "purged_to" bigint NOT NULL DEFAULT 0,
  CONSTRAINT "event_counter_pkey" PRIMARY KEY (id),
  CONSTRAINT "event_counter_one_row" CHECK ((id = 1))
);

-- Where a key's events are sent to. The secret signs and is kept as it is: what reads this table reads the rest too.
CREATE TABLE "webhook_endpoints" (
  "id" uuid NOT NULL,
  "api_key_id" integer NOT NULL,
  "url" text NOT NULL,
  "events" text[] NOT NULL,
  "secret" bytea NOT NULL,
  "previous_secret" bytea,
  "previous_until" timestamptz(3),
  "since_number" bigint NOT NULL,
  "failing_since" timestamptz(3),
  "off_at" timestamptz(3),
  "off_reason" text,
  "created_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY (id),
  CONSTRAINT "webhook_endpoints_off_check" CHECK ((((off_at IS NULL) = (off_reason IS NULL)) AND (off_reason = ANY (ARRAY['gone', 'failing']))))
);

CREATE INDEX webhook_endpoints_api_key_id_idx ON webhook_endpoints (api_key_id);

CREATE TABLE "webhook_deliveries" (
  "id" uuid NOT NULL DEFAULT gen_random_uuid(),
  "endpoint_id" uuid NOT NULL,
  "event_number" bigint,
  "state" text NOT NULL DEFAULT 'pending',
  "attempts" integer NOT NULL DEFAULT 0,
  "next_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "created_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY (id),
  CONSTRAINT "webhook_deliveries_state_check" CHECK ((state = ANY (ARRAY['pending', 'delivered', 'failed'])))
);

CREATE UNIQUE INDEX webhook_deliveries_endpoint_id_event_number_key ON webhook_deliveries (endpoint_id, event_number);
CREATE INDEX webhook_deliveries_state_next_at_idx ON webhook_deliveries (state, next_at);

CREATE TABLE "webhook_attempts" (
  "id" bigserial NOT NULL,
  "delivery_id" uuid NOT NULL,
  "at" timestamptz(3) NOT NULL,
  "milliseconds" integer NOT NULL,
  "status" integer,
  "error" text,
  "answer" text NOT NULL,
  CONSTRAINT "webhook_attempts_pkey" PRIMARY KEY (id)
);

CREATE INDEX webhook_attempts_at_idx ON webhook_attempts (at);
CREATE INDEX webhook_attempts_delivery_id_idx ON webhook_attempts (delivery_id);

CREATE TABLE "school_logos" (
  "id" smallint NOT NULL DEFAULT 1,
  "type" text NOT NULL,
  "bytes" bytea NOT NULL,
  "sha256" text NOT NULL,
  "width" integer NOT NULL,
  "height" integer NOT NULL,
  "created_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "school_logos_pkey" PRIMARY KEY (id),
  -- A school has one.
  CONSTRAINT "school_logos_one" CHECK ((id = 1))
);

CREATE TABLE "legal_texts" (
  "id" serial NOT NULL,
  "kind" text NOT NULL,
  "version" integer NOT NULL,
  "locale" text NOT NULL,
  "text" text NOT NULL,
  "sha256" text NOT NULL,
  "created_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "legal_texts_pkey" PRIMARY KEY (id)
);

CREATE UNIQUE INDEX legal_texts_kind_version_locale_key ON legal_texts (kind, version, locale);

CREATE TABLE "settings" (
  "key" text NOT NULL,
  "value" jsonb NOT NULL,
  "updated_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "settings_pkey" PRIMARY KEY (key)
);

-- Keys that machines on one database share.
CREATE TABLE "service_keys" (
  "name" text NOT NULL,
  "value" text NOT NULL,
  "created_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "service_keys_pkey" PRIMARY KEY (name)
);

CREATE TABLE "change_versions" (
  "topic" text NOT NULL,
  "version" bigint NOT NULL DEFAULT 0,
  CONSTRAINT "change_versions_pkey" PRIMARY KEY (topic)
);

-- References.
ALTER TABLE "courses" ADD CONSTRAINT "courses_degree_id_fkey" FOREIGN KEY (degree_id) REFERENCES degrees(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "specialities" ADD CONSTRAINT "specialities_school_year_id_fkey" FOREIGN KEY (school_year_id) REFERENCES school_years(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "subjects" ADD CONSTRAINT "subjects_school_year_id_fkey" FOREIGN KEY (school_year_id) REFERENCES school_years(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "syllabi" ADD CONSTRAINT "syllabi_course_id_fkey" FOREIGN KEY (course_id) REFERENCES courses(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "syllabi" ADD CONSTRAINT "syllabi_grading_system_id_fkey" FOREIGN KEY (grading_system_id) REFERENCES grading_systems(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "syllabi" ADD CONSTRAINT "syllabi_school_year_id_fkey" FOREIGN KEY (school_year_id) REFERENCES school_years(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "syllabus_specialities" ADD CONSTRAINT "syllabus_specialities_speciality_id_school_year_id_fkey" FOREIGN KEY (speciality_id, school_year_id) REFERENCES specialities(id, school_year_id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "syllabus_specialities" ADD CONSTRAINT "syllabus_specialities_syllabus_id_school_year_id_fkey" FOREIGN KEY (syllabus_id, school_year_id) REFERENCES syllabi(id, school_year_id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "syllabus_subjects" ADD CONSTRAINT "syllabus_subjects_speciality_id_school_year_id_fkey" FOREIGN KEY (speciality_id, school_year_id) REFERENCES specialities(id, school_year_id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "syllabus_subjects" ADD CONSTRAINT "syllabus_subjects_subject_id_school_year_id_fkey" FOREIGN KEY (subject_id, school_year_id) REFERENCES subjects(id, school_year_id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "syllabus_subjects" ADD CONSTRAINT "syllabus_subjects_syllabus_id_school_year_id_fkey" FOREIGN KEY (syllabus_id, school_year_id) REFERENCES syllabi(id, school_year_id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "data_requests" ADD CONSTRAINT "data_requests_person_id_fkey" FOREIGN KEY (person_id) REFERENCES people(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "guardianships" ADD CONSTRAINT "guardianships_guardian_id_fkey" FOREIGN KEY (guardian_id) REFERENCES people(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "guardianships" ADD CONSTRAINT "guardianships_student_id_fkey" FOREIGN KEY (student_id) REFERENCES people(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "enrollments" ADD CONSTRAINT "enrollments_api_key_id_fkey" FOREIGN KEY (api_key_id) REFERENCES api_keys(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "enrollments" ADD CONSTRAINT "enrollments_assigned_speciality_id_school_year_id_fkey" FOREIGN KEY (assigned_speciality_id, school_year_id) REFERENCES specialities(id, school_year_id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "enrollments" ADD CONSTRAINT "enrollments_assigned_syllabus_id_school_year_id_fkey" FOREIGN KEY (assigned_syllabus_id, school_year_id) REFERENCES syllabi(id, school_year_id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "enrollments" ADD CONSTRAINT "enrollments_experience_speciality_id_school_year_id_fkey" FOREIGN KEY (experience_speciality_id, school_year_id) REFERENCES specialities(id, school_year_id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "enrollments" ADD CONSTRAINT "enrollments_school_year_id_fkey" FOREIGN KEY (school_year_id) REFERENCES school_years(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "enrollments" ADD CONSTRAINT "enrollments_student_id_fkey" FOREIGN KEY (student_id) REFERENCES people(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "enrollments" ADD CONSTRAINT "enrollments_terms_text_id_fkey" FOREIGN KEY (terms_text_id) REFERENCES legal_texts(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "papers" ADD CONSTRAINT "papers_enrollment_id_fkey" FOREIGN KEY (enrollment_id) REFERENCES enrollments(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "papers" ADD CONSTRAINT "papers_member_id_fkey" FOREIGN KEY (member_id) REFERENCES staff_members(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "speciality_choices" ADD CONSTRAINT "speciality_choices_enrollment_id_school_year_id_fkey" FOREIGN KEY (enrollment_id, school_year_id) REFERENCES enrollments(id, school_year_id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "speciality_choices" ADD CONSTRAINT "speciality_choices_speciality_id_school_year_id_fkey" FOREIGN KEY (speciality_id, school_year_id) REFERENCES specialities(id, school_year_id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "syllabus_choices" ADD CONSTRAINT "syllabus_choices_enrollment_id_school_year_id_fkey" FOREIGN KEY (enrollment_id, school_year_id) REFERENCES enrollments(id, school_year_id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "syllabus_choices" ADD CONSTRAINT "syllabus_choices_syllabus_id_school_year_id_fkey" FOREIGN KEY (syllabus_id, school_year_id) REFERENCES syllabi(id, school_year_id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "disagreements" ADD CONSTRAINT "disagreements_enrollment_id_fkey" FOREIGN KEY (enrollment_id) REFERENCES enrollments(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "disagreements" ADD CONSTRAINT "disagreements_guardian_id_fkey" FOREIGN KEY (guardian_id) REFERENCES people(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "consents" ADD CONSTRAINT "consents_enrollment_id_fkey" FOREIGN KEY (enrollment_id) REFERENCES enrollments(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "consents" ADD CONSTRAINT "consents_person_id_fkey" FOREIGN KEY (person_id) REFERENCES people(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "consents" ADD CONSTRAINT "consents_terms_text_id_fkey" FOREIGN KEY (terms_text_id) REFERENCES legal_texts(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "correction_requests" ADD CONSTRAINT "correction_requests_person_id_fkey" FOREIGN KEY (person_id) REFERENCES people(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_enrollment_id_school_year_id_fkey" FOREIGN KEY (enrollment_id, school_year_id) REFERENCES enrollments(id, school_year_id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_reason_id_fkey" FOREIGN KEY (reason_id) REFERENCES reasons(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_speciality_id_school_year_id_fkey" FOREIGN KEY (speciality_id, school_year_id) REFERENCES specialities(id, school_year_id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_syllabus_id_school_year_id_fkey" FOREIGN KEY (syllabus_id, school_year_id) REFERENCES syllabi(id, school_year_id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "places" ADD CONSTRAINT "places_school_year_id_fkey" FOREIGN KEY (school_year_id) REFERENCES school_years(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "places" ADD CONSTRAINT "places_speciality_id_school_year_id_fkey" FOREIGN KEY (speciality_id, school_year_id) REFERENCES specialities(id, school_year_id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "places" ADD CONSTRAINT "places_syllabus_id_school_year_id_fkey" FOREIGN KEY (syllabus_id, school_year_id) REFERENCES syllabi(id, school_year_id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "audit_values" ADD CONSTRAINT "audit_values_entry_id_fkey" FOREIGN KEY (entry_id) REFERENCES audit_entries(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "mail_messages" ADD CONSTRAINT "mail_messages_enrollment_id_fkey" FOREIGN KEY (enrollment_id) REFERENCES enrollments(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "mail_messages" ADD CONSTRAINT "mail_messages_person_id_fkey" FOREIGN KEY (person_id) REFERENCES people(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "setup_tokens" ADD CONSTRAINT "setup_tokens_person_id_fkey" FOREIGN KEY (person_id) REFERENCES people(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_person_id_fkey" FOREIGN KEY (person_id) REFERENCES people(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_person_id_fkey" FOREIGN KEY (person_id) REFERENCES people(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_person_id_fkey" FOREIGN KEY (person_id) REFERENCES accounts(person_id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_person_id_fkey" FOREIGN KEY (person_id) REFERENCES accounts(person_id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "draft_offers" ADD CONSTRAINT "draft_offers_draft_id_fkey" FOREIGN KEY (draft_id) REFERENCES drafts(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "draft_offers" ADD CONSTRAINT "draft_offers_person_id_fkey" FOREIGN KEY (person_id) REFERENCES people(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "staff_recovery_codes" ADD CONSTRAINT "staff_recovery_codes_member_id_fkey" FOREIGN KEY (member_id) REFERENCES staff_members(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "staff_sessions" ADD CONSTRAINT "staff_sessions_member_id_fkey" FOREIGN KEY (member_id) REFERENCES staff_members(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "staff_devices" ADD CONSTRAINT "staff_devices_member_id_fkey" FOREIGN KEY (member_id) REFERENCES staff_members(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "held_forms" ADD CONSTRAINT "held_forms_member_id_fkey" FOREIGN KEY (member_id) REFERENCES staff_members(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "access_entries" ADD CONSTRAINT "access_entries_enrollment_id_fkey" FOREIGN KEY (enrollment_id) REFERENCES enrollments(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "access_entries" ADD CONSTRAINT "access_entries_member_id_fkey" FOREIGN KEY (member_id) REFERENCES staff_members(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "notes" ADD CONSTRAINT "notes_enrollment_id_fkey" FOREIGN KEY (enrollment_id) REFERENCES enrollments(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "notes" ADD CONSTRAINT "notes_member_id_fkey" FOREIGN KEY (member_id) REFERENCES staff_members(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "enrollment_labels" ADD CONSTRAINT "enrollment_labels_enrollment_id_fkey" FOREIGN KEY (enrollment_id) REFERENCES enrollments(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "enrollment_labels" ADD CONSTRAINT "enrollment_labels_label_id_fkey" FOREIGN KEY (label_id) REFERENCES labels(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "bulk_actions" ADD CONSTRAINT "bulk_actions_member_id_fkey" FOREIGN KEY (member_id) REFERENCES staff_members(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "bulk_rows" ADD CONSTRAINT "bulk_rows_bulk_id_fkey" FOREIGN KEY (bulk_id) REFERENCES bulk_actions(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "bulk_rows" ADD CONSTRAINT "bulk_rows_enrollment_id_fkey" FOREIGN KEY (enrollment_id) REFERENCES enrollments(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "exports" ADD CONSTRAINT "exports_bulk_id_fkey" FOREIGN KEY (bulk_id) REFERENCES bulk_actions(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "exports" ADD CONSTRAINT "exports_member_id_fkey" FOREIGN KEY (member_id) REFERENCES staff_members(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "export_pieces" ADD CONSTRAINT "export_pieces_export_id_fkey" FOREIGN KEY (export_id) REFERENCES exports(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "sandboxes" ADD CONSTRAINT "sandboxes_id_fkey" FOREIGN KEY (id) REFERENCES api_keys(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "sandbox_browsers" ADD CONSTRAINT "sandbox_browsers_sandbox_id_fkey" FOREIGN KEY (sandbox_id) REFERENCES api_keys(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "idempotency_records" ADD CONSTRAINT "idempotency_records_api_key_id_fkey" FOREIGN KEY (api_key_id) REFERENCES api_keys(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_api_key_id_fkey" FOREIGN KEY (api_key_id) REFERENCES api_keys(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_fkey" FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_delivery_id_fkey" FOREIGN KEY (delivery_id) REFERENCES webhook_deliveries(id) ON UPDATE CASCADE ON DELETE CASCADE;

CREATE FUNCTION record_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE "change_versions" SET "version" = "version" + 1 WHERE "topic" = TG_ARGV[0];
  PERFORM pg_notify('changes', TG_ARGV[0]);
  RETURN NULL;
END
$function$;

-- The record stays as it was written. An erasure may delete values, nobody may change them.
CREATE FUNCTION refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION '% is a record: it is written once', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$function$;

-- Undoes the statement that calls it. Unlike a unique violation it names no value, so no log gets one; which
-- of the statement's parts was refused is in the error's constraint. prisma/sql/create-enrollment.sql
CREATE FUNCTION refuse_enrollment(refused text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'known already: %', refused USING ERRCODE = 'MA001', CONSTRAINT = refused;
END
$function$;

CREATE FUNCTION keep_school_minutes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  earlier_minutes integer := 0;
  earlier_seconds integer := 0;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    earlier_minutes := OLD."school_minutes";
    earlier_seconds := OLD."school_seconds";
  END IF;
  IF NEW."school_minutes" <> earlier_minutes AND NEW."school_seconds" = earlier_seconds THEN
    NEW."school_seconds" := NEW."school_minutes" * 60;
  ELSE
    NEW."school_minutes" := NEW."school_seconds" / 60;
  END IF;
  RETURN NEW;
END
$function$;

-- Only telling writes `state` (lib/decisions/standing.ts), also when it stays and the place is another one.
CREATE FUNCTION count_told_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW."told_version" := OLD."told_version" + 1;
  NEW."told_at" := clock_timestamp();
  RETURN NEW;
END $function$;

-- Putting back is a change, and so is another place in the same state; every other told change is named by its state.
CREATE FUNCTION record_told_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO "events" ("type", "enrollment_id", "version", "api_key_id", "test", "data") VALUES (
    CASE WHEN NEW."state" IN (OLD."state", 'pending') THEN 'enrollment.changed' ELSE 'enrollment.' || NEW."state" END,
    NEW."id", NEW."told_version", NEW."api_key_id", NEW."test",
    jsonb_build_object('reference', NEW."reference", 'state', NEW."state", 'version', NEW."told_version"));
  RETURN NULL;
END $function$;

CREATE FUNCTION record_erased_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO "events" ("type", "enrollment_id", "version", "api_key_id", "test", "data") VALUES (
    'enrollment.erased', OLD."id", OLD."told_version", OLD."api_key_id", OLD."test",
    jsonb_build_object('reference', OLD."reference"))
  ON CONFLICT DO NOTHING; -- told already, when its student's row was emptied
  RETURN NULL;
END $function$;

-- An erasure empties the student's row in place; the enrollment stays for the counts.
CREATE FUNCTION record_student_erased()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO "events" ("type", "enrollment_id", "version", "api_key_id", "test", "data")
  SELECT 'enrollment.erased', e."id", e."told_version", e."api_key_id", e."test", jsonb_build_object('reference', e."reference")
  FROM "enrollments" e WHERE e."student_id" = NEW."id"
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $function$;

-- What a guardian gets once for all children that were sent together (lib/mail/together.ts) is told of each of them.
CREATE FUNCTION record_mail_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO "events" ("type", "enrollment_id", "api_key_id", "test", "data")
  SELECT CASE NEW."state" WHEN 'delivered' THEN 'mail.delivered' ELSE 'mail.failed' END,
    e."id", e."api_key_id", e."test",
    jsonb_build_object('reference', e."reference", 'state', NEW."state", 'recipient',
      CASE g."position" WHEN 1 THEN 'guardian' WHEN 2 THEN 'second_guardian' ELSE 'student' END)
  FROM "enrollments" e
  LEFT JOIN "guardianships" g ON g."student_id" = e."student_id" AND g."guardian_id" = NEW."person_id"
  WHERE e."id" = ANY(ARRAY(
      SELECT NEW."enrollment_id"
      UNION ALL
      SELECT other."id" FROM "enrollments" own JOIN "enrollments" other ON other."submission_id" = own."submission_id"
      WHERE own."id" = NEW."enrollment_id" AND other."id" <> own."id"
        AND NEW."kind" IN ('guardian', 'second_guardian')))
    AND (e."id" = NEW."enrollment_id" OR g."denied_at" IS NULL AND g."guardian_id" IS NOT NULL)
  ORDER BY e."created_at", e."id";
  RETURN NULL;
END $function$;

-- What has been accepted stays as it was accepted.
CREATE FUNCTION refuse_legal_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'A legal text is never changed or deleted: import another version.';
END $function$;

-- What was told stays as it was told: words change, and a reason is withdrawn, by a row of the next version.
CREATE FUNCTION refuse_reason_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'UPDATE' AND to_jsonb(OLD) - 'position' = to_jsonb(NEW) - 'position' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'A reason is never changed or deleted: import another version.';
END $function$;

-- Whoever writes certain tables, every running process hears of it (lib/changes.ts).
INSERT INTO "change_versions" ("topic") VALUES ('catalogue'), ('settings'), ('api_keys');
INSERT INTO "event_counter" ("catalogue_version") SELECT "version" FROM "change_versions" WHERE "topic" = 'catalogue';

-- The one row that all workers take their turns from.
INSERT INTO "mail_pace" ("id") VALUES (1);

-- A new school's reasons. "not_me": whoever got the mail of a request that somebody else had sent in their name; the desk is not offered it.
INSERT INTO "reasons" ("code", "offered_for", "es", "ca", "en") VALUES
  ('no_place', '{rejected}', 'No quedan plazas libres en lo que pediste.', 'No queden places lliures en el que vas demanar.', 'There are no places left in what you asked for.'),
  ('age', '{rejected}', 'La edad no corresponde a los estudios solicitados.', 'L’edat no correspon als estudis sol·licitats.', 'The age does not fit the studies that were asked for.'),
  ('requirements', '{rejected}', 'No se cumplen los requisitos de los estudios solicitados.', 'No es compleixen els requisits dels estudis sol·licitats.', 'The requirements of the studies that were asked for are not met.'),
  ('incomplete', '{rejected}', 'A la solicitud le faltaban datos o documentos.', 'A la sol·licitud li faltaven dades o documents.', 'Details or documents were missing from the enrollment.'),
  ('family', '{withdrawn,pending}', 'La familia lo ha pedido.', 'La família ho ha demanat.', 'The family asked for it.'),
  ('no_answer', '{withdrawn}', 'No hemos recibido respuesta a nuestros mensajes.', 'No hem rebut resposta als nostres missatges.', 'We had no answer to our messages.'),
  ('other', '{rejected,withdrawn,pending,accepted}', 'Otro motivo.', 'Un altre motiu.', 'Another reason.');
INSERT INTO "reasons" ("code", "offered_for", "es", "ca", "en") VALUES
  ('not_me', '{}', 'Quien recibió el correo avisó de que la solicitud no era suya.', 'Qui va rebre el correu va avisar que la sol·licitud no era seva.', 'Whoever got the e-mail said that the request was not theirs.');

-- The texts to begin with, until the school imports its own.
INSERT INTO "legal_texts" ("kind", "version", "locale", "text", "sha256")
SELECT kind, 1, locale, text, encode(sha256(convert_to(text, 'UTF8')), 'hex') FROM (VALUES
  ('terms', 'es', $legal$# Condiciones de la matrícula

Al enviar la solicitud pides una plaza en {school}. Estas son las condiciones que aceptas al marcar la casilla del final del formulario.

## Qué pides

El formulario registra una solicitud de plaza para un curso escolar. Recibirás una referencia y la solicitud quedará pendiente hasta que secretaría la revise.

La solicitud no garantiza plaza. Cuando hay más solicitudes que plazas, la escuela tiene en cuenta el orden de tus preferencias, la edad y el nivel.

## Quién puede matricularse

Las personas de 18 años o más se matriculan ellas mismas. A las menores las matricula su madre, su padre o quien las tutele legalmente, que también debe tener 18 años o más.

Quien firma como tutor o tutora declara que lo es. Si indicas una segunda persona tutora, le escribiremos para que lo sepa y complete sus datos.

## Datos verdaderos

Los datos deben ser verdaderos y estar al día, porque con ellos te avisamos y hacemos los certificados. Si algo cambia, escribe a {mail}. Cada persona se registra una sola vez, con su propio correo y su propio documento.

## Precios y pagos

El precio de cada estudio es la suma de los precios de sus asignaturas para el curso elegido, tal como se muestran en el formulario. Enviar la solicitud no cuesta nada: la escuela indica cómo y cuándo se paga al confirmar la plaza.

## Tu cuenta

Después de enviar la solicitud, cada persona con correo recibe un mensaje con un enlace para crear su contraseña. El enlace es personal y caduca. Guarda la contraseña y no la compartas.

## Anular la solicitud

Puedes anular la solicitud sin coste mientras la plaza no esté confirmada: escribe a {mail} o llama al {phone} con la referencia. Como consumidor tienes además 14 días naturales para desistir de un contrato celebrado a distancia, salvo que las clases hayan empezado a petición tuya.

## Clases y horarios

Los horarios se asignan antes de empezar el curso. La escuela puede cambiar un horario, un aula o un profesor por razones de organización, y avisa con antelación. Si un grupo no llega al número mínimo de alumnos, te ofrecemos otra opción o la devolución de lo pagado.

## Tus datos

Tratamos los datos como explica la página de [privacidad](/privacy).
$legal$),
  ('terms', 'ca', $legal$# Condicions de la matrícula

En enviar la sol·licitud demanes una plaça a {school}. Aquestes són les condicions que acceptes quan marques la casella del final del formulari.

## Què demanes

El formulari registra una sol·licitud de plaça per a un curs escolar. Rebràs una referència i la sol·licitud quedarà pendent fins que secretaria la revisi.

La sol·licitud no garanteix la plaça. Quan hi ha més sol·licituds que places, l’escola té en compte l’ordre de les teves preferències, l’edat i el nivell.

## Qui es pot matricular

Les persones de 18 anys o més es matriculen elles mateixes. Les menors, les matricula la mare, el pare o qui en tingui la tutela legal, que també ha de tenir 18 anys o més.

Qui signa com a tutor o tutora declara que ho és. Si indiques una segona persona tutora, li escriurem perquè ho sàpiga i completi les seves dades.

## Dades verdaderes

Les dades han de ser verdaderes i estar al dia, perquè amb elles t’avisem i fem els certificats. Si res canvia, escriu a {mail}. Cada persona es registra una sola vegada, amb el seu propi correu i el seu propi document.

## Preus i pagaments

El preu de cada estudi és la suma dels preus de les seves assignatures per al curs triat, tal com es mostren al formulari. Enviar la sol·licitud no costa res: l’escola indica com i quan es paga en confirmar la plaça.

## El teu compte

Després d’enviar la sol·licitud, cada persona amb correu rep un missatge amb un enllaç per crear la contrasenya. L’enllaç és personal i caduca. Desa la contrasenya i no la comparteixis.

## Anul·lar la sol·licitud

Pots anul·lar la sol·licitud sense cost mentre la plaça no estigui confirmada: escriu a {mail} o truca al {phone} amb la referència. Com a consumidor tens, a més, 14 dies naturals per desistir d’un contracte fet a distància, tret que les classes hagin començat a petició teva.

## Classes i horaris

Els horaris s’assignen abans de començar el curs. L’escola pot canviar un horari, una aula o un professor per raons d’organització, i avisa amb antelació. Si un grup no arriba al nombre mínim d’alumnes, t’oferim una altra opció o la devolució del que s’hagi pagat.

## Les teves dades

Tractem les dades tal com explica la pàgina de [privacitat](/privacy).
$legal$),
  ('terms', 'en', $legal$# Enrollment terms

By sending the form you ask for a place at {school}. These are the terms that you accept by ticking the box at the end.

## What you ask for

The form records a request for a place in one school year. You get a reference, and the request is pending until the school office has looked at it.

The request does not guarantee a place. When there are more requests than places, the school considers the order of your choices, the age and the level.

## Who can enroll

People aged 18 or older enroll themselves. Children are enrolled by a parent or legal guardian, who must also be 18 or older.

Whoever fills in the form as a guardian declares to be one. If you name a second guardian, we write to them so that they know and can complete their details.

## True details

The details must be true and up to date, because we use them to reach you and for certificates. If something changes, write to {mail}. Each person is registered once, with an e-mail address and a document of their own.

## Prices and payment

The price of a course is the sum of the prices of its subjects in the year you choose, as the form shows them. Sending the request costs nothing: the school tells you how and when to pay when it confirms the place.

## Your account

After the request is sent, each person with an e-mail address receives a message with a link to set a password. The link is personal and expires. Keep the password to yourself.

## Withdrawing the request

You can withdraw the request at no cost until the place is confirmed: write to {mail} or call {phone} and give the reference. As a consumer you also have 14 calendar days to withdraw from a contract made at a distance, unless classes began earlier because you asked for it.

## Classes and timetables

Timetables are assigned before the year begins. The school may change a time, a room or a teacher for reasons of organization, and says so in advance. If a group does not reach the minimum number of students, we offer you another option or return what you paid.

## Your data

We treat data as the [privacy](/privacy) page explains.
$legal$),
  ('privacy', 'es', $legal$# Privacidad

Qué datos recogemos con la solicitud, para qué, durante cuánto tiempo y qué puedes hacer con ellos.

## Quién responde de los datos

{school}, {address}. Puedes escribir a {mail} o llamar al {phone}.

## Qué datos y para qué

- Nombre, fecha de nacimiento y documento: para saber quién pide plaza, quién le representa y para los certificados.
- Correo, teléfono y dirección: para avisarte de la plaza, los horarios y los pagos.
- Experiencia, especialidades y estudios elegidos: para asignar plaza y nivel.
- Observaciones: lo que quieras contarnos. No hace falta que escribas datos de salud; si necesitas una adaptación, puedes hablarlo con secretaría.
- Qué condiciones aceptaste y cuándo: para poder demostrarlo.

## Por qué podemos tratarlos

Porque son necesarios para atender tu solicitud y, después, para la relación entre la escuela y el alumno (artículo 6.1.b del Reglamento General de Protección de Datos), y para cumplir obligaciones legales (artículo 6.1.c). No los usamos para publicidad ni para decisiones automáticas.

## Menores

Los datos de una persona menor los facilita quien la representa. El menor solo recibe mensajes si se indica un correo suyo.

## Mientras rellenas el formulario

Tus respuestas se guardan cifradas en el servidor de la escuela para que no se pierdan, y se borran solas a las 72 horas. Puedes borrarlas antes en cualquier página del formulario. El navegador solo guarda una cookie técnica que sirve para encontrarlas y dura 30 días: no contiene datos tuyos y no hace falta tu consentimiento. No hay cookies de publicidad ni de análisis, ni se carga nada de otras empresas.

## Cuánto tiempo

La solicitud y los datos de la cuenta se conservan mientras seas alumno o tutor y, después, durante los plazos legales en que puedan exigirse responsabilidades. Las solicitudes que no llegan a plaza se borran al terminar el curso para el que se hicieron, si lo pides o si la ley no obliga a conservarlas.

## Quién los ve

El personal de la escuela que los necesita para su trabajo y los proveedores que prestan servicio por encargo de la escuela, como el alojamiento y el envío de correos, con contrato y sin poder usarlos para otra cosa. Si un proveedor está fuera del Espacio Económico Europeo, se aplican las garantías que exige el Reglamento. No vendemos ni cedemos datos.

## Tus derechos

Puedes pedir acceso, rectificación, supresión, limitación, oposición y portabilidad escribiendo a {mail}. Contestamos en un mes como máximo. Si crees que no lo hacemos bien, puedes reclamar ante la Agencia Española de Protección de Datos (aepd.es).
$legal$),
  ('privacy', 'ca', $legal$# Privacitat

Quines dades recollim amb la sol·licitud, per a què, durant quant de temps i què hi pots fer.

## Qui respon de les dades

{school}, {address}. Pots escriure a {mail} o trucar al {phone}.

## Quines dades i per a què

- Nom, data de naixement i document: per saber qui demana plaça, qui el representa i per als certificats.
- Correu, telèfon i adreça: per avisar-te de la plaça, els horaris i els pagaments.
- Experiència, especialitats i estudis triats: per assignar plaça i nivell.
- Observacions: el que ens vulguis explicar. No cal que hi escriguis dades de salut; si necessites una adaptació, en pots parlar amb secretaria.
- Quines condicions vas acceptar i quan: per poder-ho demostrar.

## Per què les podem tractar

Perquè són necessàries per atendre la teva sol·licitud i, després, per a la relació entre l’escola i l’alumne (article 6.1.b del Reglament General de Protecció de Dades), i per complir obligacions legals (article 6.1.c). No les fem servir per a publicitat ni per a decisions automàtiques.

## Menors

Les dades d’una persona menor les facilita qui la representa. El menor només rep missatges si s’indica un correu seu.

## Mentre omples el formulari

Les respostes es desen xifrades al servidor de l’escola perquè no es perdin, i s’esborren soles al cap de 72 hores. Les pots esborrar abans a qualsevol pàgina del formulari. El navegador només desa una galeta tècnica que serveix per trobar-les i dura 30 dies: no conté dades teves i no necessita el teu consentiment. No hi ha galetes de publicitat ni d’anàlisi, ni es carrega res d’altres empreses.

## Quant de temps

La sol·licitud i les dades del compte es conserven mentre siguis alumne o tutor i, després, durant els terminis legals en què es puguin exigir responsabilitats. Les sol·licituds que no arriben a plaça s’esborren en acabar el curs per al qual es van fer, si ho demanes o si la llei no obliga a conservar-les.

## Qui les veu

El personal de l’escola que les necessita per a la seva feina i els proveïdors que presten servei per encàrrec de l’escola, com l’allotjament i l’enviament de correus, amb contracte i sense poder-les fer servir per a res més. Si un proveïdor és fora de l’Espai Econòmic Europeu, s’apliquen les garanties que exigeix el Reglament. No venem ni cedim dades.

## Els teus drets

Pots demanar accés, rectificació, supressió, limitació, oposició i portabilitat escrivint a {mail}. Contestem en un mes com a màxim. Si creus que no ho fem bé, pots reclamar a l’Agència Espanyola de Protecció de Dades (aepd.es).
$legal$),
  ('privacy', 'en', $legal$# Privacy

Which data we collect with a request, what for, for how long, and what you can do about it.

## Who is responsible for the data

{school}, {address}. You can write to {mail} or call {phone}.

## Which data, and what for

- Name, birth date and document: to know who asks for a place, who acts for them, and for certificates.
- E-mail, telephone and address: to tell you about the place, the timetable and payments.
- Experience, specialities and courses chosen: to assign a place and a level.
- Observations: whatever you want to tell us. You need not write about health; if you need an adjustment, you can talk to the school office.
- Which terms you accepted, and when: to be able to show it.

## Why we may use them

Because they are needed to answer your request and, afterwards, for the relation between school and student (article 6(1)(b) of the General Data Protection Regulation), and to meet legal obligations (article 6(1)(c)). We do not use them for advertising or for automated decisions.

## Children

A child’s data are given by whoever represents the child. The child only receives messages if you give an e-mail address of their own.

## While you fill in the form

Your answers are kept encrypted on the school’s server so that they are not lost, and are deleted after 72 hours. You can delete them sooner on any page of the form. The browser only keeps a technical cookie that serves to find them and lasts for 30 days: it contains no data about you and needs no consent. There are no advertising or analytics cookies, and nothing is loaded from other companies.

## For how long

The request and the account’s data are kept while you are a student or guardian and, afterwards, for as long as the law allows claims to be made. Requests that do not lead to a place are deleted when the school year they were made for ends, if you ask for it or if the law does not oblige us to keep them.

## Who sees them

The school’s staff who need them for their work, and providers who work on the school’s behalf, such as hosting and e-mail, under contract and for nothing else. If a provider is outside the European Economic Area, the safeguards that the Regulation requires apply. We do not sell data or pass them on.

## Your rights

You can ask for access, correction, deletion, restriction, objection and portability by writing to {mail}. We answer within a month. If you think that we do not do this well, you can complain to the Spanish Data Protection Agency (aepd.es).
$legal$)
) AS initial(kind, locale, text);

-- Not on every update: `last_used_at` is written by running servers and changes nothing they hold.
CREATE TRIGGER api_keys_changed AFTER INSERT OR DELETE OR UPDATE OF name, hash, scopes, expires_at, revoked_at OR TRUNCATE ON api_keys FOR EACH STATEMENT EXECUTE FUNCTION record_change('api_keys');
CREATE TRIGGER audit_entries_kept BEFORE DELETE OR UPDATE ON audit_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_entries_not_emptied BEFORE TRUNCATE ON audit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_values_kept BEFORE UPDATE ON audit_values FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER courses_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON courses FOR EACH STATEMENT EXECUTE FUNCTION record_change('catalogue');
CREATE TRIGGER degrees_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON degrees FOR EACH STATEMENT EXECUTE FUNCTION record_change('catalogue');
CREATE TRIGGER enrollment_erased_event AFTER DELETE ON enrollments FOR EACH ROW EXECUTE FUNCTION record_erased_event();
CREATE TRIGGER enrollment_told BEFORE UPDATE OF state ON enrollments FOR EACH ROW EXECUTE FUNCTION count_told_change();
CREATE TRIGGER enrollment_told_event AFTER UPDATE OF state ON enrollments FOR EACH ROW EXECUTE FUNCTION record_told_event();
CREATE TRIGGER grading_systems_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON grading_systems FOR EACH STATEMENT EXECUTE FUNCTION record_change('catalogue');
CREATE TRIGGER legal_texts_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON legal_texts FOR EACH STATEMENT EXECUTE FUNCTION record_change('settings');
CREATE TRIGGER legal_texts_kept BEFORE DELETE OR UPDATE ON legal_texts FOR EACH ROW EXECUTE FUNCTION refuse_legal_change();
CREATE TRIGGER mail_event AFTER UPDATE OF state ON mail_messages FOR EACH ROW WHEN (((new.enrollment_id IS NOT NULL) AND (new.state IS DISTINCT FROM old.state) AND (new.state = ANY (ARRAY['delivered'::mail_state, 'failed'::mail_state, 'bounced'::mail_state, 'complained'::mail_state])))) EXECUTE FUNCTION record_mail_event();
CREATE TRIGGER student_erased_event AFTER UPDATE OF erased_at ON people FOR EACH ROW WHEN (((old.erased_at IS NULL) AND (new.erased_at IS NOT NULL))) EXECUTE FUNCTION record_student_erased();
CREATE TRIGGER reasons_kept BEFORE DELETE OR UPDATE ON reasons FOR EACH ROW EXECUTE FUNCTION refuse_reason_change();
CREATE TRIGGER school_logos_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON school_logos FOR EACH STATEMENT EXECUTE FUNCTION record_change('settings');
CREATE TRIGGER school_years_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON school_years FOR EACH STATEMENT EXECUTE FUNCTION record_change('catalogue');
CREATE TRIGGER settings_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON settings FOR EACH STATEMENT EXECUTE FUNCTION record_change('settings');
CREATE TRIGGER specialities_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON specialities FOR EACH STATEMENT EXECUTE FUNCTION record_change('catalogue');
CREATE TRIGGER subjects_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON subjects FOR EACH STATEMENT EXECUTE FUNCTION record_change('catalogue');
CREATE TRIGGER subjects_school_minutes BEFORE INSERT OR UPDATE ON subjects FOR EACH ROW EXECUTE FUNCTION keep_school_minutes();
CREATE TRIGGER syllabi_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON syllabi FOR EACH STATEMENT EXECUTE FUNCTION record_change('catalogue');
CREATE TRIGGER syllabus_specialities_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON syllabus_specialities FOR EACH STATEMENT EXECUTE FUNCTION record_change('catalogue');
CREATE TRIGGER syllabus_subjects_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON syllabus_subjects FOR EACH STATEMENT EXECUTE FUNCTION record_change('catalogue');
