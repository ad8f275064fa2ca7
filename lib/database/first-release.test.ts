import { readdir } from "node:fs/promises";
import { expect, test } from "vitest";
import { env } from "@/lib/platform/env";
import { pool } from "@/lib/platform/prisma";
import { aSchool } from "@/test/school";
import { FORMER, INITIAL } from "./first-release";
import { migrate } from "./migrate";
import { MIGRATIONS } from "./migrations";

// A database that became what it is step by step: its record names the steps, and not the one script.
const record = async () =>
  (
    await pool().query(
      "select migration_name as name, finished_at is not null as finished from _prisma_migrations order by 1",
    )
  ).rows as { name: string; finished: boolean }[];
const became = async (names: string[]) => {
  await pool().query("delete from _prisma_migrations where migration_name = any($1)", [[INITIAL, ...FORMER]]);
  await pool().query(
    `insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
     select gen_random_uuid(), '', unnest($1::text[]), now(), 1`,
    [names],
  );
};

test("a database with all steps to the first release goes on with what it holds", async () => {
  const { current } = await aSchool();
  await became(FORMER);
  expect(await migrate(env.DATABASE_URL as string)).toEqual([INITIAL]);
  expect(await record()).toContainEqual({ name: INITIAL, finished: true });
  expect((await record()).map(({ name }) => name)).toEqual(expect.arrayContaining(FORMER)); // a server of before still runs
  const years = await pool().query("select id from school_years where id = $1", [current.id]);
  expect(years.rowCount).toBe(1);
  expect(await migrate(env.DATABASE_URL as string)).toEqual([]);
});

test("one with fewer is refused, and stays as it is", async () => {
  await became(FORMER.slice(0, -1));
  const before = await record();
  await expect(migrate(env.DATABASE_URL as string)).rejects.toThrow(
    /has 35 of the 36 steps .* commit 2ffbb2d on it once, then this one/,
  );
  expect(await record()).toEqual(before);
});

test("the one script comes first, and no step is left beside it", async () => {
  const names = (await readdir(MIGRATIONS)).filter((name) => !name.endsWith(".toml")).sort();
  expect(names[0]).toBe(INITIAL);
  expect(names.filter((name) => FORMER.includes(name))).toEqual([]);
});
