import type { ClientBase } from "pg";
import type { RowChange } from "./compare";
import { findReferencingEnrollments, listRemovedRows, referencedTables } from "./named-rows";
import { type Problem, createProblem } from "./problem";
import { getRowKey, type Row, formatRowName } from "./tables";
import { type CatalogueTarget, getTableLocation } from "./wanted-catalogue";

/**
 * What families' enrollments point at can be changed, but neither removed nor moved to another year; those of
 * sandboxes hold nothing (`releaseSandboxes`). Locks the rows in question first, so that no enrollment can
 * point at them between this check and the write.
 */
export async function checkEnrollments(
  client: ClientBase,
  changes: RowChange[],
  comparison: CatalogueTarget,
): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const table of referencedTables) {
    const lost = listRemovedRows(table, changes);
    const counts = await countEnrollments(
      client,
      table,
      lost.map(({ before }) => before),
    );
    for (const { before, after } of lost) {
      const count = counts.get(Number(before.id));
      if (!count) continue;

      const named = `${formatRowName(table, before)} is named by ${count === 1 ? "1 enrollment" : `${count} enrollments`}`;
      const said = { code: "named", values: { count } };
      const place = comparison.places[table].get(getRowKey(table, before));
      problems.push(
        after && place
          ? createProblem(
              place,
              "school_year_id",
              `${named}: it cannot move to school year ${after.school_year_id}.`,
              said,
            )
          : {
              ...getTableLocation(comparison.file, table),
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
  table: (typeof referencedTables)[number],
  rows: Row[],
): Promise<Map<number, number>> {
  if (rows.length === 0) return new Map();
  await client.query(`select id from "${table}" where id = any($1) order by id for update`, [
    rows.map(({ id }) => Number(id)),
  ]);
  const named = (await findReferencingEnrollments(client, table, rows)).filter(({ test }) => !test);
  return new Map([...Map.groupBy(named, ({ id }) => id)].map(([id, all]) => [id, all.length]));
}
