import type { ClientBase } from "pg";
import type { RowChange } from "./compare";
import { findReferencingEnrollments, listRemovedRows, referencedTables } from "./named-rows";

/**
 * Takes away the enrollments of sandboxes that name what is to go, with their people: a tester never stands in
 * the school's way. Returns how many went.
 */
export async function deleteSandboxEnrollments(client: ClientBase, changes: RowChange[]): Promise<number> {
  const [enrollments, students] = [new Set<string>(), new Set<string>()];
  for (const table of referencedTables) {
    const rows = listRemovedRows(table, changes).map(({ before }) => before);
    for (const { enrollment, student, test } of await findReferencingEnrollments(client, table, rows)) {
      if (!test) continue;
      enrollments.add(enrollment);
      students.add(student);
    }
  }
  if (enrollments.size === 0) return 0;

  // Enrollments before all else, as whoever decides on one holds it and then writes to its people.
  await client.query("select 1 from all_enrollments where id = any($1) order by id for update", [
    [...enrollments],
  ]);
  const { rows } = await client.query<{ id: string }>(
    "select guardian_id as id from all_guardianships where student_id = any($1)",
    [[...students]],
  );
  const people = [...students, ...rows.map(({ id }) => id)];
  // Messages before people, as whoever sends them holds both.
  await client.query("select 1 from all_mail_messages where person_id = any($1) order by id for update", [
    people,
  ]);
  // Whoever enrolls one of them again meanwhile is waited for, and the person stays.
  await client.query("select 1 from all_people where id = any($1) order by id for update", [people]);
  await client.query("delete from all_enrollments where id = any($1)", [[...enrollments]]);
  await client.query(FORGET_LEFT_ALONE, [people]);
  await client.query(FORGET_LEFT_ALONE, [people]);
  return enrollments.size;
}

/** At first the students who have no other enrollment, then the guardians who have no other child. */
const FORGET_LEFT_ALONE = `
  delete from all_people p
  where p.id = any($1) and p.sandbox_id <> 0
    and not exists (select from all_enrollments e where e.student_id = p.id)
    and not exists (select from all_guardianships g where g.guardian_id = p.id)`;
