-- Families for a school's desk, as many as the table `filling` says (fill-desk.ts).

-- The same number below `sides` for the same row and salt, whenever it is asked for.
create function pg_temp.dice(n bigint, salt int, sides int) returns int language sql immutable as
  $$ select ((hashint8(n * 64 + salt)::bigint + 2147483648) % sides)::int $$;
create function pg_temp.one(list text[], n bigint, salt int) returns text language sql immutable as
  $$ select list[1 + pg_temp.dice(n, salt, cardinality(list))] $$;
create function pg_temp.plain(name text) returns text language sql immutable as
  $$ select regexp_replace(translate(lower(name), 'áàéèíïóòúüñç', 'aaeeiioouunc'), '[^a-z]', '', 'g') $$;

-- Students (0), first guardians (1) and second ones (2), each with a number of its own.
create temp table made as
select n, kind, n * 4 + kind as number, gen_random_uuid() as id,
  kind = 1 or kind = 0 and pg_temp.dice(n, 1, 5) = 0 as grown,
  case when kind < 2 then pg_temp.one(given, n * 4 + kind, 2) end as name,
  case when kind < 2 then pg_temp.one(surnames, n * 4 + kind, 3) || ' ' || pg_temp.one(surnames, n * 4 + kind, 4) end
    as surname
from filling, generate_series(1, (size * 0.56)::int) n, generate_series(0, 2) kind;
create index on made (kind, n);
analyze made;

insert into people (id, email, email_key, name, surname, birth_date, locale)
select id, email, email, name, surname,
  case when kind < 2 then date '2026-09-01' - case when grown then 7500 else 1500 end - pg_temp.dice(number, 5, 4500) end,
  pg_temp.one('{es,es,ca,ca,en}', n, 6)
from made cross join lateral (
  select coalesce(pg_temp.plain(name) || '.' || pg_temp.plain(surname), 'familia') || '.' || number || '@familia.example'
    as email) own;
update people p
set document_type = 'dni', document = 10000000 + number || 'X', document_key = 10000000 + number || 'X',
  phone_country_code = '+34', phone = '6' || lpad(number::text, 8, '0'), country = 'es', city = 'Barcelona',
  zip_code = '08013', address = 'Carrer de Mallorca ' || number % 500
from made m where m.id = p.id and m.grown;

-- Three children have two first guardians between them, so that siblings are common.
insert into guardianships (student_id, guardian_id, position, confirmed_at)
select s.id, g.id, g.kind, case when pg_temp.dice(s.n, 7, 2) = 0 then now() end
from made s join made g on g.kind = 1 and g.n = s.n * 2 / 3 + 1 or g.kind = 2 and g.n = s.n and pg_temp.dice(s.n, 8, 2) = 0
where s.kind = 0 and not s.grown;
-- What joins it below would else be planned as if nobody were there, and done row by row.
analyze all_people, all_guardianships;

-- The school's years, how many enroll in each, and from which student on: most are there twice.
create temp table years as
select at, id, now() - interval '51 days' - (2 - at) * interval '1 year' as opened, (size * share)::int as count, (size * 0.08 * at)::int as skipped
from filling, (
  select id, row_number() over (order by id) - 1 as at from school_years
) year join lateral (values (0, 0.4), (1, 0.4), (2, 0.2)) shares (year, share) on shares.year = at;

create temp table enrolling as
select gen_random_uuid() as id, s.id as student_id, s.n, s.grown, y.id as year, y.at, s.number * 4 + y.at as salt,
  y.opened + (nth * nth::float / y.count / y.count * 50) * interval '1 day' as created_at
from years y join generate_series(1, 100000) nth on nth <= y.count
join made s on s.kind = 0 and s.n = nth + y.skipped;
alter table enrolling add state enrollment_state default 'pending';
update enrolling set state = pg_temp.one(
  case at
    when 0 then '{accepted,accepted,accepted,accepted,accepted,accepted,rejected,withdrawn}'
    when 1 then '{accepted,accepted,accepted,accepted,accepted,accepted,rejected,waiting,withdrawn,pending}'
    else '{accepted,waiting,pending,pending}'
  end::text[], salt, 9)::enrollment_state;
analyze enrolling;

create temp table wishes as
select e.id, e.year, option, (select id from specialities where school_year_id = e.year
  order by hashint8(id * 1000003::bigint + e.salt) limit 1 offset option - 1) as speciality_id
from enrolling e, generate_series(1, 3) option where option <= 1 + pg_temp.dice(e.salt, 10, 3);
analyze wishes;

insert into enrollments (id, reference, school_year_id, student_id, state, decided_state, assigned_speciality_id, terms_url,
  terms_accepted_at, locale, source, observations, created_at, told_at)
