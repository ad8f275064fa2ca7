import { type Field, fieldRows } from "@/lib/enrollment/fields";

/** Runs SQL as the database's owner. */
export type Query = (sql: string, values: unknown[]) => Promise<{ record: unknown }[]>;

/** Columns of fields as pairs for `jsonb_build_object`; tests have the expected values. */
const pairs = (table: "people" | "enrollments", alias: string) => {
  const stored = fieldRows.map(([, row]): Field["stored"] => row.stored);
  const columns = new Set(stored.flatMap((location) => (location?.in === table ? [location.column] : [])));
  return [...columns].map((column) => `'${column}', ${alias}.${column}`).join(", ");
};

const person = (role: string, alias: string) => `jsonb_build_object(
  'role', ${role}, ${pairs("people", alias)}, 'email_key', ${alias}.email_key, 'document_key', ${alias}.document_key,
  'locale', ${alias}.locale)`;

const RECORD_SQL = `
  select jsonb_build_object(
    'state', e.state, 'source', e.source, 'locale', e.locale, 'test', e.test, 'key', k.name,
    ${pairs("enrollments", "e")}, 'terms_url', e.terms_url,
    'terms_text', (select t.locale || ' ' || t.version from legal_texts t where t.id = e.terms_text_id),
    'terms_accepted_with_it', e.terms_accepted_at = e.created_at,
    'made_in_this_run', e.created_at > pg_postmaster_start_time(),
    'student', ${person("'student'", "p")},
    'guardians', (select coalesce(jsonb_agg(${person("g.position", "o")} order by g.position), '[]')
      from all_guardianships g join all_people o on o.id = g.guardian_id where g.student_id = p.id),
    'specialities', (select coalesce(jsonb_object_agg(c.option, c.speciality_id), '{}')
      from speciality_choices c where c.enrollment_id = e.id),
    'syllabi', (select coalesce(jsonb_object_agg(c.option, c.syllabus_id), '{}')
      from syllabus_choices c where c.enrollment_id = e.id),
    'messages', (select jsonb_agg(m.kind || ' to ' || o.email || ' in ' || m.locale order by m.kind)
      from all_mail_messages m join all_people o on o.id = m.person_id where m.enrollment_id = e.id)
  ) as record
  from all_enrollments e join all_people p on p.id = e.student_id left join api_keys k on k.id = e.api_key_id
  where e.reference = $1`;

/** All stored data of an enrollment, by column. */
export async function readStoredRecord(query: Query, reference: string): Promise<unknown> {
  const rows = await query(RECORD_SQL, [reference]);
  if (rows.length !== 1) throw new Error(`${rows.length} enrollments have the reference ${reference}`);
  return rows[0]?.record;
}
