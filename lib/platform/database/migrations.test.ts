import { globSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { database } from "@/commands/database";
import {
  applyMigrations,
  getMigrationStatus,
  listMigrations,
  migrate,
} from "@/lib/platform/database/migrations";
import { env } from "@/lib/platform/env";
import { runInProcess } from "@/test/support/processes/command";
import { diagnoseMigrationHistory, generateMigrationSql } from "@/tools/migrations/schema-engine";
import { findChangedSqlObjects, listSqlObjects, readSqlObject } from "@/tools/migrations/sql-objects";

test("the migrations create schema.prisma", async () => {
  expect(await generateMigrationSql(env.DATABASE_URL as string)).toBe("");
});

test("each function and view matches its file, and each has a file", async () => {
  const url = env.DATABASE_URL as string;
  expect(await findChangedSqlObjects(url)).toEqual([]);
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query(`
    select 'functions/' || proname || '.sql' as file from pg_proc where pronamespace = 'public'::regnamespace
    union all select 'views/' || viewname || '.sql' from pg_views where schemaname = 'public' order by 1`);
  expect(rows.map(({ file }) => file)).toEqual(await listSqlObjects());
  const sources = globSync(["lib/**/*.ts", "prisma/sql/**/*.sql"]).filter(
    (file) => !file.endsWith(".test.ts"),
  );
  const unnamed = rows.filter(({ file }) => {
    const name = path.basename(file, ".sql");
    return !sources.some((source) => !source.endsWith(file) && readFileSync(source, "utf8").includes(name));
  });
  expect(unnamed).toEqual([]); // beside what it follows from

  // The output of `db -- create` for a new field and for a changed function.
  await client.query(`
    alter table all_enrollments add column tried int;
    create or replace function refuse_change() returns trigger language plpgsql as $$ begin return null; end $$`);
  expect(await findChangedSqlObjects(url)).toEqual(["functions/refuse_change.sql", "views/enrollments.sql"]);
  for (const file of await findChangedSqlObjects(url)) await client.query(await readSqlObject(file));
  expect(await findChangedSqlObjects(url)).toEqual([]);
  await client.end();
});

test("Prisma's own engine finds nothing pending and nothing edited", async () => {
  expect(await diagnoseMigrationHistory(env.DATABASE_URL as string)).toEqual({
    history: null,
    failedMigrationNames: [],
    editedMigrationNames: [],
    hasMigrationsTable: true,
  });
});

test("`db status` and `db migrate` find nothing to do on a migrated database", async () => {
  const total = (await listMigrations()).length;
  const status = await runInProcess(database, "status");
  expect(status).toMatchObject({ code: 0, stdout: `${total} of ${total} migrations are applied.\n` });
  expect((await runInProcess(database, "migrate")).stdout).toContain("up to date");
});

test("a database older than the initial migration is refused and unchanged", async () => {
  const client = new pg.Client(env.DATABASE_URL);
  await client.connect();
  const rename = (from: string, to: string) =>
    client.query("update _prisma_migrations set migration_name = $2 where migration_name = $1", [from, to]);
  const [initial = ""] = await listMigrations();
  const old = "20261123000000_initial";
  await rename(initial, old);
  const sentence =
    /^The database was made before the first release, .* with commit [0-9a-f]{8}, then start with an empty database\.\n?$/;
  try {
    await expect(migrate(env.DATABASE_URL as string)).rejects.toThrow(sentence);
    for (const word of ["migrate", "status"])
      expect(await runInProcess(database, word)).toMatchObject({
        code: 1,
        stdout: "",
        stderr: expect.stringMatching(sentence),
      });
    const { rows } = await client.query("select migration_name from _prisma_migrations order by 1");
    expect(rows[0]).toEqual({ migration_name: old });
  } finally {
    await rename(old, initial);
    await client.end();
  }
});

test("`db create` writes nothing if schema and migrations agree, or if the name is invalid", async () => {
  const before = await listMigrations();
  expect(await runInProcess(database, "create", "nothing")).toMatchObject({ code: 1 });
  expect(await runInProcess(database, "create", "../evil")).toMatchObject({ code: 1 });
  expect(await listMigrations()).toEqual(before);
});

describe("while another session holds the migration lock", () => {
  const url = env.DATABASE_URL as string;
  let other: pg.Client;
  beforeAll(async () => {
    other = new pg.Client(url);
    await other.connect();
    await other.query("select pg_advisory_lock(3)"); // as builds of before do
  });
  afterAll(() => other.end());

  test("a process without pending migrations does not wait", async () => {
    expect(await migrate(url)).toEqual([]);
  });

  test("a process with pending migrations logs the lock holder, stops on abort, and gives up in the end", async () => {
    await other.query("update pgboss.queue set retry_limit = 0 where name = 'mail'");
    const { rows } = await other.query("select pg_backend_pid() as pid");
    const whom = `Waiting for PostgreSQL's process ${rows[0].pid}, which migrates this database since 20`;
    const stopping = new AbortController();
    const messages: string[] = [];
    const say = (words: string) => {
      messages.push(words);
      stopping.abort();
    };
    await expect(migrate(url, { onWait: say, signal: stopping.signal })).rejects.toThrow(
      /Connection terminated|Client was closed/,
    );
    expect(messages).toEqual([expect.stringContaining(whom)]);
    await expect(migrate(url, { retryMs: 10 })).rejects.toThrow(whom);

    const waited = migrate(url, { onWait: () => void other.query("select pg_advisory_unlock(3)") });
    expect(await waited).toEqual([]);
    const queue = await other.query("select retry_limit from pgboss.queue where name = 'mail'");
    expect(queue.rows).toEqual([{ retry_limit: 30 }]);
  });
});

test("a changed statement counts as an edited migration, a changed comment does not", async () => {
  const name = "99999999999998_commented";
  const directory = await mkdtemp(path.join(tmpdir(), "migrations-"));
  const apart = path.join(directory, name);
  await mkdir(apart);
  const client = new pg.Client(env.DATABASE_URL);
  await client.connect();
  const editedAfter = async (script: string) => {
    await writeFile(path.join(apart, "migration.sql"), script);
    const { edited } = await getMigrationStatus(client, directory);
    return edited;
  };
  try {
    await writeFile(path.join(apart, "migration.sql"), "-- first\nselect '-- no comment', 1; /* a\nb */\n");
    await applyMigrations(client, [name], directory);
    expect(await editedAfter("select '-- no comment', 1; -- other\n\n")).toEqual([]);
    expect(await editedAfter("select '-- no comment',/* c */ 1;")).toEqual([]);
    expect(await editedAfter("select '-- changed', 1;")).toEqual([name]);
    expect(await editedAfter("select '-- no comment', 2;")).toEqual([name]);
  } finally {
    await rm(directory, { recursive: true });
    await client.query("delete from _prisma_migrations where migration_name = $1", [name]);
    await client.end();
  }
});

test("a failed migration leaves only its row, and every start fails until it is repaired", async () => {
  const name = "99999999999999_broken";
  const directory = await mkdtemp(path.join(tmpdir(), "migrations-"));
  await mkdir(path.join(directory, name));
  const client = new pg.Client(env.DATABASE_URL);
  await client.connect();
  try {
    await writeFile(path.join(directory, name, "migration.sql"), "create table half (); select 1 / 0;");
    await expect(applyMigrations(client, [name], directory)).rejects.toThrow(
      /broken failed: division by zero/,
    );
    expect((await client.query("select to_regclass('half') as half")).rows).toEqual([{ half: null }]);
    expect(await getMigrationStatus(client)).toEqual({ pending: [], edited: [], failed: [name] });
    await expect(migrate(env.DATABASE_URL as string)).rejects.toThrow(
      /must be repaired by hand: 9{14}_broken/,
    );
  } finally {
    await rm(directory, { recursive: true });
    await client.query("delete from _prisma_migrations where migration_name = $1", [name]);
    await client.end();
  }
});
