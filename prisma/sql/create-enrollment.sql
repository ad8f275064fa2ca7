-- Inserts an enrollment with one statement: people, guardianships, ordered choices, the idempotency record or the form's
-- draft, the messages and (appended) their jobs (4.3, 4.4). For a family with several children it runs once per child
-- in one transaction. Existing people are referenced by id. It writes to the tables of all sandboxes with the sandbox's id.
--
-- A unique violation would write an e-mail or a document into PostgreSQL's log. So conflicts are skipped and counted
-- here, and `refuse_enrollment` then fails the statement without a value.
--
-- Comments such as `--people.p` are replaced by the columns of lib/enrollment/fields.ts when the file is read.
--
-- $1 the document of lib/enrollment/enroll/enrollment-document.ts; $2 the jobs for pg-boss
with
  input as materialized (select $1::jsonb as document),

  -- Takes the locks of shared values in one order, so that requests wait but never deadlock.
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
    insert into sent_drafts (draft_id, reference, more_references)
    select decode(document ->> 'draft_id', 'hex'), document ->> 'reference',
      array(select jsonb_array_elements_text(document -> 'more_references'))
    from locked, input
    where document ->> 'draft_id' is not null
    on conflict do nothing
    returning 1
  ),

  person as (
    insert into all_people (
      --people.
      id, email_key, document_key, locale, sandbox_id
    )
    select
      --people.p
      p.id, p.email_key, p.document_key, input.document ->> 'locale', (input.document ->> 'sandbox_id')::int
    from locked, input, jsonb_to_recordset(document -> 'people') as p(
      --people.types
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
    insert into all_guardianships (student_id, guardian_id, position, kept_apart, sandbox_id)
    select (document ->> 'student_id')::uuid, g.guardian_id, g.position, g.kept_apart, (document ->> 'sandbox_id')::int
    from input, jsonb_to_recordset(document -> 'guardianships') as g(
      guardian_id uuid, position smallint, kept_apart boolean
    )
  ),

  -- A round that assigns a requested place answers with its lists, not after the usual days (admission 10).
  round as (
    select max(greatest(r.draw_on, r.objections_by, r.answer_by)) as answer_by
    from input, all_rounds r
    where r.school_year_id = (document ->> 'school_year_id')::int
      and r.sandbox_id = (document ->> 'sandbox_id')::int
      and r.state in ('open', 'frozen', 'drawn', 'provisional')
      and exists (
        select 1 from places p
        where p.school_year_id = r.school_year_id
          and (p.speciality_id is null
            or document -> 'specialities' @> jsonb_build_array(jsonb_build_object('id', p.speciality_id)))
          and (p.syllabus_id is null
            or document -> 'syllabi' @> jsonb_build_array(jsonb_build_object('id', p.syllabus_id)))
          and not exists (
            select 1 from round_places l
            where l.round_id = r.id and l.left_out
              and (l.speciality_id, l.syllabus_id) is not distinct from (p.speciality_id, p.syllabus_id)
          )
      )
  ),

  enrollment as (
    insert into all_enrollments (
      --enrollments.
      id, reference, student_id, terms_url, terms_text_id, terms_accepted_at, locale, source, api_key_id, test,
      submission_id, answer_by, traceparent, created_at
    )
    select
      --enrollments.e
      e.id, e.reference, e.student_id, e.terms_url, e.terms_text_id, now(), e.locale, e.source, e.api_key_id, e.test,
      e.submission_id, greatest(e.answer_by, round.answer_by), e.traceparent,
      now() - e.sent_before * interval '1 millisecond'
    from complete, round, input, jsonb_to_record(document) as e(
      --enrollments.types
      id uuid, reference text, student_id uuid, terms_url text, terms_text_id int, locale text, source enrollment_source,
      api_key_id int, test boolean, submission_id uuid, answer_by date, traceparent text, sent_before int
    )
    on conflict (student_id, school_year_id) where state <> 'withdrawn' or decided_state <> 'withdrawn' do nothing
    returning 1
  ),

  -- The following parts read the document from here, so that this check always runs.
  enrolled as materialized (
    select document, case when (select count(*) from enrollment) = 0 then refuse_enrollment('enrolled') end as refused
    from input
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
    insert into all_mail_messages (id, kind, enrollment_id, person_id, locale, sandbox_id)
    select m.id, m.kind, (document ->> 'id')::uuid, m.person_id, document ->> 'locale',
      (document ->> 'sandbox_id')::int
    from enrolled, jsonb_to_recordset(document -> 'messages') as m(id uuid, kind mail_kind, person_id uuid)
  )

-- the insert of the jobs follows
