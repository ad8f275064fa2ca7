import { readFileSync } from "node:fs";
import path from "node:path";
import { getMailJobsSql, mailQueueOf } from "@/lib/mail/queue";
import { withConnection } from "@/lib/platform/prisma";
import { singleton } from "@/lib/platform/singleton";
import { fieldRows } from "./fields";

/**
 * Lets PostgreSQL read the statement, so that a column which the schema lacks is found at the start and not
 * by the first family.
 *
 * @throws the database's error, which names the column
 */
export async function checkInsertSql(): Promise<void> {
  const statement = await getInsertSql();
  await withConnection(async (client) => {
    await client.query(`prepare try_enrollment as ${statement}`);
    await client.query("deallocate try_enrollment");
  });
}

/** The people's and the enrollment's insert with pg-boss's own appended as the last of the chain. */
export function getInsertSql(): Promise<string> {
  return singleton(`create-enrollment ${mailQueueOf()}`, async () => {
    const enrollment = withColumns(readFileSync(path.resolve("prisma/sql/create-enrollment.sql"), "utf8"));
    const jobs = (await getMailJobsSql()).replaceAll("$1", "$2").replace(/^with\s/i, ", ");
    return `${enrollment}${jobs}`;
  });
}

/** Names the columns of the fields where the statement asks for them. */
function withColumns(text: string): string {
  return text.replace(/--(people|enrollments)\.(\w+)?$/gm, (_, table: string, form?: string) =>
    [...columnTypes(table)]
      .map(([column, type]) =>
        form === "types" ? `${column} ${type}` : `${form ? `${form}.` : ""}${column}`,
      )
      .map((text) => `${text},`)
      .join(" "),
  );
}

function columnTypes(table: string): Map<string, string> {
  return new Map(
    fieldRows.flatMap(([, { stored }]) =>
      stored && "column" in stored && stored.in === table ? [[stored.column, stored.type] as const] : [],
    ),
  );
}
