import type { ClientBase } from "pg";
import type { Change } from "./compare";
import { enrollmentsNaming, lostFrom, namedTables } from "./named-rows";
import { type Problem, problemAt } from "./problem";
import { keyOf, type Row, rowName } from "./tables";
import { type Comparison, tablePlace } from "./wanted-catalogue";

/**
 * What families' enrollments point at can be changed, but neither removed nor moved to another year; those of
 * sandboxes hold nothing (`releaseSandboxes`). Locks the rows in question first, so that no enrollment can
 * point at them between this check and the write.
 */
export async function checkEnrollments(
  client: ClientBase,
  changes: Change[],
  comparison: Comparison,
): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const table of namedTables) {
    const lost = lostFrom(table, changes);
    const counts = await countEnrollments(
      client,
      table,
      lost.map(({ before }) => before),
    );
    for (const { before, after } of lost) {
      const count = counts.get(Number(before.id));
      if (!count) continue;

      const named = `${rowName(table, before)} is named by ${count === 1 ? "1 enrollment" : `${count} enrollments`}`;
      const said = { code: "named", values: { count } };
      const place = comparison.places[table].get(keyOf(table, before));
      problems.push(
        after && place
          ? problemAt(
              place,
              "school_year_id",
              `${named}: it cannot move to school year ${after.school_year_id}.`,
              said,
            )
          : {
              ...tablePlace(comparison.file, table),
              message: `${named}: it can be changed, but must not be missing.`,
              said,
            },
      );
    }
  }
  return problems;
}

async function countEnrollments(
  client: ClientBase,
  table: (typeof namedTables)[number],
  rows: Row[],
): Promise<Map<number, number>> {
  if (rows.length === 0) return new Map();
  await client.query(`select id from "${table}" where id = any($1) order by id for update`, [
    rows.map(({ id }) => Number(id)),
  ]);
  const named = (await enrollmentsNaming(client, table, rows)).filter(({ test }) => !test);
  return new Map([...Map.groupBy(named, ({ id }) => id)].map(([id, all]) => [id, all.length]));
}
