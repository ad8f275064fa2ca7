-- The schema before the first release, and the rows that every school begins with (docs/decisions/106-first-migration-again.md).
-- Functions and views are those of prisma/sql.

CREATE TYPE bulk_kind AS ENUM ('accepted', 'waiting', 'rejected', 'label', 'resend', 'write');

CREATE TYPE bulk_status AS ENUM ('draft', 'working', 'done', 'undoing', 'undone');

CREATE TYPE decision_status AS ENUM ('untold', 'told', 'undone', 'superseded', 'void', 'nothing_to_tell');

CREATE TYPE enrollment_source AS ENUM ('api', 'form', 'desk');

CREATE TYPE enrollment_state AS ENUM ('pending', 'accepted', 'rejected', 'withdrawn', 'waiting');

CREATE TYPE export_status AS ENUM ('queued', 'making', 'ready', 'failed');

CREATE TYPE given_answer AS ENUM ('kept', 'given_up', 'lapsed', 'closed');

CREATE TYPE going_on_answer AS ENUM ('stay', 'leave');

CREATE TYPE mail_kind AS ENUM ('adult_student', 'guardian', 'second_guardian', 'minor_student', 'password_reset', 'accepted', 'rejected', 'waiting', 'withdrawn', 'put_back', 'changed', 'continue_draft', 'confirm_email', 'email_changed', 'correction_settled', 'erasure_asked', 'place_asked', 'place_reminder', 'sign_in_link', 'question', 'question_reminder', 'group_message', 'merits_unchecked', 'renewal_asked', 'renewal_reminder');

CREATE TYPE mail_state AS ENUM ('queued', 'sent', 'delivered', 'delayed', 'bounced', 'complained', 'failed');

CREATE TYPE round_state AS ENUM ('draft', 'open', 'frozen', 'drawn', 'provisional', 'final', 'closed');

CREATE TYPE staff_role AS ENUM ('reader', 'secretary', 'head', 'admin');

CREATE TYPE syllabus_admission AS ENUM ('open', 'test', 'previous_course');

CREATE TYPE syllabus_subject_kind AS ENUM ('mandatory', 'optional', 'speciality');

-- The sandbox at work (lib/platform/database/prisma.ts), 0 where nobody has entered one: asked by each view of prisma/sql/views,
-- and the default of `sandbox_id`.
CREATE OR REPLACE FUNCTION current_sandbox()
 RETURNS integer
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT coalesce(nullif(current_setting('matricula.sandbox', true), ''), '0')::integer
$function$;

-- The trace that a transaction has noted (lib/platform/database/prisma.ts), if any.
CREATE OR REPLACE FUNCTION current_traceparent()
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  SELECT NULLIF(current_setting('matricula.traceparent', true), '')
$function$;

