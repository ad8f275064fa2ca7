import type { ClientBase } from "pg";
import type { RowChange } from "./compare";
import type { Catalogue, Row, Value } from "./tables";

/** The tables that enrollments point into. */
export const referencedTables = ["specialities", "syllabi"] as const;

type NamedTable = (typeof referencedTables)[number];

/** The enrollments that name rows of a table, as `id` of the row and `enrollment_id`. */
const namedBy: Record<NamedTable, string> = {
  specialities: `
    select speciality_id as id, enrollment_id from speciality_choices where speciality_id = any($1)
    union
    select experience_speciality_id, id from all_enrollments where experience_speciality_id = any($1)
    union
    select assigned_speciality_id, id from all_enrollments where assigned_speciality_id = any($1)
    union
    select speciality_id, enrollment_id from all_decisions where speciality_id = any($1)`,
  syllabi: `
    select syllabus_id as id, enrollment_id from syllabus_choices where syllabus_id = any($1)
    union
    select assigned_syllabus_id, id from all_enrollments where assigned_syllabus_id = any($1)
    union
    select syllabus_id, enrollment_id from all_decisions where syllabus_id = any($1)`,
};

type Named = { id: number; enrollment: string; student: string; test: boolean };

/** The enrollments that name these rows; `test` are those of sandboxes. */
export async function findReferencingEnrollments(
  client: ClientBase,
  table: NamedTable,
  rows: Row[],
): Promise<Named[]> {
  if (rows.length === 0) return [];
  const named = await client.query<Named>(
    `select named.id, e.id as enrollment, e.student_id as student, e.test
     from (${namedBy[table]}) named join all_enrollments e on e.id = named.enrollment_id`,
    [rows.map(({ id }) => Number(id))],
  );
  return named.rows;
}

/** What the changes take away from its school year, as it was and as it will be. */
export const listRemovedRows = (table: NamedTable, changes: RowChange[]) =>
  changes.flatMap(({ table: own, before, after }) =>
    own === table && before && leavesYear(before, after) ? [{ before, after }] : [],
  );

/** Not where the new year cannot be told, because it is wrong in the file. */
const leavesYear = (before: Row, after: Row | undefined) =>
  !after || (after.school_year_id !== undefined && after.school_year_id !== before.school_year_id);

/** How many enrollments of families name what changes, or a syllabus that has a subject that does. */
export async function countAffectedEnrollments(
  client: ClientBase,
  changes: RowChange[],
  stored: Catalogue,
): Promise<number> {
  const changed = (table: string) =>
    new Set(changes.flatMap(({ table: own, before }) => (own === table && before ? [before.id] : [])));
  const [subjects, syllabi] = [changed("subjects"), changed("syllabi")];
  for (const { subject_id, syllabus_id } of stored.syllabus_subjects.values())
    if (subjects.has(subject_id)) syllabi.add(syllabus_id);
  return (
    (await countReferencingEnrollments(client, "specialities", [...changed("specialities")])) +
    (await countReferencingEnrollments(client, "syllabi", [...syllabi]))
  );
}

/** How many enrollments of families name one of these rows. */
export async function countReferencingEnrollments(
  client: ClientBase,
  table: NamedTable,
  ids: (Value | undefined)[],
): Promise<number> {
  if (ids.length === 0) return 0;
  const { rows } = await client.query<{ count: number }>(
    `select count(distinct e.id)::int as count
     from (${namedBy[table]}) named join all_enrollments e on e.id = named.enrollment_id where not e.test`,
    [ids.map(Number)],
  );
  return rows[0]?.count ?? 0;
}
