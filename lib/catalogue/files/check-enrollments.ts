import type { ClientBase } from "pg";
import type { Change } from "./compare";
import { type Problem, problemAt } from "./problem";
import { keyOf, type Row, rowName } from "./tables";
import { type Comparison, tablePlace } from "./wanted-catalogue";

const namedBy = {
  specialities: `
    select speciality_id as id, enrollment_id from speciality_choices where speciality_id = any($1)
    union
    select experience_speciality_id, id from enrollments where experience_speciality_id = any($1)
    union
    select assigned_speciality_id, id from enrollments where assigned_speciality_id = any($1)
    union
    select speciality_id, enrollment_id from decisions where speciality_id = any($1)`,
  syllabi: `
    select syllabus_id as id, enrollment_id from syllabus_choices where syllabus_id = any($1)
    union
    select assigned_syllabus_id, id from enrollments where assigned_syllabus_id = any($1)
    union
    select syllabus_id, enrollment_id from decisions where syllabus_id = any($1)`,
};

/**
 * What enrollments point at can be changed, but neither removed nor moved to another year. Locks the
 * rows in question first, so that no enrollment can point at them between this check and the write.
 */
export async function checkEnrollments(
  client: ClientBase,
  changes: Change[],
  comparison: Comparison,
): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const table of ["specialities", "syllabi"] as const) {
    const lost = changes.flatMap(({ table: own, before, after }) =>
      own === table && before && leavesYear(before, after) ? [{ before, after }] : [],
    );
    const counts = await countEnrollments(
      client,
      table,
      lost.map(({ before }) => Number(before.id)),
    );
    for (const { before, after } of lost) {
      const count = counts.get(Number(before.id));
      if (!count) continue;

      const named = `${rowName(table, before)} is named by ${count === 1 ? "1 enrollment" : `${count} enrollments`}`;
      const place = comparison.places[table].get(keyOf(table, before));
      problems.push(
        after && place
          ? problemAt(
              place,
              "school_year_id",
              `${named}: it cannot move to school year ${after.school_year_id}.`,
            )
          : {
              ...tablePlace(comparison.file, table),
              message: `${named}: it can be changed, but must not be missing.`,
            },
      );
    }
  }
  return problems;
}

/** Not where the new year cannot be told, because it is wrong in the file. */
const leavesYear = (before: Row, after: Row | undefined) =>
  !after || (after.school_year_id !== undefined && after.school_year_id !== before.school_year_id);

async function countEnrollments(
  client: ClientBase,
  table: keyof typeof namedBy,
  ids: number[],
): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  await client.query(`select id from "${table}" where id = any($1) order by id for update`, [ids]);
  const { rows } = await client.query<{ id: number; count: number }>(
    `select id, count(*)::integer as count from (${namedBy[table]}) named group by id`,
    [ids],
  );
  return new Map(rows.map(({ id, count }) => [id, count]));
}
