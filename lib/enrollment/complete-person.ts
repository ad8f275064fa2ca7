import { AppError } from "@/lib/platform/errors";
import type { QueryRunner } from "@/lib/platform/queries";
import { fieldRows } from "./fields";
import type { PersonRow } from "./people";

/** The columns in which something can be missing of somebody who is known; their e-mail never is. */
const columns = new Map(
  fieldRows.flatMap(([, { stored }]) =>
    stored?.in === "people" && stored.column !== "email" ? [[stored.column, stored.type] as const] : [],
  ),
);

/**
 * Adds what was not known of a person; what is known stays as it is. The locks of `told` are held.
 *
 * @param told what was told of them, as a person who would come in
 * @throws AppError `duplicate` when their document is somebody else's; nothing raises its value into a log
 */
export async function completePerson(client: QueryRunner, id: string, told: PersonRow): Promise<void> {
  const given = Object.entries(told).filter(([column, value]) => columns.has(column) && value !== undefined);
  if (given.length === 0) return;
  const key = told.document_key ?? null;
  const { rowCount: taken } = await client.query(
    "select 1 from people where document_key = $1 and id <> $2",
    [key, id],
  );
  if (taken) throw new AppError("duplicate", [{ field: `${told.role}_document`, code: "document_taken" }]);
  const sets = given.map(
    ([column], at) => `${column} = coalesce(${column}, $${at + 3}::${columns.get(column)})`,
  );
  await client.query(
    `update people set document_key = case when document is null then coalesce($2, document_key) else document_key end,
       ${sets.join(", ")} where id = $1`,
    [id, key, ...given.map(([, value]) => value)],
  );
}
