import { expect, test } from "vitest";
import { marked, neverRan } from "./sites";

const SOURCE = [
  'import { pool } from "@/lib/platform/prisma";',
  "// what client.query(text) would do",
  "const rows = await tx.$queryRaw<Row[]>`select 1 from people`;",
  "const { rowCount } = await pool().query(",
  '  "delete from people",',
  ");",
  "client?.query<{ id: string }>(Prisma.sql`select id`);",
  "const { query } = call; // no call of its own",
];

test("each call of raw SQL notes its file and line when it is reached, and does what it did", () => {
  const note = (line: number, name: string) => `[(globalThis.noteRanSql?.("lib/a.ts:${line}"), "${name}")]`;
  expect(marked("lib/a.ts", SOURCE.join("\n")).split("\n")).toEqual([
    SOURCE[0],
    SOURCE[1],
    `const rows = await tx${note(3, "$queryRaw")}<Row[]>\`select 1 from people\`;`,
    `const { rowCount } = await pool()${note(4, "query")}(`,
    SOURCE[4],
    SOURCE[5],
    `client?.${note(7, "query")}<{ id: string }>(Prisma${note(7, "sql")}\`select id\`);`,
    SOURCE[7],
  ]);
});

test("what was never reached is named, of the whole product", () => {
  const all = neverRan("");
  expect(all.length).toBeGreaterThan(150);
  expect(neverRan(all.slice(1).join("\n"))).toEqual([all[0]]);
});