select e.id, translate(lpad(to_hex(row_number() over () + 268435456), 8, '3'), '012abcdef', 'GHJKLMNPQ'), e.year,
  e.student_id, case when undecided then 'pending' else e.state end, e.state,
  case when e.state in ('accepted', 'waiting') then w.speciality_id end, 'https://example.org/terms', e.created_at, 'ca', 'form',
  case when pg_temp.dice(e.salt, 11, 3) = 0 then 'Los martes no puede antes de las 18 h.' end, e.created_at, e.created_at
from enrolling e join wishes w on w.id = e.id and w.option = 1
cross join lateral (select e.at > 0 and pg_temp.dice(e.salt, 12, 9) = 0 as undecided) now;
insert into speciality_choices (enrollment_id, option, speciality_id, school_year_id)
select id, option, speciality_id, year from wishes;
insert into syllabus_choices (enrollment_id, option, syllabus_id, school_year_id)
select e.id, 1, (select id from syllabi where school_year_id = e.year order by hashint8(id * 1000003::bigint + e.salt) limit 1), e.year
from enrolling e where pg_temp.dice(e.salt, 13, 3) > 0;

analyze all_enrollments;

insert into decisions (id, enrollment_id, school_year_id, from_state, to_state, speciality_id, actor_kind, decided_at, status,
  with_list, settled_at)
select gen_random_uuid(), e.id, e.school_year_id, 'pending', e.decided_state, e.assigned_speciality_id, 'command',
  e.created_at + interval '9 days',
  case when e.state <> e.decided_state then 'untold' else 'told' end::decision_status, e.state <> e.decided_state,
  case when e.state = e.decided_state then e.created_at + interval '10 days' end
from enrollments e where e.decided_state <> 'pending';

-- To each of them what they got when it was sent, and to whom it is told what was decided; one in fifty comes back.
insert into mail_messages (id, kind, state, enrollment_id, person_id, locale, created_at, sent_at, last_error)
select gen_random_uuid(), kind, case when lost then 'bounced' else 'delivered' end::mail_state, e.id, person_id, 'ca', at, at,
  case when lost then 'bounced' end
from enrollments e cross join lateral (
  select e.student_id as person_id, e.created_at as at,
    case when exists (select from guardianships g where g.student_id = e.student_id) then 'minor_student' else 'adult_student' end
      ::mail_kind as kind
  union all
  select g.guardian_id, e.created_at, case g.position when 1 then 'guardian' else 'second_guardian' end::mail_kind
  from guardianships g where g.student_id = e.student_id
  union all
  select coalesce((select g.guardian_id from guardianships g where g.student_id = e.student_id and g.position = 1), e.student_id),
    e.created_at + interval '10 days', e.state::text::mail_kind
  where e.state in ('accepted', 'rejected', 'waiting', 'withdrawn')
) message cross join lateral (select hashtext(e.id::text || message.kind) % 50 = 0 as lost) now;

insert into labels (name, name_key) values ('beca', 'beca'), ('falta el DNI', 'falta el dni');
insert into enrollment_labels (enrollment_id, label_id)
select e.id, l.id from enrolling e join labels l on pg_temp.dice(e.salt, 13 + l.id, 20) = 0;
insert into disagreements (id, enrollment_id, guardian_id, words)
select gen_random_uuid(), e.id, g.guardian_id, 'No estoy de acuerdo.'
from enrolling e join guardianships g on g.student_id = e.student_id and g.position = 2 where pg_temp.dice(e.salt, 20, 500) = 0;
insert into correction_requests (id, person_id, asked_by_id, name)
select gen_random_uuid(), e.student_id, e.student_id, 'Ana'
from enrolling e where pg_temp.dice(e.salt, 21, 500) = 0;
insert into places (school_year_id, speciality_id, places)
select school_year_id, id, (select count(*) from enrollments e where e.assigned_speciality_id = s.id and e.decided_state = 'accepted')
from specialities s where id % 2 = 0;

-- What the record says of them, what was opened, and what families were asked.
insert into audit_entries (at, actor_kind, action, object_kind, object_id)
select decided_at, 'command', 'decided', 'enrollment', e.reference
from decisions d join enrollments e on e.id = d.enrollment_id order by decided_at, e.id;
insert into audit_values (entry_id, name, old, new)
select id, name, 'pending', 'accepted' from audit_entries, unnest('{state,decided_state}'::text[]) name
where action = 'decided';
insert into questions (id, enrollment_id, words, answer_by, answered_at, answer)
select gen_random_uuid(), id, 'Falta el DNI.', current_date + pg_temp.dice(salt, 23, 20) - 5,
  case when pg_temp.dice(salt, 24, 3) = 0 then now() end, case when pg_temp.dice(salt, 24, 3) = 0 then 'Aquí está.' end
from enrolling where state = 'pending' and pg_temp.dice(salt, 22, 40) = 0;
-- One in a hundred is perhaps the same as the one before.
update people p set name = q.name, surname = q.surname, birth_date = q.birth_date
from made s join made t on t.kind = 0 and t.n = s.n - 1 join people q on q.id = t.id
where s.kind = 0 and s.n % 100 = 0 and p.id = s.id;