-- A text as it is searched: small letters without marks, words with one space between them.
CREATE OR REPLACE FUNCTION search_fold(searched text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT regexp_replace(
    translate(regexp_replace(lower(normalize(searched, NFD)), '[\u0300-\u036f]', '', 'g'), 'łøđßæœ', 'lodsao'),
    '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u2000-\u206f]+', ' ', 'g')
$function$;

CREATE TABLE access_entries (
  member_id uuid NOT NULL,
  enrollment_id uuid NOT NULL,
  hour timestamp(0) with time zone NOT NULL,
  CONSTRAINT access_entries_pkey PRIMARY KEY (enrollment_id, member_id, hour)
);

CREATE INDEX access_entries_hour_idx ON access_entries (hour);

CREATE TABLE account_limits (
  key character varying(255) NOT NULL,
  points integer DEFAULT 0 NOT NULL,
  expire bigint,
  CONSTRAINT account_limits_pkey PRIMARY KEY (key)
);

CREATE TABLE accounts (
  person_id uuid NOT NULL,
  password_hash text NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  password_changed_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  has_password boolean DEFAULT true NOT NULL,
  CONSTRAINT accounts_pkey PRIMARY KEY (person_id)
);

CREATE TABLE all_correction_requests (
  id uuid NOT NULL,
  person_id uuid NOT NULL,
  asked_by_id uuid NOT NULL,
  name text,
  surname text,
  birth_date date,
  document_type text,
  document text,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  settled_at timestamp(3) with time zone,
  accepted boolean,
  answer text,
  sandbox_id integer DEFAULT current_sandbox() NOT NULL,
  CONSTRAINT all_correction_requests_pkey PRIMARY KEY (id)
);
ALTER TABLE all_correction_requests ALTER COLUMN sandbox_id SET (n_distinct=1);

CREATE INDEX all_correction_requests_person_id_idx ON all_correction_requests (person_id);

CREATE SEQUENCE data_requests_id_seq AS integer START WITH 1 INCREMENT BY 1 NO MINVALUE NO MAXVALUE CACHE 1;

CREATE TABLE all_data_requests (
  id integer DEFAULT nextval('data_requests_id_seq'::regclass) NOT NULL,
  kind text NOT NULL,
  person_id uuid NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  due_on date NOT NULL,
  settled_at timestamp(3) with time zone,
  outcome text,
  sandbox_id integer DEFAULT current_sandbox() NOT NULL,
  CONSTRAINT all_data_requests_kind_check CHECK ((kind = ANY (ARRAY['access'::text, 'erasure'::text]))),
  CONSTRAINT all_data_requests_outcome_check CHECK ((outcome = ANY (ARRAY['done'::text, 'refused'::text, 'taken_back'::text]))),
  CONSTRAINT all_data_requests_settled_check CHECK (((settled_at IS NULL) = (outcome IS NULL))),
  CONSTRAINT all_data_requests_pkey PRIMARY KEY (id)
);
ALTER TABLE all_data_requests ALTER COLUMN sandbox_id SET (n_distinct=1);

CREATE INDEX all_data_requests_due_idx ON all_data_requests (due_on) WHERE (settled_at IS NULL);
CREATE UNIQUE INDEX all_data_requests_open_key ON all_data_requests (person_id, kind) WHERE (settled_at IS NULL);
CREATE INDEX all_data_requests_person_id_idx ON all_data_requests (person_id);

ALTER SEQUENCE data_requests_id_seq OWNED BY all_data_requests.id;

CREATE TABLE all_decisions (
  id uuid NOT NULL,
  enrollment_id uuid NOT NULL,
  school_year_id integer NOT NULL,
  from_state enrollment_state NOT NULL,
  to_state enrollment_state NOT NULL,
  speciality_id integer,
  syllabus_id integer,
  reason_id integer,
  words text,
  internal_reason text,
  exception boolean DEFAULT false NOT NULL,
  before_speciality_id integer,
  before_syllabus_id integer,
  before_priority integer DEFAULT 0 NOT NULL,
  actor_kind text NOT NULL,
  actor_id uuid,
  decided_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  status decision_status DEFAULT 'untold'::decision_status NOT NULL,
  with_list boolean DEFAULT false NOT NULL,
  tell_at timestamp(3) with time zone,
  settled_at timestamp(3) with time zone,
  superseded_by_id uuid,
  sandbox_id integer DEFAULT current_sandbox() NOT NULL,
  repeats text,
  CONSTRAINT all_decisions_actor_check CHECK ((actor_kind = ANY (ARRAY['staff'::text, 'family'::text, 'command'::text, 'api_key'::text, 'system'::text]))),
  CONSTRAINT all_decisions_settled_check CHECK (((status = 'untold'::decision_status) = (settled_at IS NULL))),
  CONSTRAINT all_decisions_words_check CHECK (((length(words) <= 2000) AND (length(internal_reason) <= 2000))),
  CONSTRAINT all_decisions_pkey PRIMARY KEY (id)
);
ALTER TABLE all_decisions ALTER COLUMN sandbox_id SET (n_distinct=1);

CREATE INDEX all_decisions_by_day_idx ON all_decisions (school_year_id, decided_at DESC, id DESC);
CREATE INDEX all_decisions_due_idx ON all_decisions (tell_at) WHERE (status = 'untold'::decision_status);
CREATE INDEX all_decisions_enrollment_id_idx ON all_decisions (enrollment_id);
CREATE UNIQUE INDEX all_decisions_untold_key ON all_decisions (enrollment_id) WHERE (status = 'untold'::decision_status);
CREATE INDEX all_decisions_void_idx ON all_decisions (enrollment_id) WHERE (status = 'void'::decision_status);

CREATE TABLE all_enrollments (
  id uuid NOT NULL,
  reference text NOT NULL,
  school_year_id integer NOT NULL,
  student_id uuid NOT NULL,
  state enrollment_state DEFAULT 'pending'::enrollment_state NOT NULL,
  experience_speciality_id integer,
  experience_years smallint,
  observations text,
  terms_url text NOT NULL,
  terms_accepted_at timestamp(3) with time zone NOT NULL,
  locale text NOT NULL,
  source enrollment_source NOT NULL,
  api_key_id integer,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  test boolean DEFAULT false NOT NULL,
  assigned_speciality_id integer,
  assigned_syllabus_id integer,
  decided_state enrollment_state DEFAULT 'pending'::enrollment_state NOT NULL,
  priority integer DEFAULT 0 NOT NULL,
  version integer DEFAULT 0 NOT NULL,
  submission_id uuid,
  told_version integer DEFAULT 0 NOT NULL,
  told_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  keeps_place_at timestamp(3) with time zone,
  terms_text_id integer,
  turn integer,
  gave_up_at timestamp(3) with time zone,
  sandbox_id integer GENERATED ALWAYS AS (
CASE
  WHEN test THEN COALESCE(api_key_id, '-1'::integer)
  ELSE 0
END) STORED NOT NULL,
  answer_by date,
  traceparent text,
  CONSTRAINT all_enrollments_experience_years_check CHECK (((experience_years >= 0) AND (experience_years <= 3))),
  CONSTRAINT all_enrollments_source_check CHECK ((((source = 'api'::enrollment_source) = (api_key_id IS NOT NULL)) OR ((source = 'form'::enrollment_source) AND test))),
  CONSTRAINT all_enrollments_pkey PRIMARY KEY (id)
);
ALTER TABLE all_enrollments ALTER COLUMN sandbox_id SET (n_distinct=1);

CREATE INDEX all_enrollments_api_key_id_told_at_id_idx ON all_enrollments (api_key_id, told_at, id);
CREATE INDEX all_enrollments_assigned_speciality_idx ON all_enrollments (assigned_speciality_id) WHERE (assigned_speciality_id IS NOT NULL);
CREATE INDEX all_enrollments_assigned_syllabus_idx ON all_enrollments (assigned_syllabus_id) WHERE (assigned_syllabus_id IS NOT NULL);
CREATE INDEX all_enrollments_created_at_id_idx ON all_enrollments (created_at, id);
CREATE INDEX all_enrollments_experience_speciality_id_idx ON all_enrollments (experience_speciality_id);
CREATE UNIQUE INDEX all_enrollments_id_school_year_id_key ON all_enrollments (id, school_year_id);
CREATE INDEX all_enrollments_sandbox_id_idx ON all_enrollments (sandbox_id);
CREATE INDEX all_enrollments_school_year_id_idx ON all_enrollments (school_year_id);
CREATE INDEX all_enrollments_student_id_idx ON all_enrollments (student_id);
CREATE UNIQUE INDEX all_enrollments_student_year_key ON all_enrollments (student_id, school_year_id) WHERE ((state <> 'withdrawn'::enrollment_state) OR (decided_state <> 'withdrawn'::enrollment_state));
CREATE INDEX all_enrollments_submission_id_idx ON all_enrollments (submission_id) WHERE (submission_id IS NOT NULL);
CREATE INDEX all_enrollments_terms_text_id_idx ON all_enrollments (terms_text_id);
CREATE INDEX all_enrollments_told_at_id_idx ON all_enrollments (told_at, id);
CREATE INDEX all_enrollments_waiting_idx ON all_enrollments (school_year_id, assigned_speciality_id, assigned_syllabus_id) WHERE (decided_state = 'waiting'::enrollment_state);
CREATE UNIQUE INDEX enrollments_reference_key ON all_enrollments (reference);

CREATE TABLE all_guardianships (
  student_id uuid NOT NULL,
  guardian_id uuid NOT NULL,
  "position" smallint NOT NULL,
  kept_apart boolean DEFAULT false NOT NULL,
  confirmed_at timestamp(3) with time zone,
  denied_at timestamp(3) with time zone,
  sandbox_id integer DEFAULT current_sandbox() NOT NULL,
  CONSTRAINT all_guardianships_distinct_check CHECK ((student_id <> guardian_id)),
  CONSTRAINT all_guardianships_position_check CHECK (("position" = ANY (ARRAY[1, 2]))),
  CONSTRAINT all_guardianships_pkey PRIMARY KEY (student_id, guardian_id)
);
ALTER TABLE all_guardianships ALTER COLUMN sandbox_id SET (n_distinct=1);

CREATE INDEX all_guardianships_guardian_id_idx ON all_guardianships (guardian_id);
CREATE UNIQUE INDEX all_guardianships_student_id_position_key ON all_guardianships (student_id, "position");

CREATE TABLE all_mail_messages (
  id uuid NOT NULL,
  kind mail_kind NOT NULL,
  enrollment_id uuid,
  person_id uuid NOT NULL,
  locale text NOT NULL,
  state mail_state DEFAULT 'queued'::mail_state NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  bounced_at timestamp(3) with time zone,
  complained_at timestamp(3) with time zone,
  delayed_at timestamp(3) with time zone,
  delivered_at timestamp(3) with time zone,
  failed_at timestamp(3) with time zone,
  first_attempt_at timestamp(3) with time zone,
  last_attempt_at timestamp(3) with time zone,
  last_error text,
  payload jsonb,
  provider_id text,
  sent_at timestamp(3) with time zone,
  tells jsonb,
  to_email text,
  sandbox_id integer DEFAULT current_sandbox() NOT NULL,
  CONSTRAINT all_mail_messages_pkey PRIMARY KEY (id)
);
ALTER TABLE all_mail_messages ALTER COLUMN sandbox_id SET (n_distinct=1);

CREATE INDEX all_mail_messages_enrollment_id_person_id_created_at_idx ON all_mail_messages (enrollment_id, person_id, created_at);
CREATE INDEX all_mail_messages_person_id_idx ON all_mail_messages (person_id);
CREATE UNIQUE INDEX all_mail_messages_provider_id_key ON all_mail_messages (provider_id);
CREATE INDEX all_mail_messages_state_created_at_idx ON all_mail_messages (state, created_at);

CREATE TABLE all_mail_suppressions (
  email_key text NOT NULL,
  reason text NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  sandbox_id integer DEFAULT current_sandbox() NOT NULL,
  CONSTRAINT all_mail_suppressions_pkey PRIMARY KEY (email_key, sandbox_id)
);
ALTER TABLE all_mail_suppressions ALTER COLUMN sandbox_id SET (n_distinct=1);

CREATE TABLE all_people (
  id uuid NOT NULL,
  email text NOT NULL,
  email_key text NOT NULL,
  name text,
  surname text,
  birth_date date,
  document_type text,
  document text,
  document_key text,
  phone_country_code text,
  phone text,
  country text,
  city text,
  zip_code text,
  address text,
  locale text NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  erased_at timestamp(3) with time zone,
  sandbox_id integer DEFAULT current_sandbox() NOT NULL,
  same_key bigint GENERATED ALWAYS AS (hashtextextended(((regexp_replace(lower(NORMALIZE((name || surname), NFD)), '[\u0300-\u036f\u00b7\u2019[:space:][:punct:]]'::text, ''::text, 'g'::text) || ' '::text) || ((birth_date - '2000-01-01'::date))::text), (0)::bigint)) STORED,
  searched text GENERATED ALWAYS AS ((((((' '::text || search_fold(((((((COALESCE(name, ''::text) || ' '::text) || COALESCE(surname, ''::text)) || ' '::text) || COALESCE(city, ''::text)) || ' '::text) || email))) || ' '::text) || lower(COALESCE(document_key, ''::text))) || ' '::text) || regexp_replace((COALESCE(phone_country_code, ''::text) || COALESCE(phone, ''::text)), '\D'::text, ''::text, 'g'::text))) STORED,
  CONSTRAINT all_people_document_check CHECK (((document IS NULL) = (document_key IS NULL))),
  CONSTRAINT all_people_pkey PRIMARY KEY (id)
);
ALTER TABLE all_people ALTER COLUMN sandbox_id SET (n_distinct=1);

CREATE INDEX all_people_erased_idx ON all_people (id) WHERE (erased_at IS NOT NULL);
CREATE INDEX all_people_name_idx ON all_people (COALESCE(surname, ''::text) COLLATE "und-x-icu", COALESCE(name, ''::text) COLLATE "und-x-icu");
CREATE INDEX all_people_same_key_idx ON all_people (same_key);
CREATE INDEX all_people_sandbox_id_idx ON all_people (sandbox_id);
CREATE UNIQUE INDEX people_document_key_key ON all_people (document_key, sandbox_id);
CREATE UNIQUE INDEX people_email_key_key ON all_people (email_key, sandbox_id);

CREATE TABLE all_rounds (
  id serial NOT NULL,
  sandbox_id integer DEFAULT current_sandbox() NOT NULL,
  school_year_id integer NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  state round_state DEFAULT 'draft'::round_state NOT NULL,
  method text DEFAULT 'numbers'::text NOT NULL,
  merits_by date,
  objections_by date,
  answer_by date,
  listed_until date,
  list text,
  hash text,
  frozen_at timestamp(3) with time zone,
  provisional jsonb,
  provisional_at timestamp(3) with time zone,
  final jsonb,
  final_at timestamp(3) with time zone,
  version integer DEFAULT 0 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  final_public_at timestamp(3) with time zone,
  published_points text DEFAULT 'totals'::text NOT NULL,
  CONSTRAINT all_rounds_code_check CHECK ((code ~ '^[a-z0-9][a-z0-9-]{0,39}$'::text)),
  CONSTRAINT all_rounds_method_check CHECK ((method = ANY (ARRAY['numbers'::text, 'start'::text]))),
  CONSTRAINT all_rounds_published_points_check CHECK ((published_points = ANY (ARRAY['totals'::text, 'ranks'::text]))),
  CONSTRAINT all_rounds_pkey PRIMARY KEY (id)
);
ALTER TABLE all_rounds ALTER COLUMN sandbox_id SET (n_distinct=1);

CREATE UNIQUE INDEX all_rounds_code_sandbox_id_key ON all_rounds (code, sandbox_id);
CREATE INDEX all_rounds_sandbox_id_idx ON all_rounds (sandbox_id);
CREATE INDEX all_rounds_school_year_id_idx ON all_rounds (school_year_id);
CREATE UNIQUE INDEX all_rounds_under_way_key ON all_rounds (school_year_id, sandbox_id) WHERE (state <> ALL (ARRAY['draft'::round_state, 'closed'::round_state]));

CREATE TABLE answer_links (
  hash bytea NOT NULL,
  person_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT answer_links_pkey PRIMARY KEY (hash)
);

CREATE INDEX answer_links_expires_at_idx ON answer_links (expires_at);
CREATE INDEX answer_links_person_id_idx ON answer_links (person_id);

CREATE TABLE api_key_days (
  api_key_id integer NOT NULL,
  day date NOT NULL,
  calls integer NOT NULL,
  errors integer NOT NULL,
  CONSTRAINT api_key_days_pkey PRIMARY KEY (api_key_id, day)
);

CREATE TABLE api_keys (
  id serial NOT NULL,
  name text NOT NULL,
  prefix text NOT NULL,
  hash bytea NOT NULL,
  scopes text[],
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  expires_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  last_used_at timestamp(3) with time zone,
  previous_expires_at timestamp(3) with time zone,
  previous_hash bytea,
  parent_id integer,
  contact text,
  end_told_at timestamp(3) with time zone,
  CONSTRAINT api_keys_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX api_keys_hash_key ON api_keys (hash);
CREATE UNIQUE INDEX api_keys_name_in_use ON api_keys (name) WHERE (revoked_at IS NULL);
CREATE INDEX api_keys_parent_id_idx ON api_keys (parent_id);
CREATE UNIQUE INDEX api_keys_prefix_key ON api_keys (prefix);
CREATE UNIQUE INDEX api_keys_previous_hash_key ON api_keys (previous_hash);

CREATE TABLE audit_entries (
  id bigserial NOT NULL,
  at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  actor_kind text NOT NULL,
  actor_id uuid,
  action text NOT NULL,
  object_kind text NOT NULL,
  object_id text NOT NULL,
  CONSTRAINT audit_entries_actor_check CHECK ((actor_kind = ANY (ARRAY['staff'::text, 'command'::text, 'family'::text, 'system'::text, 'api_key'::text]))),
  CONSTRAINT audit_entries_pkey PRIMARY KEY (id)
);

CREATE INDEX audit_entries_at_idx ON audit_entries (at);
CREATE INDEX audit_entries_object_kind_object_id_idx ON audit_entries (object_kind, object_id);

CREATE TABLE audit_values (
  entry_id bigint NOT NULL,
  name text NOT NULL,
  old text,
  new text,
  CONSTRAINT audit_values_pkey PRIMARY KEY (entry_id, name)
);

CREATE TABLE bulk_actions (
  id uuid NOT NULL,
  member_id uuid NOT NULL,
  kind bulk_kind,
  input jsonb,
  version integer DEFAULT 0 NOT NULL,
  status bulk_status DEFAULT 'draft'::bulk_status NOT NULL,
  started_by uuid,
  undone_by uuid,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  started_at timestamp(3) with time zone,
  done_at timestamp(3) with time zone,
  CONSTRAINT bulk_actions_pkey PRIMARY KEY (id)
);

CREATE INDEX bulk_actions_created_at_idx ON bulk_actions (created_at);

CREATE TABLE bulk_rows (
  bulk_id uuid NOT NULL,
  "position" integer NOT NULL,
  enrollment_id uuid NOT NULL,
  version integer NOT NULL,
  outcome text,
  undone text,
  decision_id uuid,
  CONSTRAINT bulk_rows_position_check CHECK (("position" > 0)),
  CONSTRAINT bulk_rows_pkey PRIMARY KEY (bulk_id, "position")
);

CREATE INDEX bulk_rows_enrollment_id_idx ON bulk_rows (enrollment_id);

CREATE TABLE change_versions (
  topic text NOT NULL,
  version bigint DEFAULT 0 NOT NULL,
  CONSTRAINT change_versions_pkey PRIMARY KEY (topic)
);

CREATE TABLE consents (
  enrollment_id uuid NOT NULL,
  person_id uuid NOT NULL,
  terms_url text NOT NULL,
  accepted_at timestamp(3) with time zone NOT NULL,
  locale text NOT NULL,
  terms_text_id integer,
  CONSTRAINT consents_pkey PRIMARY KEY (enrollment_id, person_id)
);

CREATE INDEX consents_person_id_idx ON consents (person_id);
CREATE INDEX consents_terms_text_id_idx ON consents (terms_text_id);

CREATE TABLE courses (
  id serial NOT NULL,
  degree_id integer NOT NULL,
  number integer NOT NULL,
  name text NOT NULL,
  CONSTRAINT courses_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX courses_degree_id_number_key ON courses (degree_id, number);

CREATE TABLE criteria (
  id serial NOT NULL,
  round_id integer NOT NULL,
  code text NOT NULL,
  "position" smallint NOT NULL,
  es text NOT NULL,
  ca text NOT NULL,
  en text NOT NULL,
  points smallint NOT NULL,
  "group" text,
  source text NOT NULL,
  counts text,
  years smallint,
  sensitive boolean DEFAULT false NOT NULL,
  from_years smallint,
  CONSTRAINT criteria_source_check CHECK ((source = ANY (ARRAY['counted'::text, 'claimed'::text, 'mark'::text, 'shares'::text]))),
  CONSTRAINT criteria_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX criteria_round_id_code_key ON criteria (round_id, code);

CREATE TABLE degrees (
  id serial NOT NULL,
  "order" integer NOT NULL,
  name text NOT NULL,
  CONSTRAINT degrees_pkey PRIMARY KEY (id)
);

CREATE TABLE different_people (
  one_id uuid NOT NULL,
  other_id uuid NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT different_people_order_check CHECK ((one_id < other_id)),
  CONSTRAINT different_people_pkey PRIMARY KEY (one_id, other_id)
);

CREATE INDEX different_people_other_id_idx ON different_people (other_id);

CREATE TABLE disagreements (
  id uuid NOT NULL,
  enrollment_id uuid NOT NULL,
  guardian_id uuid NOT NULL,
  words text NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  settled_at timestamp(3) with time zone,
  settlement text,
  CONSTRAINT disagreements_pkey PRIMARY KEY (id)
);

CREATE INDEX disagreements_enrollment_id_idx ON disagreements (enrollment_id);
CREATE INDEX disagreements_guardian_id_idx ON disagreements (guardian_id);

CREATE TABLE draft_offers (
  person_id uuid NOT NULL,
  draft_id bytea NOT NULL,
  offered_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT draft_offers_pkey PRIMARY KEY (person_id)
);

CREATE INDEX draft_offers_draft_id_idx ON draft_offers (draft_id);

CREATE TABLE drafts (
  id bytea NOT NULL,
  content bytea NOT NULL,
  version integer DEFAULT 0 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT drafts_pkey PRIMARY KEY (id)
);

CREATE INDEX drafts_expires_at_idx ON drafts (expires_at);

CREATE TABLE draws (
  id serial NOT NULL,
  round_id integer NOT NULL,
  number text NOT NULL,
  typed_by uuid,
  typed_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  confirmed_by uuid,
  confirmed_at timestamp(3) with time zone,
  voided_by uuid,
  voided_at timestamp(3) with time zone,
  void_reason text,
  other_number text,
  CONSTRAINT draws_number_check CHECK ((number ~ '^[0-9]{1,12}$'::text)),
  CONSTRAINT draws_other_number_check CHECK ((other_number ~ '^[0-9]{1,12}$'::text)),
  CONSTRAINT draws_pkey PRIMARY KEY (id)
);

CREATE INDEX draws_round_id_idx ON draws (round_id);
CREATE UNIQUE INDEX draws_standing_key ON draws (round_id) WHERE (voided_at IS NULL);

CREATE TABLE email_changes (
  person_id uuid NOT NULL,
  email text NOT NULL,
  hash bytea,
  created_at timestamp(3) with time zone NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT email_changes_pkey PRIMARY KEY (person_id)
);

CREATE INDEX email_changes_expires_at_idx ON email_changes (expires_at);
CREATE UNIQUE INDEX email_changes_hash_key ON email_changes (hash);

CREATE TABLE enrollment_labels (
  enrollment_id uuid NOT NULL,
  label_id integer NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT enrollment_labels_pkey PRIMARY KEY (enrollment_id, label_id)
);

CREATE INDEX enrollment_labels_label_id_idx ON enrollment_labels (label_id);

CREATE TABLE event_counter (
  id smallint DEFAULT 1 NOT NULL,
  number bigint DEFAULT 0 NOT NULL,
  looked_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  catalogue_version bigint DEFAULT 0 NOT NULL,
  purged_to bigint DEFAULT 0 NOT NULL,
  epoch bigint DEFAULT 1 NOT NULL,
  id_key bytea DEFAULT sha256(convert_to(((gen_random_uuid())::text || (gen_random_uuid())::text), 'UTF8'::name)) NOT NULL,
  CONSTRAINT event_counter_one_row CHECK ((id = 1)),
  CONSTRAINT event_counter_pkey PRIMARY KEY (id)
);

CREATE TABLE events (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  number bigint,
  type text NOT NULL,
  enrollment_id uuid,
  version integer,
  api_key_id integer,
  test boolean DEFAULT false NOT NULL,
  data jsonb NOT NULL,
  created_at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
  numbered_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  traceparent text DEFAULT current_traceparent(),
  CONSTRAINT events_pkey PRIMARY KEY (id)
);

CREATE INDEX events_api_key_id_number_idx ON events (api_key_id, number);
CREATE INDEX events_catalogue_number ON events (number) WHERE (type = 'catalogue.changed'::text);
CREATE UNIQUE INDEX events_enrollment_id_type_version_key ON events (enrollment_id, type, version);
CREATE UNIQUE INDEX events_number_key ON events (number);
CREATE INDEX events_round_number ON events (number) WHERE (type = 'round.published'::text);
CREATE INDEX events_without_number ON events (created_at) WHERE (number IS NULL);

CREATE TABLE export_pieces (
  export_id uuid NOT NULL,
  "position" integer NOT NULL,
  content bytea NOT NULL,
  CONSTRAINT export_pieces_pkey PRIMARY KEY (export_id, "position")
);

CREATE TABLE exports (
  id uuid NOT NULL,
  member_id uuid NOT NULL,
  bulk_id uuid,
  filters jsonb NOT NULL,
  sort text NOT NULL,
  search bytea,
  columns text[],
  format text NOT NULL,
  status export_status DEFAULT 'queued'::export_status NOT NULL,
  claim uuid,
  total integer,
  written integer DEFAULT 0 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  ready_at timestamp(3) with time zone,
  expires_at timestamp(3) with time zone NOT NULL,
  locale text,
  CONSTRAINT exports_columns_check CHECK ((cardinality(columns) > 0)),
  CONSTRAINT exports_format_check CHECK ((format = ANY (ARRAY['csv;'::text, 'csv,'::text, 'xlsx'::text]))),
  CONSTRAINT exports_pkey PRIMARY KEY (id)
);

CREATE INDEX exports_bulk_id_idx ON exports (bulk_id);
CREATE INDEX exports_expires_at_idx ON exports (expires_at);
CREATE INDEX exports_member_id_idx ON exports (member_id);

CREATE TABLE going_on (
  student_id uuid NOT NULL,
  school_year_id integer NOT NULL,
  answer going_on_answer NOT NULL,
  answered_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT going_on_pkey PRIMARY KEY (student_id, school_year_id)
);

CREATE INDEX going_on_school_year_id_idx ON going_on (school_year_id);

CREATE TABLE grading_systems (
  id serial NOT NULL,
  name text NOT NULL,
  CONSTRAINT grading_systems_pkey PRIMARY KEY (id)
);

CREATE TABLE held_forms (
  hash bytea NOT NULL,
  member_id uuid NOT NULL,
  content bytea NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT held_forms_pkey PRIMARY KEY (hash)
);

CREATE INDEX held_forms_expires_at_idx ON held_forms (expires_at);

CREATE TABLE idempotency_records (
  api_key_id integer NOT NULL,
  key text NOT NULL,
  request_hash bytea NOT NULL,
  reference text DEFAULT ''::text NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  answer bytea,
  CONSTRAINT idempotency_records_pkey PRIMARY KEY (api_key_id, key)
);

CREATE INDEX idempotency_records_created_at_idx ON idempotency_records (created_at);

CREATE TABLE known_devices (
  hash bytea NOT NULL,
  person_id uuid NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT known_devices_pkey PRIMARY KEY (hash)
);

CREATE INDEX known_devices_expires_at_idx ON known_devices (expires_at);
CREATE INDEX known_devices_person_id_idx ON known_devices (person_id);

CREATE TABLE labels (
  id serial NOT NULL,
  name text NOT NULL,
  name_key text NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  retired_at timestamp(3) with time zone,
  CONSTRAINT labels_name_check CHECK (((length(name) >= 1) AND (length(name) <= 40))),
  CONSTRAINT labels_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX labels_name_key_key ON labels (name_key);

CREATE TABLE legal_texts (
  id serial NOT NULL,
  kind text NOT NULL,
  version integer NOT NULL,
  locale text NOT NULL,
  text text NOT NULL,
  sha256 text NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT legal_texts_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX legal_texts_kind_version_locale_key ON legal_texts (kind, version, locale);

CREATE TABLE mail_events (
  id text NOT NULL,
  message_id uuid,
  type text NOT NULL,
  occurred_at timestamp(3) with time zone NOT NULL,
  received_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT mail_events_pkey PRIMARY KEY (id)
);

CREATE INDEX mail_events_received_at_idx ON mail_events (received_at);

CREATE TABLE mail_pace (
  id smallint DEFAULT 1 NOT NULL,
  next_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  held_since timestamp(3) with time zone,
  held_code text,
  paused_by uuid,
  paused_since timestamp(3) with time zone,
  render_failure text,
  CONSTRAINT mail_pace_one_row_check CHECK ((id = 1)),
  CONSTRAINT mail_pace_pkey PRIMARY KEY (id)
);

CREATE TABLE mail_sentences (
  part text NOT NULL,
  es text NOT NULL,
  ca text NOT NULL,
  en text NOT NULL,
  CONSTRAINT mail_sentences_in_each_language CHECK ('' NOT IN (es, ca, en)),
  CONSTRAINT mail_sentences_pkey PRIMARY KEY (part)
);

CREATE TABLE merits (
  enrollment_id uuid NOT NULL,
  criterion_id integer NOT NULL,
  state text DEFAULT 'claimed'::text NOT NULL,
  mark smallint,
  checked_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  told_at timestamp(3) with time zone,
  CONSTRAINT merits_state_check CHECK ((state = ANY (ARRAY['claimed'::text, 'checked'::text, 'refused'::text]))),
  CONSTRAINT merits_pkey PRIMARY KEY (enrollment_id, criterion_id)
);

CREATE INDEX merits_criterion_id_idx ON merits (criterion_id);

CREATE TABLE notes (
  id uuid NOT NULL,
  enrollment_id uuid NOT NULL,
  member_id uuid NOT NULL,
  text text NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT notes_text_check CHECK (((length(text) >= 1) AND (length(text) <= 4000))),
  CONSTRAINT notes_pkey PRIMARY KEY (id)
);

CREATE INDEX notes_enrollment_id_created_at_idx ON notes (enrollment_id, created_at);

CREATE TABLE objections (
  id serial NOT NULL,
  round_id integer NOT NULL,
  enrollment_id uuid NOT NULL,
  person_id uuid NOT NULL,
  words text NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  answer text,
  upheld boolean,
  member_id uuid,
  answered_at timestamp(3) with time zone,
  CONSTRAINT objections_pkey PRIMARY KEY (id)
);

CREATE INDEX objections_enrollment_id_idx ON objections (enrollment_id);
CREATE INDEX objections_person_id_idx ON objections (person_id);
CREATE INDEX objections_round_id_idx ON objections (round_id);

CREATE TABLE papers (
  enrollment_id uuid NOT NULL,
  signed_by text NOT NULL,
  signed_on date NOT NULL,
  member_id uuid,
  CONSTRAINT papers_pkey PRIMARY KEY (enrollment_id)
);

CREATE INDEX papers_member_id_idx ON papers (member_id);

CREATE TABLE place_answers (
  id uuid NOT NULL,
  enrollment_id uuid NOT NULL,
  answer_by date NOT NULL,
  loses boolean NOT NULL,
  answer given_answer,
  answered_at timestamp(3) with time zone,
  asked smallint DEFAULT 0 NOT NULL,
  asked_on date,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT place_answers_pkey PRIMARY KEY (id)
);

CREATE INDEX place_answers_enrollment_id_idx ON place_answers (enrollment_id);
CREATE UNIQUE INDEX place_answers_open_key ON place_answers (enrollment_id) WHERE (answer IS NULL);

CREATE TABLE places (
  id serial NOT NULL,
  school_year_id integer NOT NULL,
  speciality_id integer,
  syllabus_id integer,
  places integer NOT NULL,
  CONSTRAINT places_of_check CHECK (((speciality_id IS NOT NULL) OR (syllabus_id IS NOT NULL))),
  CONSTRAINT places_places_check CHECK ((places >= 0)),
  CONSTRAINT places_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX places_of_key ON places (school_year_id, COALESCE(speciality_id, 0), COALESCE(syllabus_id, 0));
CREATE INDEX places_school_year_id_idx ON places (school_year_id);

CREATE TABLE questions (
  id uuid NOT NULL,
  enrollment_id uuid NOT NULL,
  reason_id integer,
  words text,
  member_id uuid,
  answer_by date NOT NULL,
  reminded_at timestamp(3) with time zone,
  answer text,
  answered_at timestamp(3) with time zone,
  answered_by_id uuid,
  closed_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT questions_pkey PRIMARY KEY (id)
);

CREATE INDEX questions_answered_by_id_idx ON questions (answered_by_id);
CREATE INDEX questions_enrollment_id_idx ON questions (enrollment_id);
CREATE UNIQUE INDEX questions_open_key ON questions (enrollment_id) WHERE (closed_at IS NULL);

CREATE TABLE reasons (
  id serial NOT NULL,
  code text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  offered_for enrollment_state[],
  es text NOT NULL,
  ca text NOT NULL,
  en text NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  "position" smallint DEFAULT 0 NOT NULL,
  asks boolean DEFAULT false NOT NULL,
  CONSTRAINT reasons_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX reasons_code_version_key ON reasons (code, version);

CREATE TABLE renewals (
  school_year_id integer NOT NULL,
  answer_by date NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  mail_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  asked_at timestamp(3) with time zone,
  reminded_at timestamp(3) with time zone,
  ends_at timestamp(3) with time zone,
  CONSTRAINT renewals_pkey PRIMARY KEY (school_year_id)
);

CREATE TABLE round_entries (
  round_id integer NOT NULL,
  enrollment_id uuid NOT NULL,
  "position" integer NOT NULL,
  points integer NOT NULL,
  merits jsonb NOT NULL,
  wishes jsonb NOT NULL,
  shares text DEFAULT ''::text NOT NULL,
  drawn text,
  late boolean DEFAULT false NOT NULL,
  CONSTRAINT round_entries_pkey PRIMARY KEY (round_id, enrollment_id)
);

CREATE INDEX round_entries_enrollment_id_idx ON round_entries (enrollment_id);
CREATE UNIQUE INDEX round_entries_round_id_position_key ON round_entries (round_id, "position");

CREATE TABLE round_moves (
  id serial NOT NULL,
  round_id integer NOT NULL,
  enrollment_id uuid NOT NULL,
  speciality_id integer,
  syllabus_id integer,
  reason text NOT NULL,
  member_id uuid,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  undone_at timestamp(3) with time zone,
  CONSTRAINT round_moves_pkey PRIMARY KEY (id)
);

CREATE INDEX round_moves_enrollment_id_idx ON round_moves (enrollment_id);
CREATE INDEX round_moves_round_id_idx ON round_moves (round_id);
CREATE UNIQUE INDEX round_moves_standing_key ON round_moves (round_id, enrollment_id) WHERE (undone_at IS NULL);

CREATE TABLE round_places (
  id serial NOT NULL,
  round_id integer NOT NULL,
  speciality_id integer,
  syllabus_id integer,
  left_out boolean DEFAULT false NOT NULL,
  places integer DEFAULT 0 NOT NULL,
  given integer DEFAULT 0 NOT NULL,
  CONSTRAINT round_places_pkey PRIMARY KEY (id)
);

CREATE INDEX round_places_round_id_idx ON round_places (round_id);

CREATE TABLE round_steps (
  id serial NOT NULL,
  round_id integer NOT NULL,
  from_state round_state NOT NULL,
  to_state round_state NOT NULL,
  reason text,
  member_id uuid,
  at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT round_steps_pkey PRIMARY KEY (id)
);

CREATE INDEX round_steps_round_id_idx ON round_steps (round_id);

CREATE TABLE sandbox_browsers (
  hash bytea NOT NULL,
  sandbox_id integer NOT NULL,
  opened boolean DEFAULT false NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT sandbox_browsers_pkey PRIMARY KEY (hash)
);

CREATE INDEX sandbox_browsers_sandbox_id_idx ON sandbox_browsers (sandbox_id);

CREATE TABLE sandboxes (
  id integer NOT NULL,
  today date,
  CONSTRAINT sandboxes_pkey PRIMARY KEY (id)
);

CREATE TABLE saved_views (
  id serial NOT NULL,
  member_id uuid NOT NULL,
  name text NOT NULL,
  query text NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT saved_views_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX saved_views_member_id_name_key ON saved_views (member_id, name);

CREATE TABLE school_logos (
  id smallint DEFAULT 1 NOT NULL,
  type text NOT NULL,
  bytes bytea NOT NULL,
  sha256 text NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT school_logos_one CHECK ((id = 1)),
  CONSTRAINT school_logos_pkey PRIMARY KEY (id)
);

CREATE TABLE school_years (
  id serial NOT NULL,
  year text NOT NULL,
  start_enrollment date NOT NULL,
  end_enrollment date,
  start_school_year date NOT NULL,
  end_school_year date NOT NULL,
  CONSTRAINT school_years_enrollment_check CHECK (((end_enrollment IS NULL) OR (end_enrollment >= start_enrollment))),
  CONSTRAINT school_years_period_check CHECK ((end_school_year >= start_school_year)),
  CONSTRAINT school_years_year_check CHECK ((year ~ '^[0-9]{4}/[0-9]{4}$'::text)),
  CONSTRAINT school_years_pkey PRIMARY KEY (id)
);

CREATE INDEX school_years_end_school_year_idx ON school_years (end_school_year);
CREATE UNIQUE INDEX school_years_year_key ON school_years (year);

CREATE TABLE sent_drafts (
  draft_id bytea NOT NULL,
  reference text NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  more_references text[] DEFAULT '{}'::text[] NOT NULL,
  CONSTRAINT sent_drafts_pkey PRIMARY KEY (draft_id)
);

CREATE INDEX sent_drafts_created_at_idx ON sent_drafts (created_at);

CREATE TABLE sessions (
  hash bytea NOT NULL,
  person_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT sessions_hash_check CHECK ((length(hash) = 32)),
  CONSTRAINT sessions_pkey PRIMARY KEY (hash)
);

CREATE INDEX sessions_expires_at_idx ON sessions (expires_at);
CREATE INDEX sessions_person_id_idx ON sessions (person_id);

CREATE TABLE settings (
  key text NOT NULL,
  value jsonb NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT settings_pkey PRIMARY KEY (key)
);

CREATE TABLE setup_tokens (
  hash bytea NOT NULL,
  person_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  spent_at timestamp(3) with time zone,
  superseded_at timestamp(3) with time zone,
  continues boolean DEFAULT false NOT NULL,
  CONSTRAINT setup_tokens_hash_check CHECK ((length(hash) = 32)),
  CONSTRAINT setup_tokens_pkey PRIMARY KEY (hash)
);

CREATE INDEX setup_tokens_expires_at_idx ON setup_tokens (expires_at);
CREATE INDEX setup_tokens_person_id_idx ON setup_tokens (person_id);

CREATE TABLE sign_in_links (
  hash bytea NOT NULL,
  person_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT sign_in_links_pkey PRIMARY KEY (hash)
);

CREATE INDEX sign_in_links_expires_at_idx ON sign_in_links (expires_at);
CREATE INDEX sign_in_links_person_id_idx ON sign_in_links (person_id);

CREATE TABLE specialities (
  id serial NOT NULL,
  school_year_id integer NOT NULL,
  name text NOT NULL,
  code text,
  CONSTRAINT specialities_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX specialities_id_school_year_id_key ON specialities (id, school_year_id);
CREATE UNIQUE INDEX specialities_school_year_id_code_key ON specialities (school_year_id, code);
CREATE UNIQUE INDEX specialities_school_year_id_name_key ON specialities (school_year_id, name);

CREATE TABLE speciality_choices (
  enrollment_id uuid NOT NULL,
  option smallint NOT NULL,
  speciality_id integer NOT NULL,
  school_year_id integer NOT NULL,
  CONSTRAINT speciality_choices_option_check CHECK (((option >= 1) AND (option <= 3))),
  CONSTRAINT speciality_choices_pkey PRIMARY KEY (enrollment_id, option)
);

CREATE INDEX speciality_choices_speciality_id_idx ON speciality_choices (speciality_id);

CREATE TABLE speciality_pictures (
  id serial NOT NULL,
  name text NOT NULL,
  code text,
  type text NOT NULL,
  bytes bytea NOT NULL,
  sha256 text NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  alt_es text NOT NULL,
  alt_ca text NOT NULL,
  alt_en text NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT speciality_pictures_described CHECK ('' NOT IN (alt_es, alt_ca, alt_en)),
  CONSTRAINT speciality_pictures_small CHECK ((octet_length(bytes) <= 100000)),
  CONSTRAINT speciality_pictures_type CHECK ((type = ANY (ARRAY['jpeg'::text, 'png'::text, 'webp'::text]))),
  CONSTRAINT speciality_pictures_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX speciality_pictures_code_key ON speciality_pictures (code);
CREATE UNIQUE INDEX speciality_pictures_name_key ON speciality_pictures (name);
CREATE INDEX speciality_pictures_sha256_idx ON speciality_pictures (sha256);

CREATE TABLE staff_devices (
  hash bytea NOT NULL,
  member_id uuid NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT staff_devices_pkey PRIMARY KEY (member_id, hash)
);

CREATE TABLE staff_members (
  id uuid NOT NULL,
  email text NOT NULL,
  email_key text NOT NULL,
  name text,
  role staff_role NOT NULL,
  locale text NOT NULL,
  password_hash text,
  link_hash bytea,
  link_expires_at timestamp(3) with time zone,
  totp_secret bytea,
  totp_confirmed_at timestamp(3) with time zone,
  totp_last_step bigint DEFAULT 0 NOT NULL,
  code_failures smallint DEFAULT 0 NOT NULL,
  codes_stopped_until timestamp(3) with time zone,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  removed_at timestamp(3) with time zone,
  new_recovery_codes bytea,
  shortcuts boolean DEFAULT true NOT NULL,
  CONSTRAINT staff_members_link_check CHECK ((((link_hash IS NULL) = (link_expires_at IS NULL)) AND (length(link_hash) = 32))),
  CONSTRAINT staff_members_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX staff_members_email_key_key ON staff_members (email_key);
CREATE UNIQUE INDEX staff_members_link_hash_key ON staff_members (link_hash);

CREATE TABLE staff_recovery_codes (
  hash bytea NOT NULL,
  member_id uuid NOT NULL,
  CONSTRAINT staff_recovery_codes_pkey PRIMARY KEY (hash)
);

CREATE INDEX staff_recovery_codes_member_id_idx ON staff_recovery_codes (member_id);

CREATE TABLE staff_sessions (
  hash bytea NOT NULL,
  id uuid NOT NULL,
  member_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  last_used_at timestamp(3) with time zone NOT NULL,
  ended_at timestamp(3) with time zone,
  opened_at timestamp(3) with time zone,
  password_at timestamp(3) with time zone NOT NULL,
  user_agent text NOT NULL,
  seen_mails text[] DEFAULT ARRAY[]::text[],
  CONSTRAINT staff_sessions_hash_check CHECK ((length(hash) = 32)),
  CONSTRAINT staff_sessions_pkey PRIMARY KEY (hash)
);

CREATE INDEX staff_sessions_created_at_idx ON staff_sessions (created_at);
CREATE UNIQUE INDEX staff_sessions_id_key ON staff_sessions (id);
CREATE INDEX staff_sessions_member_id_idx ON staff_sessions (member_id);

CREATE TABLE subjects (
  id serial NOT NULL,
  school_year_id integer NOT NULL,
  code text,
  name text NOT NULL,
  school_minutes integer DEFAULT 0 NOT NULL,
  price numeric(10,2) NOT NULL,
  student_ratio integer NOT NULL,
  ects numeric(6,2) NOT NULL,
  is_individual boolean NOT NULL,
  school_seconds integer DEFAULT 0 NOT NULL,
  CONSTRAINT subjects_ects_check CHECK ((ects >= (0)::numeric)),
  CONSTRAINT subjects_price_check CHECK ((price >= (0)::numeric)),
  CONSTRAINT subjects_school_minutes_check CHECK ((school_minutes >= 0)),
  CONSTRAINT subjects_school_seconds_check CHECK ((school_seconds >= 0)),
  CONSTRAINT subjects_student_ratio_check CHECK ((student_ratio > 0)),
  CONSTRAINT subjects_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX subjects_id_school_year_id_key ON subjects (id, school_year_id);
CREATE UNIQUE INDEX subjects_school_year_id_code_key ON subjects (school_year_id, code);
CREATE INDEX subjects_school_year_id_idx ON subjects (school_year_id);

CREATE TABLE syllabi (
  id serial NOT NULL,
  school_year_id integer NOT NULL,
  name text DEFAULT ''::text NOT NULL,
  course_id integer NOT NULL,
  min_electives integer NOT NULL,
  max_electives integer NOT NULL,
  age integer NOT NULL,
  max_failed_subjects_to_pass integer NOT NULL,
  grading_system_id integer NOT NULL,
  highest_start_age integer,
  admission syllabus_admission DEFAULT 'open'::syllabus_admission NOT NULL,
  CONSTRAINT syllabi_age_check CHECK ((age >= 0)),
  CONSTRAINT syllabi_electives_check CHECK (((min_electives >= 0) AND (max_electives >= min_electives))),
  CONSTRAINT syllabi_highest_start_age_check CHECK ((highest_start_age >= 0)),
  CONSTRAINT syllabi_max_failed_check CHECK ((max_failed_subjects_to_pass >= 0)),
  CONSTRAINT syllabi_pkey PRIMARY KEY (id)
);

CREATE INDEX syllabi_course_id_idx ON syllabi (course_id);
CREATE UNIQUE INDEX syllabi_id_school_year_id_key ON syllabi (id, school_year_id);
CREATE INDEX syllabi_school_year_id_idx ON syllabi (school_year_id);

CREATE TABLE syllabus_choices (
  enrollment_id uuid NOT NULL,
  option smallint NOT NULL,
  syllabus_id integer NOT NULL,
  school_year_id integer NOT NULL,
  CONSTRAINT syllabus_choices_option_check CHECK (((option >= 1) AND (option <= 3))),
  CONSTRAINT syllabus_choices_pkey PRIMARY KEY (enrollment_id, option)
);

CREATE INDEX syllabus_choices_syllabus_id_idx ON syllabus_choices (syllabus_id);

CREATE TABLE syllabus_specialities (
  syllabus_id integer NOT NULL,
  speciality_id integer NOT NULL,
  school_year_id integer NOT NULL,
  CONSTRAINT syllabus_specialities_pkey PRIMARY KEY (syllabus_id, speciality_id)
);

CREATE INDEX syllabus_specialities_speciality_id_idx ON syllabus_specialities (speciality_id);

CREATE TABLE syllabus_subjects (
  id serial NOT NULL,
  syllabus_id integer NOT NULL,
  subject_id integer NOT NULL,
  school_year_id integer NOT NULL,
  kind syllabus_subject_kind NOT NULL,
  speciality_id integer,
  classes_per_week integer NOT NULL,
  CONSTRAINT syllabus_subjects_classes_check CHECK ((classes_per_week >= 0)),
  CONSTRAINT syllabus_subjects_speciality_check CHECK (((kind = 'speciality'::syllabus_subject_kind) = (speciality_id IS NOT NULL))),
  CONSTRAINT syllabus_subjects_pkey PRIMARY KEY (id)
);

CREATE INDEX syllabus_subjects_speciality_id_idx ON syllabus_subjects (speciality_id);
CREATE INDEX syllabus_subjects_subject_id_idx ON syllabus_subjects (subject_id);
CREATE INDEX syllabus_subjects_syllabus_id_idx ON syllabus_subjects (syllabus_id);

CREATE TABLE webhook_attempts (
  id bigserial NOT NULL,
  delivery_id uuid NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  milliseconds integer NOT NULL,
  status integer,
  error text,
  answer text NOT NULL,
  CONSTRAINT webhook_attempts_pkey PRIMARY KEY (id)
);

CREATE INDEX webhook_attempts_at_idx ON webhook_attempts (at);
CREATE INDEX webhook_attempts_delivery_id_idx ON webhook_attempts (delivery_id);

CREATE TABLE webhook_deliveries (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  endpoint_id uuid NOT NULL,
  event_number bigint,
  state text DEFAULT 'pending'::text NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  next_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  claimed_until timestamp(3) with time zone,
  CONSTRAINT webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text]))),
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id)
);

CREATE INDEX webhook_deliveries_claimed ON webhook_deliveries (endpoint_id) WHERE (claimed_until IS NOT NULL);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint_id, next_at) WHERE (state = 'pending'::text);
CREATE UNIQUE INDEX webhook_deliveries_endpoint_id_event_number_key ON webhook_deliveries (endpoint_id, event_number);
CREATE INDEX webhook_deliveries_state_next_at_idx ON webhook_deliveries (state, next_at);

CREATE TABLE webhook_endpoints (
  id uuid NOT NULL,
  api_key_id integer NOT NULL,
  url text NOT NULL,
  events text[] NOT NULL,
  secret bytea NOT NULL,
  previous_secret bytea,
  previous_until timestamp(3) with time zone,
  since_number bigint NOT NULL,
  failing_since timestamp(3) with time zone,
  off_at timestamp(3) with time zone,
  off_reason text,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT webhook_endpoints_off_check CHECK ((((off_at IS NULL) = (off_reason IS NULL)) AND (off_reason = ANY (ARRAY['gone'::text, 'failing'::text])))),
  CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (id)
);

CREATE INDEX webhook_endpoints_api_key_id_idx ON webhook_endpoints (api_key_id);

CREATE TABLE worker_beats (
  id smallint DEFAULT 1 NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  CONSTRAINT worker_beats_one_row_check CHECK ((id = 1)),
  CONSTRAINT worker_beats_pkey PRIMARY KEY (id)
);

CREATE TABLE write_checks (
  process text NOT NULL,
  at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT write_checks_pkey PRIMARY KEY (process)
);

ALTER TABLE access_entries ADD CONSTRAINT access_entries_enrollment_id_fkey FOREIGN KEY (enrollment_id) REFERENCES all_enrollments(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE access_entries ADD CONSTRAINT access_entries_member_id_fkey FOREIGN KEY (member_id) REFERENCES staff_members(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE accounts ADD CONSTRAINT accounts_person_id_fkey FOREIGN KEY (person_id) REFERENCES all_people(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE all_correction_requests ADD CONSTRAINT all_correction_requests_person_id_fkey FOREIGN KEY (person_id) REFERENCES all_people(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE all_data_requests ADD CONSTRAINT all_data_requests_person_id_fkey FOREIGN KEY (person_id) REFERENCES all_people(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE all_decisions ADD CONSTRAINT all_decisions_enrollment_id_school_year_id_fkey FOREIGN KEY (enrollment_id, school_year_id) REFERENCES all_enrollments(id, school_year_id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE all_decisions ADD CONSTRAINT all_decisions_reason_id_fkey FOREIGN KEY (reason_id) REFERENCES reasons(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE all_decisions ADD CONSTRAINT all_decisions_speciality_id_school_year_id_fkey FOREIGN KEY (speciality_id, school_year_id) REFERENCES specialities(id, school_year_id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE all_decisions ADD CONSTRAINT all_decisions_syllabus_id_school_year_id_fkey FOREIGN KEY (syllabus_id, school_year_id) REFERENCES syllabi(id, school_year_id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE all_enrollments ADD CONSTRAINT all_enrollments_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES api_keys(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE all_enrollments ADD CONSTRAINT all_enrollments_assigned_speciality_id_school_year_id_fkey FOREIGN KEY (assigned_speciality_id, school_year_id) REFERENCES specialities(id, school_year_id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE all_enrollments ADD CONSTRAINT all_enrollments_assigned_syllabus_id_school_year_id_fkey FOREIGN KEY (assigned_syllabus_id, school_year_id) REFERENCES syllabi(id, school_year_id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE all_enrollments ADD CONSTRAINT all_enrollments_experience_speciality_id_school_year_id_fkey FOREIGN KEY (experience_speciality_id, school_year_id) REFERENCES specialities(id, school_year_id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE all_enrollments ADD CONSTRAINT all_enrollments_school_year_id_fkey FOREIGN KEY (school_year_id) REFERENCES school_years(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE all_enrollments ADD CONSTRAINT all_enrollments_student_id_fkey FOREIGN KEY (student_id) REFERENCES all_people(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE all_enrollments ADD CONSTRAINT all_enrollments_terms_text_id_fkey FOREIGN KEY (terms_text_id) REFERENCES legal_texts(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE all_guardianships ADD CONSTRAINT all_guardianships_guardian_id_fkey FOREIGN KEY (guardian_id) REFERENCES all_people(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE all_guardianships ADD CONSTRAINT all_guardianships_student_id_fkey FOREIGN KEY (student_id) REFERENCES all_people(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE all_mail_messages ADD CONSTRAINT all_mail_messages_enrollment_id_fkey FOREIGN KEY (enrollment_id) REFERENCES all_enrollments(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE all_mail_messages ADD CONSTRAINT all_mail_messages_person_id_fkey FOREIGN KEY (person_id) REFERENCES all_people(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE all_rounds ADD CONSTRAINT all_rounds_school_year_id_fkey FOREIGN KEY (school_year_id) REFERENCES school_years(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE answer_links ADD CONSTRAINT answer_links_person_id_fkey FOREIGN KEY (person_id) REFERENCES all_people(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE api_key_days ADD CONSTRAINT api_key_days_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES api_keys(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE api_keys ADD CONSTRAINT api_keys_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES api_keys(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE audit_values ADD CONSTRAINT audit_values_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES audit_entries(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE bulk_actions ADD CONSTRAINT bulk_actions_member_id_fkey FOREIGN KEY (member_id) REFERENCES staff_members(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE bulk_rows ADD CONSTRAINT bulk_rows_bulk_id_fkey FOREIGN KEY (bulk_id) REFERENCES bulk_actions(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE bulk_rows ADD CONSTRAINT bulk_rows_enrollment_id_fkey FOREIGN KEY (enrollment_id) REFERENCES all_enrollments(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE consents ADD CONSTRAINT consents_enrollment_id_fkey FOREIGN KEY (enrollment_id) REFERENCES all_enrollments(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE consents ADD CONSTRAINT consents_person_id_fkey FOREIGN KEY (person_id) REFERENCES all_people(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE consents ADD CONSTRAINT consents_terms_text_id_fkey FOREIGN KEY (terms_text_id) REFERENCES legal_texts(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE courses ADD CONSTRAINT courses_degree_id_fkey FOREIGN KEY (degree_id) REFERENCES degrees(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE criteria ADD CONSTRAINT criteria_round_id_fkey FOREIGN KEY (round_id) REFERENCES all_rounds(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE different_people ADD CONSTRAINT different_people_one_id_fkey FOREIGN KEY (one_id) REFERENCES all_people(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE different_people ADD CONSTRAINT different_people_other_id_fkey FOREIGN KEY (other_id) REFERENCES all_people(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE disagreements ADD CONSTRAINT disagreements_enrollment_id_fkey FOREIGN KEY (enrollment_id) REFERENCES all_enrollments(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE disagreements ADD CONSTRAINT disagreements_guardian_id_fkey FOREIGN KEY (guardian_id) REFERENCES all_people(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE draft_offers ADD CONSTRAINT draft_offers_draft_id_fkey FOREIGN KEY (draft_id) REFERENCES drafts(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE draft_offers ADD CONSTRAINT draft_offers_person_id_fkey FOREIGN KEY (person_id) REFERENCES all_people(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE draws ADD CONSTRAINT draws_round_id_fkey FOREIGN KEY (round_id) REFERENCES all_rounds(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE email_changes ADD CONSTRAINT email_changes_person_id_fkey FOREIGN KEY (person_id) REFERENCES all_people(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE enrollment_labels ADD CONSTRAINT enrollment_labels_enrollment_id_fkey FOREIGN KEY (enrollment_id) REFERENCES all_enrollments(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE enrollment_labels ADD CONSTRAINT enrollment_labels_label_id_fkey FOREIGN KEY (label_id) REFERENCES labels(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE export_pieces ADD CONSTRAINT export_pieces_export_id_fkey FOREIGN KEY (export_id) REFERENCES exports(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE exports ADD CONSTRAINT exports_bulk_id_fkey FOREIGN KEY (bulk_id) REFERENCES bulk_actions(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE exports ADD CONSTRAINT exports_member_id_fkey FOREIGN KEY (member_id) REFERENCES staff_members(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE going_on ADD CONSTRAINT going_on_school_year_id_fkey FOREIGN KEY (school_year_id) REFERENCES school_years(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE going_on ADD CONSTRAINT going_on_student_id_fkey FOREIGN KEY (student_id) REFERENCES all_people(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE held_forms ADD CONSTRAINT held_forms_member_id_fkey FOREIGN KEY (member_id) REFERENCES staff_members(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE idempotency_records ADD CONSTRAINT idempotency_records_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES api_keys(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE known_devices ADD CONSTRAINT known_devices_person_id_fkey FOREIGN KEY (person_id) REFERENCES accounts(person_id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE merits ADD CONSTRAINT merits_criterion_id_fkey FOREIGN KEY (criterion_id) REFERENCES criteria(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE merits ADD CONSTRAINT merits_enrollment_id_fkey FOREIGN KEY (enrollment_id) REFERENCES all_enrollments(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE notes ADD CONSTRAINT notes_enrollment_id_fkey FOREIGN KEY (enrollment_id) REFERENCES all_enrollments(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE notes ADD CONSTRAINT notes_member_id_fkey FOREIGN KEY (member_id) REFERENCES staff_members(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE objections ADD CONSTRAINT objections_enrollment_id_fkey FOREIGN KEY (enrollment_id) REFERENCES all_enrollments(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE objections ADD CONSTRAINT objections_person_id_fkey FOREIGN KEY (person_id) REFERENCES all_people(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE objections ADD CONSTRAINT objections_round_id_fkey FOREIGN KEY (round_id) REFERENCES all_rounds(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE papers ADD CONSTRAINT papers_enrollment_id_fkey FOREIGN KEY (enrollment_id) REFERENCES all_enrollments(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE papers ADD CONSTRAINT papers_member_id_fkey FOREIGN KEY (member_id) REFERENCES staff_members(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE place_answers ADD CONSTRAINT place_answers_enrollment_id_fkey FOREIGN KEY (enrollment_id) REFERENCES all_enrollments(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE places ADD CONSTRAINT places_school_year_id_fkey FOREIGN KEY (school_year_id) REFERENCES school_years(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE places ADD CONSTRAINT places_speciality_id_school_year_id_fkey FOREIGN KEY (speciality_id, school_year_id) REFERENCES specialities(id, school_year_id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE places ADD CONSTRAINT places_syllabus_id_school_year_id_fkey FOREIGN KEY (syllabus_id, school_year_id) REFERENCES syllabi(id, school_year_id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE questions ADD CONSTRAINT questions_answered_by_id_fkey FOREIGN KEY (answered_by_id) REFERENCES all_people(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE questions ADD CONSTRAINT questions_enrollment_id_fkey FOREIGN KEY (enrollment_id) REFERENCES all_enrollments(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE questions ADD CONSTRAINT questions_member_id_fkey FOREIGN KEY (member_id) REFERENCES staff_members(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE questions ADD CONSTRAINT questions_reason_id_fkey FOREIGN KEY (reason_id) REFERENCES reasons(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE renewals ADD CONSTRAINT renewals_school_year_id_fkey FOREIGN KEY (school_year_id) REFERENCES school_years(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE round_entries ADD CONSTRAINT round_entries_enrollment_id_fkey FOREIGN KEY (enrollment_id) REFERENCES all_enrollments(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE round_entries ADD CONSTRAINT round_entries_round_id_fkey FOREIGN KEY (round_id) REFERENCES all_rounds(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE round_moves ADD CONSTRAINT round_moves_enrollment_id_fkey FOREIGN KEY (enrollment_id) REFERENCES all_enrollments(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE round_moves ADD CONSTRAINT round_moves_round_id_fkey FOREIGN KEY (round_id) REFERENCES all_rounds(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE round_places ADD CONSTRAINT round_places_round_id_fkey FOREIGN KEY (round_id) REFERENCES all_rounds(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE round_steps ADD CONSTRAINT round_steps_round_id_fkey FOREIGN KEY (round_id) REFERENCES all_rounds(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE sandbox_browsers ADD CONSTRAINT sandbox_browsers_sandbox_id_fkey FOREIGN KEY (sandbox_id) REFERENCES api_keys(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE sandboxes ADD CONSTRAINT sandboxes_id_fkey FOREIGN KEY (id) REFERENCES api_keys(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE saved_views ADD CONSTRAINT saved_views_member_id_fkey FOREIGN KEY (member_id) REFERENCES staff_members(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE sessions ADD CONSTRAINT sessions_person_id_fkey FOREIGN KEY (person_id) REFERENCES accounts(person_id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE setup_tokens ADD CONSTRAINT setup_tokens_person_id_fkey FOREIGN KEY (person_id) REFERENCES all_people(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE sign_in_links ADD CONSTRAINT sign_in_links_person_id_fkey FOREIGN KEY (person_id) REFERENCES all_people(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE specialities ADD CONSTRAINT specialities_school_year_id_fkey FOREIGN KEY (school_year_id) REFERENCES school_years(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE speciality_choices ADD CONSTRAINT speciality_choices_enrollment_id_school_year_id_fkey FOREIGN KEY (enrollment_id, school_year_id) REFERENCES all_enrollments(id, school_year_id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE speciality_choices ADD CONSTRAINT speciality_choices_speciality_id_school_year_id_fkey FOREIGN KEY (speciality_id, school_year_id) REFERENCES specialities(id, school_year_id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE staff_devices ADD CONSTRAINT staff_devices_member_id_fkey FOREIGN KEY (member_id) REFERENCES staff_members(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE staff_recovery_codes ADD CONSTRAINT staff_recovery_codes_member_id_fkey FOREIGN KEY (member_id) REFERENCES staff_members(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE staff_sessions ADD CONSTRAINT staff_sessions_member_id_fkey FOREIGN KEY (member_id) REFERENCES staff_members(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE subjects ADD CONSTRAINT subjects_school_year_id_fkey FOREIGN KEY (school_year_id) REFERENCES school_years(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE syllabi ADD CONSTRAINT syllabi_course_id_fkey FOREIGN KEY (course_id) REFERENCES courses(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE syllabi ADD CONSTRAINT syllabi_grading_system_id_fkey FOREIGN KEY (grading_system_id) REFERENCES grading_systems(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE syllabi ADD CONSTRAINT syllabi_school_year_id_fkey FOREIGN KEY (school_year_id) REFERENCES school_years(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE syllabus_choices ADD CONSTRAINT syllabus_choices_enrollment_id_school_year_id_fkey FOREIGN KEY (enrollment_id, school_year_id) REFERENCES all_enrollments(id, school_year_id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE syllabus_choices ADD CONSTRAINT syllabus_choices_syllabus_id_school_year_id_fkey FOREIGN KEY (syllabus_id, school_year_id) REFERENCES syllabi(id, school_year_id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE syllabus_specialities ADD CONSTRAINT syllabus_specialities_speciality_id_school_year_id_fkey FOREIGN KEY (speciality_id, school_year_id) REFERENCES specialities(id, school_year_id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE syllabus_specialities ADD CONSTRAINT syllabus_specialities_syllabus_id_school_year_id_fkey FOREIGN KEY (syllabus_id, school_year_id) REFERENCES syllabi(id, school_year_id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE syllabus_subjects ADD CONSTRAINT syllabus_subjects_speciality_id_school_year_id_fkey FOREIGN KEY (speciality_id, school_year_id) REFERENCES specialities(id, school_year_id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE syllabus_subjects ADD CONSTRAINT syllabus_subjects_subject_id_school_year_id_fkey FOREIGN KEY (subject_id, school_year_id) REFERENCES subjects(id, school_year_id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE syllabus_subjects ADD CONSTRAINT syllabus_subjects_syllabus_id_school_year_id_fkey FOREIGN KEY (syllabus_id, school_year_id) REFERENCES syllabi(id, school_year_id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE webhook_attempts ADD CONSTRAINT webhook_attempts_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES webhook_deliveries(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE webhook_endpoints ADD CONSTRAINT webhook_endpoints_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES api_keys(id) ON UPDATE CASCADE ON DELETE CASCADE;

-- The rows of the sandbox at work, which are the school's own where nobody has entered one.
CREATE OR REPLACE VIEW correction_requests AS
SELECT * FROM all_correction_requests WHERE sandbox_id = (SELECT current_sandbox());

-- The rows of the sandbox at work, which are the school's own where nobody has entered one.
CREATE OR REPLACE VIEW data_requests AS
SELECT * FROM all_data_requests WHERE sandbox_id = (SELECT current_sandbox());

-- The rows of the sandbox at work, which are the school's own where nobody has entered one.
CREATE OR REPLACE VIEW decisions AS
SELECT * FROM all_decisions WHERE sandbox_id = (SELECT current_sandbox());

-- The rows of the sandbox at work, which are the school's own where nobody has entered one.
CREATE OR REPLACE VIEW enrollments AS
SELECT * FROM all_enrollments WHERE sandbox_id = (SELECT current_sandbox());

-- The rows of the sandbox at work, which are the school's own where nobody has entered one.
CREATE OR REPLACE VIEW guardianships AS
SELECT * FROM all_guardianships WHERE sandbox_id = (SELECT current_sandbox());

-- The rows of the sandbox at work, which are the school's own where nobody has entered one.
CREATE OR REPLACE VIEW mail_messages AS
SELECT * FROM all_mail_messages WHERE sandbox_id = (SELECT current_sandbox());

-- The rows of the sandbox at work, which are the school's own where nobody has entered one.
CREATE OR REPLACE VIEW mail_suppressions AS
SELECT * FROM all_mail_suppressions WHERE sandbox_id = (SELECT current_sandbox());

-- The rows of the sandbox at work, which are the school's own where nobody has entered one.
CREATE OR REPLACE VIEW people AS
SELECT * FROM all_people WHERE sandbox_id = (SELECT current_sandbox());

-- The rows of the sandbox at work, which are the school's own where nobody has entered one.
CREATE OR REPLACE VIEW rounds AS
SELECT * FROM all_rounds WHERE sandbox_id = (SELECT current_sandbox());

-- Whoever writes certain tables, every running process hears of it (lib/platform/cache.ts).
INSERT INTO "change_versions" ("topic") VALUES ('catalogue'), ('settings'), ('api_keys'), ('rounds');
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
INSERT INTO "reasons" ("code", "offered_for", "es", "ca", "en") VALUES
  ('repeated', '{}', 'Esta solicitud estaba repetida: la otra sigue en pie.', 'Aquesta sol·licitud estava repetida: l’altra continua en peu.', 'This request had been sent twice: the other one stands.');
INSERT INTO "reasons" ("code", "offered_for", "asks", "es", "ca", "en") VALUES
  ('ask_days', '{}', true, 'Qué días y a qué horas podéis venir', 'Quins dies i a quines hores podeu venir', 'Which days and hours you can come'),
  ('ask_choice', '{}', true, 'Qué especialidad o qué estudios queréis', 'Quina especialitat o quins estudis voleu', 'Which speciality or studies you want'),
  ('ask_level', '{}', true, 'El nivel: qué ha estudiado y dónde', 'El nivell: què ha estudiat i on', 'The level: what was studied so far, and where');

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

-- Only telling writes `state` (lib/decisions/status.ts), also when it stays and the place is another one.
-- Before an update of `all_enrollments.state`.
CREATE OR REPLACE FUNCTION count_told_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW."told_version" := OLD."told_version" + 1;
  NEW."told_at" := clock_timestamp();
  RETURN NEW;
END $function$;

-- For the version that knew no seconds. Before each write of `subjects`.
CREATE OR REPLACE FUNCTION keep_school_minutes()
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

-- Of many who were chosen, whoever was erased is left out: looked at once a statement, not once a row. Erasure holds
-- the enrollments first (lib/privacy/verbs.ts), and the rows' foreign key takes the same locks before this runs.
-- After an insert into `bulk_rows`.
CREATE OR REPLACE FUNCTION leave_out_erased_rows()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  DELETE FROM "bulk_rows" b USING "chosen" c, "all_enrollments" e, "all_people" p
  WHERE b."bulk_id" = c."bulk_id" AND b."position" = c."position" AND e."id" = c."enrollment_id"
    AND p."id" = e."student_id" AND p."erased_at" IS NOT NULL;
  RETURN NULL;
END $function$;

-- Of an entry of the record about somebody who was erased, who did what and when stays, its values do not.
-- Before an insert into `audit_values`.
CREATE OR REPLACE FUNCTION leave_out_value_about_erased()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  "about" record;
BEGIN
  SELECT "object_kind", "object_id" INTO "about" FROM "audit_entries" WHERE "id" = NEW."entry_id";
  IF "about"."object_kind" = 'enrollment' THEN
    PERFORM refuse_erased((SELECT "id" FROM "all_enrollments" WHERE "reference" = "about"."object_id"), '{}');
  ELSIF "about"."object_kind" = 'person' THEN
    PERFORM refuse_erased(NULL, ARRAY["about"."object_id"::uuid]);
  END IF;
  RETURN NEW;
EXCEPTION WHEN SQLSTATE 'MA002' THEN
  RETURN NULL;
END $function$;

-- Called by every restore (lib/platform/database/backup.ts), which may have set an empty search path.
CREATE OR REPLACE FUNCTION new_event_epoch()
 RETURNS void
 LANGUAGE sql
AS $function$
  UPDATE public.event_counter SET epoch = epoch + 1, id_key = DEFAULT WHERE id = 1
$function$;

-- A final list is public from the transaction that tells its first decision (lib/admission/round.ts, getPublicState).
-- After `all_decisions.status` became told, of those that a list tells.
CREATE OR REPLACE FUNCTION publish_final_list()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE "all_rounds" SET "final_public_at" = now()
  WHERE "school_year_id" = NEW."school_year_id" AND "sandbox_id" = NEW."sandbox_id" AND "state" = 'final'
    AND "final_at" = NEW."decided_at" AND "final_public_at" IS NULL;
  RETURN NULL;
END $function$;

-- Whoever writes certain tables, every running process hears of it (lib/platform/cache.ts). After each statement that
-- writes a table of the catalogue, the settings, the logo, the legal texts or the keys; its argument is the topic.
CREATE OR REPLACE FUNCTION record_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE "change_versions" SET "version" = "version" + 1 WHERE "topic" = TG_ARGV[0];
  PERFORM pg_notify('changes', TG_ARGV[0]);
  RETURN NULL;
END
$function$;

-- An enrollment's row is gone. After a delete from `all_enrollments`.
CREATE OR REPLACE FUNCTION record_erased_event()
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

-- What a guardian gets once for all children that were sent together (lib/mail/sql.ts) is told of each of them.
-- After `all_mail_messages.state` became delivered, failed, bounced or complained.
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

-- No change of how the enrollment stands, so no version: as with e-mails.
-- After an insert into `place_answers`, and after an update of its answer.
CREATE OR REPLACE FUNCTION record_place_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO "events" ("type", "enrollment_id", "api_key_id", "test", "data")
  SELECT 'place.' || coalesce(NEW."answer"::text, 'offered'), e."id", e."api_key_id", e."test",
    jsonb_build_object('reference', e."reference", 'answer_by', NEW."answer_by")
  FROM "all_enrollments" e WHERE e."id" = NEW."enrollment_id";
  RETURN NULL;
END $function$;

-- That a list is public, also a list that was taken back and is published anew; of a sandbox's round to its key alone.
-- After `all_rounds.provisional_at` or `all_rounds.final_public_at` was set; its argument is the list.
CREATE OR REPLACE FUNCTION record_round_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO "events" ("type", "api_key_id", "test", "data") VALUES (
    'round.published', nullif(NEW."sandbox_id", 0), NEW."sandbox_id" <> 0,
    jsonb_build_object('code', NEW."code", 'school_year_id', NEW."school_year_id", 'list', TG_ARGV[0]));
  RETURN NULL;
END $function$;

-- An erasure empties the student's row in place; the enrollment stays for the counts. After `all_people.erased_at` was set.
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

-- Putting back is a change, and so is another place in the same state; every other told change is named by its state.
-- After an update of `all_enrollments.state`.
CREATE OR REPLACE FUNCTION record_told_event()
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

-- Nothing is written about somebody who was erased. Before writes of words and of what makes somebody reachable; its
-- arguments are the columns that name people, and an `enrollment_id` is looked at where there is one.
CREATE OR REPLACE FUNCTION refuse_about_erased()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  "written" jsonb := to_jsonb(NEW);
  "named" uuid[] := '{}';
BEGIN
  IF TG_NARGS > 0 THEN
    "named" := ARRAY(SELECT ("written" ->> "name")::uuid FROM unnest(TG_ARGV) AS "name");
  END IF;
  PERFORM refuse_erased(("written" ->> 'enrollment_id')::uuid, "named");
  RETURN NEW;
END $function$;

-- The record stays as it was written: an erasure may delete values, nobody may change them. Before writes of
-- `audit_entries` and `audit_values`.
CREATE OR REPLACE FUNCTION refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION '% is a record: it is written once', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$function$;

-- Undoes the statement that calls it, prisma/sql/create-enrollment.sql. Unlike a unique violation it names no value, so no
-- log gets one; which of the statement's parts was refused is in the error's constraint.
CREATE OR REPLACE FUNCTION refuse_enrollment(refused text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'known already: %', refused USING ERRCODE = 'MA001', CONSTRAINT = refused;
END
$function$;

-- Erasure holds enrollments first, then people (lib/privacy/verbs.ts). Whoever writes takes the same locks in that order:
-- they wait for it and are refused, or it waits for them and takes what they wrote.
CREATE OR REPLACE FUNCTION refuse_erased(enrollment uuid, named uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  "student" uuid;
BEGIN
  SELECT e."student_id" INTO "student" FROM "all_enrollments" e WHERE e."id" = "enrollment" FOR KEY SHARE;
  IF cardinality("named") > 0 THEN
    PERFORM 1 FROM "all_people" p WHERE p."id" = ANY("named") ORDER BY p."id" FOR KEY SHARE;
  END IF;
  IF EXISTS (SELECT FROM "all_people" p WHERE p."erased_at" IS NOT NULL AND p."id" = ANY("named" || "student")) THEN
    RAISE EXCEPTION 'whoever this is about was erased' USING ERRCODE = 'MA002';
  END IF;
END $function$;

-- A row that was emptied in place stays empty. Before an update of `all_people`.
CREATE OR REPLACE FUNCTION refuse_filling_erased()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'whoever this is about was erased' USING ERRCODE = 'MA002';
END $function$;

-- What has been accepted stays as it was accepted. Before an update or delete of `legal_texts`.
CREATE OR REPLACE FUNCTION refuse_legal_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'A legal text is never changed or deleted: import another version.';
END $function$;

-- Before an update of `all_enrollments.observations`.
CREATE OR REPLACE FUNCTION refuse_observations_of_erased()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM refuse_erased(NEW."id", '{}');
  RETURN NEW;
END $function$;

-- Nothing hangs on somebody of another sandbox. It names nobody, so that no log does. After an insert into a table that has
-- a view. Each is asked for by itself: sessions keep how they ask, and one that began when nobody had enrolled would
-- look for three at once from end to end ever after. What a table does not name is not asked for at all.
CREATE OR REPLACE FUNCTION refuse_other_sandbox()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  "written" jsonb := to_jsonb(NEW);
  "is_of_another" boolean := false;
  "key" text;
BEGIN
  FOREACH "key" IN ARRAY ARRAY['person_id', 'student_id', 'guardian_id'] LOOP
    IF "written" ? "key" AND NOT "is_of_another" THEN
      SELECT EXISTS (
        SELECT FROM "all_people" p WHERE p."sandbox_id" <> NEW."sandbox_id" AND p."id" = ("written" ->> "key")::uuid
      ) INTO "is_of_another";
    END IF;
  END LOOP;
  IF "written" ? 'enrollment_id' AND NOT "is_of_another" THEN
    SELECT EXISTS (
      SELECT FROM "all_enrollments" e WHERE e."sandbox_id" <> NEW."sandbox_id" AND e."id" = ("written" ->> 'enrollment_id')::uuid
    ) INTO "is_of_another";
  END IF;
  IF "is_of_another" THEN
    RAISE EXCEPTION 'a row of % belongs to another sandbox than what it is about', TG_TABLE_NAME USING ERRCODE = 'MA003';
  END IF;
  RETURN NULL;
END $function$;

-- What was told stays as it was told: of a reason its place in the list alone changes. Before an update or delete of
-- `reasons`.
CREATE OR REPLACE FUNCTION refuse_reason_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'UPDATE' AND to_jsonb(OLD) - 'position' = to_jsonb(NEW) - 'position' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'A reason is never changed or deleted: import another version.';
END $function$;

CREATE TRIGGER api_keys_changed AFTER INSERT OR DELETE OR UPDATE OF name, hash, previous_hash, previous_expires_at, scopes, expires_at, revoked_at OR TRUNCATE ON api_keys FOR EACH STATEMENT EXECUTE FUNCTION record_change('api_keys');
CREATE TRIGGER audit_entries_kept BEFORE DELETE OR UPDATE ON audit_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_entries_not_emptied BEFORE TRUNCATE ON audit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_values_kept BEFORE UPDATE ON audit_values FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER courses_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON courses FOR EACH STATEMENT EXECUTE FUNCTION record_change('catalogue');
CREATE TRIGGER degrees_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON degrees FOR EACH STATEMENT EXECUTE FUNCTION record_change('catalogue');
CREATE TRIGGER enrollment_erased_event AFTER DELETE ON all_enrollments FOR EACH ROW EXECUTE FUNCTION record_erased_event();
CREATE TRIGGER enrollment_told BEFORE UPDATE OF state ON all_enrollments FOR EACH ROW EXECUTE FUNCTION count_told_change();
CREATE TRIGGER enrollment_told_event AFTER UPDATE OF state ON all_enrollments FOR EACH ROW EXECUTE FUNCTION record_told_event();
CREATE TRIGGER grading_systems_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON grading_systems FOR EACH STATEMENT EXECUTE FUNCTION record_change('catalogue');
CREATE TRIGGER leave_out_erased AFTER INSERT ON bulk_rows REFERENCING NEW TABLE AS chosen FOR EACH STATEMENT EXECUTE FUNCTION leave_out_erased_rows();
CREATE TRIGGER leave_out_value_about_erased BEFORE INSERT ON audit_values FOR EACH ROW EXECUTE FUNCTION leave_out_value_about_erased();
CREATE TRIGGER legal_texts_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON legal_texts FOR EACH STATEMENT EXECUTE FUNCTION record_change('settings');
CREATE TRIGGER legal_texts_kept BEFORE DELETE OR UPDATE ON legal_texts FOR EACH ROW EXECUTE FUNCTION refuse_legal_change();
CREATE TRIGGER mail_event AFTER UPDATE OF state ON all_mail_messages FOR EACH ROW WHEN (((new.enrollment_id IS NOT NULL) AND (new.state IS DISTINCT FROM old.state) AND (new.state = ANY (ARRAY['delivered'::mail_state, 'failed'::mail_state, 'bounced'::mail_state, 'complained'::mail_state])))) EXECUTE FUNCTION record_mail_event();
CREATE TRIGGER mail_sentences_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON mail_sentences FOR EACH STATEMENT EXECUTE FUNCTION record_change('settings');
CREATE TRIGGER place_answered_event AFTER UPDATE OF answer ON place_answers FOR EACH ROW WHEN ((new.answer = ANY (ARRAY['kept'::given_answer, 'given_up'::given_answer, 'lapsed'::given_answer]))) EXECUTE FUNCTION record_place_event();
CREATE TRIGGER place_offered_event AFTER INSERT ON place_answers FOR EACH ROW EXECUTE FUNCTION record_place_event();
CREATE TRIGGER publish_final_list AFTER UPDATE OF status ON all_decisions FOR EACH ROW WHEN (((new.status = 'told'::decision_status) AND (old.status <> 'told'::decision_status) AND new.with_list)) EXECUTE FUNCTION publish_final_list();
CREATE TRIGGER reasons_kept BEFORE DELETE OR UPDATE ON reasons FOR EACH ROW EXECUTE FUNCTION refuse_reason_change();
CREATE TRIGGER record_final_event AFTER UPDATE OF final_public_at ON all_rounds FOR EACH ROW WHEN (((new.final_public_at IS NOT NULL) AND (old.final_public_at IS NULL))) EXECUTE FUNCTION record_round_event('final');
CREATE TRIGGER record_provisional_event AFTER UPDATE OF provisional_at ON all_rounds FOR EACH ROW WHEN (((new.provisional_at IS NOT NULL) AND (new.provisional_at IS DISTINCT FROM old.provisional_at))) EXECUTE FUNCTION record_round_event('provisional');
CREATE TRIGGER refuse_about_erased BEFORE INSERT OR UPDATE ON accounts FOR EACH ROW EXECUTE FUNCTION refuse_about_erased('person_id');
CREATE TRIGGER refuse_about_erased BEFORE INSERT ON all_correction_requests FOR EACH ROW EXECUTE FUNCTION refuse_about_erased('person_id', 'asked_by_id');
CREATE TRIGGER refuse_about_erased BEFORE INSERT ON all_decisions FOR EACH ROW WHEN (((new.to_state <> 'withdrawn'::enrollment_state) OR (new.words IS NOT NULL) OR (new.internal_reason IS NOT NULL))) EXECUTE FUNCTION refuse_about_erased();
CREATE TRIGGER refuse_about_erased BEFORE UPDATE OF observations ON all_enrollments FOR EACH ROW WHEN ((new.observations IS NOT NULL)) EXECUTE FUNCTION refuse_observations_of_erased();
CREATE TRIGGER refuse_about_erased BEFORE INSERT OR UPDATE OF payload, tells, to_email ON all_mail_messages FOR EACH ROW WHEN (((new.payload IS NOT NULL) OR (new.tells IS NOT NULL) OR (new.to_email IS NOT NULL))) EXECUTE FUNCTION refuse_about_erased('person_id');
CREATE TRIGGER refuse_about_erased BEFORE INSERT ON disagreements FOR EACH ROW EXECUTE FUNCTION refuse_about_erased('guardian_id');
CREATE TRIGGER refuse_about_erased BEFORE INSERT OR UPDATE ON email_changes FOR EACH ROW EXECUTE FUNCTION refuse_about_erased('person_id');
CREATE TRIGGER refuse_about_erased BEFORE INSERT ON enrollment_labels FOR EACH ROW EXECUTE FUNCTION refuse_about_erased();
CREATE TRIGGER refuse_about_erased BEFORE INSERT OR UPDATE ON merits FOR EACH ROW EXECUTE FUNCTION refuse_about_erased();
CREATE TRIGGER refuse_about_erased BEFORE INSERT ON notes FOR EACH ROW EXECUTE FUNCTION refuse_about_erased();
CREATE TRIGGER refuse_about_erased BEFORE INSERT OR UPDATE ON objections FOR EACH ROW EXECUTE FUNCTION refuse_about_erased('person_id');
CREATE TRIGGER refuse_about_erased BEFORE INSERT OR UPDATE ON papers FOR EACH ROW WHEN ((new.signed_by <> ''::text)) EXECUTE FUNCTION refuse_about_erased();
CREATE TRIGGER refuse_about_erased BEFORE INSERT ON questions FOR EACH ROW EXECUTE FUNCTION refuse_about_erased('answered_by_id');
CREATE TRIGGER refuse_about_erased BEFORE UPDATE OF merits, wishes ON round_entries FOR EACH ROW WHEN (((new.merits <> '[]'::jsonb) OR (new.wishes <> '[]'::jsonb))) EXECUTE FUNCTION refuse_about_erased();
CREATE TRIGGER refuse_about_erased BEFORE INSERT OR UPDATE ON round_moves FOR EACH ROW EXECUTE FUNCTION refuse_about_erased();
CREATE TRIGGER refuse_filling_erased BEFORE UPDATE ON all_people FOR EACH ROW WHEN (((old.erased_at IS NOT NULL) AND (new.erased_at IS NOT NULL) AND ((new.email !~~ '%@no-email.invalid'::text) OR (new.email_key !~~ '%@no-email.invalid'::text) OR (COALESCE(new.name, new.surname, new.document_type, new.document, new.document_key, new.phone_country_code, new.phone, new.country, new.city, new.zip_code, new.address, (new.birth_date)::text) IS NOT NULL)))) EXECUTE FUNCTION refuse_filling_erased();
CREATE TRIGGER refuse_other_sandbox AFTER INSERT ON all_correction_requests FOR EACH ROW EXECUTE FUNCTION refuse_other_sandbox();
CREATE TRIGGER refuse_other_sandbox AFTER INSERT ON all_data_requests FOR EACH ROW EXECUTE FUNCTION refuse_other_sandbox();
CREATE TRIGGER refuse_other_sandbox AFTER INSERT ON all_decisions FOR EACH ROW EXECUTE FUNCTION refuse_other_sandbox();
CREATE TRIGGER refuse_other_sandbox AFTER INSERT ON all_enrollments FOR EACH ROW EXECUTE FUNCTION refuse_other_sandbox();
CREATE TRIGGER refuse_other_sandbox AFTER INSERT ON all_guardianships FOR EACH ROW EXECUTE FUNCTION refuse_other_sandbox();
CREATE TRIGGER refuse_other_sandbox AFTER INSERT ON all_mail_messages FOR EACH ROW EXECUTE FUNCTION refuse_other_sandbox();
CREATE TRIGGER refuse_words_about_erased BEFORE UPDATE OF words, internal_reason ON all_decisions FOR EACH ROW WHEN (((new.words IS NOT NULL) OR (new.internal_reason IS NOT NULL))) EXECUTE FUNCTION refuse_about_erased();
CREATE TRIGGER refuse_words_about_erased BEFORE UPDATE OF words, settlement ON disagreements FOR EACH ROW WHEN ((((new.words <> ''::text) AND (new.words <> old.words)) OR ((new.settlement <> ''::text) AND (new.settlement IS DISTINCT FROM old.settlement)))) EXECUTE FUNCTION refuse_about_erased();
CREATE TRIGGER refuse_words_about_erased BEFORE UPDATE OF words, answer ON questions FOR EACH ROW WHEN (((new.words IS NOT NULL) OR (new.answer <> ''::text))) EXECUTE FUNCTION refuse_about_erased('answered_by_id');
CREATE TRIGGER rounds_changed AFTER INSERT OR DELETE OR UPDATE OF state, merits_by OR TRUNCATE ON all_rounds FOR EACH STATEMENT EXECUTE FUNCTION record_change('rounds');
CREATE TRIGGER school_logos_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON school_logos FOR EACH STATEMENT EXECUTE FUNCTION record_change('settings');
CREATE TRIGGER school_years_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON school_years FOR EACH STATEMENT EXECUTE FUNCTION record_change('catalogue');
CREATE TRIGGER settings_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON settings FOR EACH STATEMENT EXECUTE FUNCTION record_change('settings');
CREATE TRIGGER specialities_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON specialities FOR EACH STATEMENT EXECUTE FUNCTION record_change('catalogue');
CREATE TRIGGER speciality_pictures_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON speciality_pictures FOR EACH STATEMENT EXECUTE FUNCTION record_change('settings');
CREATE TRIGGER student_erased_event AFTER UPDATE OF erased_at ON all_people FOR EACH ROW WHEN (((old.erased_at IS NULL) AND (new.erased_at IS NOT NULL))) EXECUTE FUNCTION record_student_erased();
CREATE TRIGGER subjects_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON subjects FOR EACH STATEMENT EXECUTE FUNCTION record_change('catalogue');
CREATE TRIGGER subjects_school_minutes BEFORE INSERT OR UPDATE ON subjects FOR EACH ROW EXECUTE FUNCTION keep_school_minutes();
CREATE TRIGGER syllabi_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON syllabi FOR EACH STATEMENT EXECUTE FUNCTION record_change('catalogue');
CREATE TRIGGER syllabus_specialities_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON syllabus_specialities FOR EACH STATEMENT EXECUTE FUNCTION record_change('catalogue');
CREATE TRIGGER syllabus_subjects_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON syllabus_subjects FOR EACH STATEMENT EXECUTE FUNCTION record_change('catalogue');
