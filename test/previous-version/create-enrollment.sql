-- One statement, one round trip, one transaction: people, guardianships, the enrollment with its
-- ordered choices, the idempotency record or the form's draft, the messages and (appended) their jobs. §4.3, §4.4
--
-- A row that exists already would make PostgreSQL write its key, an e-mail or a document, into its log. So
-- nothing here raises that: who came in is counted, and `refuse_enrollment` undoes everything without a value.
--
-- Lines such as `--people.p` stand for the columns of lib/enrollment/fields.ts, named when it is read.
--
-- $1 the document built by lib/enrollment/create-enrollment.ts; $2 the jobs as pg-boss takes them
with
  input as materialized (select $1::jsonb as document),

  -- Whatever two requests share is locked in one order, so that they can wait but never deadlock.
  locked as materialized (
    select count(pg_advisory_xact_lock(ordered.key)) as keys
    from (
      select distinct hashtextextended(name, 0) as key
      from input, jsonb_array_elements_text(document -> 'locks') as name
      order by key
    ) as ordered
  ),

  idempotency as (
    insert into idempotency_records (api_key_id, key, request_hash, reference)
    select record.api_key_id, record.key, decode(record.request_hash, 'hex'), document ->> 'reference'
    from locked, input,
      jsonb_to_record(document -> 'idempotency') as record(api_key_id int, key text, request_hash text)
    where jsonb_typeof(document -> 'idempotency') = 'object'
    on conflict do nothing
    returning 1
  ),

  sent_draft as (
    insert into sent_drafts (draft_id, reference)
    select decode(document ->> 'draft_id', 'hex'), document ->> 'reference'
    from locked, input
    where document ->> 'draft_id' is not null
    on conflict do nothing
    returning 1
  ),

  person as (
    insert into people (
      email, name, surname, birth_date, document_type, document, phone, phone_country_code, country, city, zip_code, address,
      id, email_key, document_key, locale
    )
    select
      p.email, p.name, p.surname, p.birth_date, p.document_type, p.document, p.phone, p.phone_country_code, p.country, p.city, p.zip_code, p.address,
      p.id, p.email_key, p.document_key, input.document ->> 'locale'
    from locked, input, jsonb_to_recordset(document -> 'people') as p(
      email text, name text, surname text, birth_date date, document_type text, document text, phone text, phone_country_code text, country text, city text, zip_code text, address text,
      id uuid, email_key text, document_key text
    )
    on conflict do nothing
    returning 1
  ),

  complete as materialized (
    select case
      when (select count(*) from idempotency) < (jsonb_typeof(document -> 'idempotency') = 'object')::int
        then refuse_enrollment('idempotency')
      when (select count(*) from sent_draft) < (document ->> 'draft_id' is not null)::int
        then refuse_enrollment('draft')
      when (select count(*) from person) < jsonb_array_length(document -> 'people')
        then refuse_enrollment('people')
    end
    from input
  ),

  guardianship as (
    insert into guardianships (student_id, guardian_id, position)
    select (document ->> 'student_id')::uuid, g.guardian_id, g.position
    from input, jsonb_to_recordset(document -> 'guardianships') as g(guardian_id uuid, position smallint)
  ),

  enrollment as (
    insert into enrollments (
      school_year_id, experience_speciality_id, experience_years, observations,
      id, reference, student_id, terms_url, terms_accepted_at, locale, source, api_key_id, test
    )
    select
      e.school_year_id, e.experience_speciality_id, e.experience_years, e.observations,
      e.id, e.reference, e.student_id, e.terms_url, now(), e.locale, e.source, e.api_key_id, e.test
    from complete, input, jsonb_to_record(document) as e(
      school_year_id int, experience_speciality_id int, experience_years smallint, observations text,
      id uuid, reference text, student_id uuid, terms_url text, locale text, source enrollment_source,
      api_key_id int, test boolean
    )
  ),

  speciality_choice as (
    insert into speciality_choices (enrollment_id, option, speciality_id, school_year_id)
    select (document ->> 'id')::uuid, c.option, c.id, (document ->> 'school_year_id')::int
    from input, jsonb_to_recordset(document -> 'specialities') as c(option smallint, id int)
  ),

  syllabus_choice as (
    insert into syllabus_choices (enrollment_id, option, syllabus_id, school_year_id)
    select (document ->> 'id')::uuid, c.option, c.id, (document ->> 'school_year_id')::int
    from input, jsonb_to_recordset(document -> 'syllabi') as c(option smallint, id int)
  ),

  message as (
    insert into mail_messages (id, kind, enrollment_id, person_id, locale)
    select m.id, m.kind, (document ->> 'id')::uuid, m.person_id, document ->> 'locale'
    from input, jsonb_to_recordset(document -> 'messages') as m(id uuid, kind mail_kind, person_id uuid)
  )

