import pg from "pg";

/** Brings enrollments of minors into the database, each with a guardian: two people each. */
export async function fill(url: string, count: number, year: number) {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(
    `
      with made as (
        select gen_random_uuid() as student, gen_random_uuid() as guardian, gen_random_uuid() as enrollment, n
        from generate_series(1, $1::int) as n
      ), person as (
        insert into people (id, email, email_key, name, surname, locale)
        select student, 'filled.s' || n || '@example.org', 'filled.s' || n || '@example.org', 'S', 'S', 'es' from made
        union all
        select guardian, 'filled.g' || n || '@example.org', 'filled.g' || n || '@example.org', 'G', 'G', 'es' from made
      ), guardianship as (
        insert into guardianships (student_id, guardian_id, position) select student, guardian, 1 from made
      )
      insert into enrollments (id, reference, school_year_id, student_id, terms_url, terms_accepted_at, locale, source)
      select enrollment, 'F' || n, $2, student, 'https://example.org/terms', now(), 'es', 'form' from made`,
    [count, year],
  );
  await client.query("analyze");
  await client.end();
}
