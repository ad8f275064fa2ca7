import { randomUUID } from "node:crypto";
import pg from "pg";

/** The database that each test file has a copy of, and the one with the demo school in it. */
export const EMPTY = "template_matricula";
export const SCHOOL = "template_school";

/** A database copied from the migrated template; `drop` when done. */
export async function createTestDatabase(serverUrl: string) {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await inTurn(serverUrl, copied(name, EMPTY));
  return {
    url: inServer(serverUrl, name),
    drop: () => inTurn(serverUrl, `drop database ${name} with (force)`),
  };
}

/** Puts a copy of the demo school into the place of a test's database; `make` makes that which is copied, once. */
export async function putSchoolInto(url: string, serverUrl: string, make: (url: string) => Promise<void>) {
  const name = new URL(url).pathname.slice(1);
  await withOwner(serverUrl, async (owner) => {
    await owner.query("select pg_advisory_lock(8)");
    const { rowCount } = await owner.query("select from pg_database where datname = $1", [SCHOOL]);
    if (rowCount) return;
    await inTurn(serverUrl, copied(`${SCHOOL}_new`, EMPTY));
    await make(inServer(serverUrl, `${SCHOOL}_new`));
    await owner.query(`alter database ${SCHOOL}_new rename to ${SCHOOL}`);
  });
  await inTurn(serverUrl, `drop database ${name} with (force)`, copied(name, SCHOOL));
}

const copied = (name: string, template: string) =>
  `create database ${name} template ${template} strategy file_copy`;

function inServer(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Two copies of one template at a time are refused; an advisory lock makes them queue. */
const inTurn = (serverUrl: string, ...statements: string[]) =>
  withOwner(serverUrl, async (owner) => {
    await owner.query("select pg_advisory_lock(4)");
    for (const statement of statements) await owner.query(statement);
  });

async function withOwner(serverUrl: string, work: (owner: pg.Client) => Promise<void>) {
  const owner = new pg.Client(serverUrl);
  await owner.connect();
  await work(owner).finally(() => owner.end());
}

/** For a PostgreSQL that ends with its tests, and whose power nobody cuts: no commit waits for the disk. */
export async function forgetTheDisk(owner: pg.Client) {
  for (const setting of ["fsync", "synchronous_commit", "full_page_writes"])
    await owner.query(`alter system set ${setting} = off`);
  await owner.query("select pg_reload_conf()");
}
