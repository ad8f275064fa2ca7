-- Numbers the events committed since the last run, without gaps and each once. The caller holds the advisory lock. A
-- single statement sees one snapshot, so that no event gets a lower number than its cause.
with
  counter as (select number, looked_at, catalogue_version from event_counter where id = 1),

  -- The statement timeout is five seconds: a transaction of two minutes ago is committed or never will be.
  created as materialized (
    select gen_random_uuid() as id, e.id as enrollment_id, e.api_key_id, e.test, e.created_at, e.traceparent,
      jsonb_build_object('reference', e.reference, 'state', 'pending', 'version', 0) as data
    from counter, all_enrollments e
    where e.created_at > least(counter.looked_at, now()) - interval '2 minutes'
      and not exists (
        select from events v
        where v.enrollment_id = e.id and v.type = 'enrollment.created' and v.version = 0
      )
  ),

  catalogue as materialized (
    select gen_random_uuid() as id, now() as created_at, c.version
    from change_versions c, counter
    where c.topic = 'catalogue' and c.version > counter.catalogue_version
  ),

  numbered as materialized (
    select found.id, counter.number + row_number() over (
      order by found.created_at, found.rank, found.version, found.id
    ) as number
    from counter, (
      select id, created_at, 0 as rank, 0 as version from created
      union all select id, created_at, 1, 0 from catalogue
      union all select id, created_at, 2, coalesce(version, 0) from events where number is null
    ) as found
  ),

  made as (
    insert into events (id, number, type, enrollment_id, version, api_key_id, test, data, created_at, traceparent)
    select c.id, n.number, 'enrollment.created', c.enrollment_id, 0, c.api_key_id, c.test, c.data, c.created_at, c.traceparent
    from created c join numbered n using (id)
    union all
    select c.id, n.number, 'catalogue.changed', null, null, null, false, '{}', c.created_at, null
    from catalogue c join numbered n using (id)
  ),

  given as (
    update events set number = n.number, numbered_at = now() from numbered n where events.id = n.id and events.number is null
  )

update event_counter set
  number = event_counter.number + (select count(*) from numbered),
  looked_at = now(),
  catalogue_version = coalesce((select max(version) from catalogue), event_counter.catalogue_version)
where id = 1
returning (select number from counter)::text as before, event_counter.number::text as now
