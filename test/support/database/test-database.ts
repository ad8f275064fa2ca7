import { randomUUID } from "node:crypto";
import pg from "pg";

/** The database that each test file has a copy of, and the one with the demo school in it. */
export const EMPTY_TEMPLATE = "template_matricula";
export const SCHOOL_TEMPLATE = "template_school";

/** File by file; through the log, as PostgreSQL copies small ones by itself, takes twice the processor. */
export const COPY_STRATEGY = "strategy file_copy";

/** A database copied from the migrated template; `drop` when done. */
export async function createTestDatabase(serverUrl: string) {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await inTurn(serverUrl, async (owner) => {
    const { rows } = await owner.query("select datname from pg_database where datname like 'spare%' limit 1");
    if (rows[0]) await owner.query(`alter database ${rows[0].datname} rename to ${name}`);
    else await owner.query(`create database ${name} template ${EMPTY_TEMPLATE} ${COPY_STRATEGY}`);
  });
  return {
    url: inServer(serverUrl, name),
    drop: () => inTurn(serverUrl, (owner) => putAway(owner, name)),
  };
}

/** A database that nobody has entered is the next file's: a copy costs a sixth of a second. */
async function putAway(owner: pg.Client, name: string) {
  const { rows } = await owner.query(
    `select sessions + (select count(*) from pg_stat_activity where datname = $1) as entered
       from pg_stat_database where datname = $1`,
    [name],
  );
  if (rows[0].entered === "0") await owner.query(`alter database ${name} rename to spare${name}`);
  else await owner.query(`drop database ${name} with (force)`);
}

/** Puts a copy of the demo school into the place of a test's database; `make` makes that which is copied, once. */
export async function copySchoolInto(url: string, serverUrl: string, make: (url: string) => Promise<void>) {
  const name = new URL(url).pathname.slice(1);
  await inTurn(serverUrl, async (owner) => {
    const { rowCount } = await owner.query("select from pg_database where datname = $1", [SCHOOL_TEMPLATE]);
    if (!rowCount) {
      await owner.query(`create database ${SCHOOL_TEMPLATE}_new template ${EMPTY_TEMPLATE} ${COPY_STRATEGY}`);
      await make(inServer(serverUrl, `${SCHOOL_TEMPLATE}_new`));
      await owner.query(`alter database ${SCHOOL_TEMPLATE}_new rename to ${SCHOOL_TEMPLATE}`);
    }
    await putAway(owner, name);
    await owner.query(`create database ${name} template ${SCHOOL_TEMPLATE} ${COPY_STRATEGY}`);
  });
}

function inServer(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Two copies of one template at a time are refused; an advisory lock makes them queue. */
async function inTurn(serverUrl: string, work: (owner: pg.Client) => Promise<void>) {
  const owner = new pg.Client(serverUrl);
  await owner.connect();
  await owner.query("select pg_advisory_lock(4)");
  await work(owner).finally(() => owner.end());
}

/**
 * For a PostgreSQL that ends with its tests, and whose power nobody cuts: no commit waits for the disk, and nobody
 * cleans up databases that are dropped.
 */
export async function disableDurability(owner: pg.Client) {
  for (const setting of ["fsync", "synchronous_commit", "full_page_writes", "autovacuum"])
    await owner.query(`alter system set ${setting} = off`);
  await owner.query("select pg_reload_conf()");
}

/** For the same: its password is hashed once for a connection, not 4,096 times on either side. */
export async function reduceScramIterations(owner: pg.Client) {
  await owner.query("set scram_iterations = 1");
  await owner.query(`alter role current_user password ${owner.escapeLiteral(owner.password ?? "")}`);
}
