import pg from "pg";

/** How much a school has in its database. */
export type Size = { people: number; enrollments: number };

/** What a young school has, and what one has after years. */
export const SMALL: Size = { people: 200, enrollments: 50 };
export const LARGE: Size = { people: 200_000, enrollments: 50_000 };

/**
 * Brings people into the database; the first of them are enrolled as minors, each with two of the
 * others as guardians and a message to all three.
 */
export async function fill(url: string, { people, enrollments }: Size, year: number) {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(
    `
      with made as (
        select gen_random_uuid() as id, n from generate_series(1, $1::int) as n
      ), family as (
        select s.id as student, g.id as guardian, h.id as second, s.n
        from made s join made g on g.n = s.n + $2::int join made h on h.n = s.n + 2 * $2::int
        where s.n <= $2::int
      ), person as (
        insert into people (id, email, email_key, name, surname, document_type, document, document_key, locale)
        select id, 'filled.' || n || '@example.org', 'filled.' || n || '@example.org', 'Ada', 'Puig',
          'passport', 'F' || n, 'F' || n, 'es'
        from made
      ), guardianship as (
        insert into guardianships (student_id, guardian_id, position)
        select student, guardian, 1 from family union all select student, second, 2 from family
      ), enrollment as (
        insert into enrollments (id, reference, school_year_id, student_id, terms_url, terms_accepted_at, locale, source)
        select gen_random_uuid(), 'F' || n, $3, student, 'https://example.org/terms', now(), 'es', 'form' from family
        returning id, student_id
      )
      insert into mail_messages (id, kind, state, enrollment_id, person_id, locale)
      select gen_random_uuid(), kind::mail_kind, 'sent', enrollment.id, person_id, 'es'
      from enrollment join family on student = student_id
      cross join lateral (values ('minor_student', student), ('guardian', guardian), ('second_guardian', second))
        as message(kind, person_id)`,
    [people, enrollments, year],
  );
  await client.query("vacuum analyze");
  await client.end();
}