-- the jobs' own insert follows
, ins AS (
      
    INSERT INTO pgboss.job_common (
      id,
      name,
      data,
      priority,
      start_after,
      created_on,
      singleton_key,
      singleton_on,
      group_id,
      group_tier,
      expire_seconds,
      deletion_seconds,
      keep_until,
      retry_limit,
      retry_delay,
      retry_backoff,
      retry_delay_max,
      policy,
      dead_letter,
      heartbeat_seconds,
      blocked,
      blocking,
      pending_dependencies
    )
    SELECT
      COALESCE(id, gen_random_uuid()) as id,
      'mail' as name,
      data,
      COALESCE(priority, 0) as priority,
      j.start_after,
      pgboss.job_now() as created_on,
      "singletonKey",
      CASE
        
        WHEN "singletonSeconds" IS NOT NULL THEN 'epoch'::timestamp + '1s'::interval * ("singletonSeconds"::float8 * floor(( date_part('epoch', pgboss.job_now()) + COALESCE("singletonOffset",0)::float8) / "singletonSeconds"::float8 ))
        ELSE NULL
        END as singleton_on,
      "groupId" as group_id,
      "groupTier" as group_tier,
      COALESCE("expireInSeconds", q.expire_seconds) as expire_seconds,
      COALESCE("deleteAfterSeconds", q.deletion_seconds) as deletion_seconds,
      j.start_after + (COALESCE("retentionSeconds", q.retention_seconds) * interval '1s') as keep_until,
      COALESCE("retryLimit", q.retry_limit) as retry_limit,
      COALESCE("retryDelay", q.retry_delay) as retry_delay,
      COALESCE("retryBackoff", q.retry_backoff, false) as retry_backoff,
      COALESCE("retryDelayMax", q.retry_delay_max) as retry_delay_max,
      q.policy,
      COALESCE("deadLetter", q.dead_letter) as dead_letter,
      COALESCE("heartbeatSeconds", q.heartbeat_seconds) as heartbeat_seconds,
      COALESCE(blocked, false) as blocked,
      COALESCE(blocking, false) as blocking,
      COALESCE("pendingDependencies", 0) as pending_dependencies
    FROM (
      SELECT *,
        CASE
          WHEN (right("startAfter", 1) = 'Z' OR "startAfter" ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}') THEN CAST("startAfter" as timestamp with time zone)
          ELSE pgboss.job_now() + CAST(COALESCE("startAfter",'0') as interval)
          END as start_after
      FROM json_to_recordset($2::text::json) as x (
        id uuid,
        priority integer,
        data jsonb,
        "startAfter" text,
        "retryLimit" integer,
        "retryDelay" integer,
        "retryDelayMax" integer,
        "retryBackoff" boolean,
        "singletonKey" text,
        "singletonSeconds" integer,
        "singletonOffset" integer,
        
        "groupId" text,
        "groupTier" text,
        "expireInSeconds" integer,
        "deleteAfterSeconds" integer,
        "retentionSeconds" integer,
        "deadLetter" text,
        "heartbeatSeconds" integer,
        blocked boolean,
        blocking boolean,
        "pendingDependencies" integer
      )
    ) j
    JOIN pgboss.queue q ON q.name = 'mail'
    ON CONFLICT DO NOTHING
    RETURNING id, start_after
  
    ),
    notified AS (
      SELECT pg_notify(('pgboss_' || left(encode(sha224('pgboss'::bytea), 'hex'), 24)), 'mail')
      FROM ins WHERE start_after <= pgboss.job_now() LIMIT 1
    )
    SELECT id FROM ins WHERE (SELECT count(*) FROM notified) < 0
