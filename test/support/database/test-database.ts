import { randomUUID } from "node:crypto";
import pg from "pg";

/** Template databases: empty, and with the demo school. */
export const EMPTY_TEMPLATE = "template_matricula";
export const SCHOOL_TEMPLATE = "template_school";

/** File copies need half the CPU time of copies through the write-ahead log. */
export const COPY_STRATEGY = "strategy file_copy";

/** Copies the template; call `drop` when done. */
export async function createTestDatabase(serverUrl: string) {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await withOwner(serverUrl, async (owner) => {
    const { rows } = await owner.query("select datname from pg_database where datname like 'spare%' limit 1");
    if (rows[0]) await owner.query(`alter database ${rows[0].datname} rename to ${name}`);
    else await owner.query(`create database ${name} template ${EMPTY_TEMPLATE} ${COPY_STRATEGY}`);
  });
  return {
    url: toDatabaseUrl(serverUrl, name),
    drop: () => withOwner(serverUrl, (owner) => recycle(owner, name)),
  };
}

/** Reuses databases that nobody has opened: a copy takes a sixth of a second. */
async function recycle(owner: pg.Client, name: string) {
  const { rows } = await owner.query(
    `select sessions + (select count(*) from pg_stat_activity where datname = $1) as entered
       from pg_stat_database where datname = $1`,
    [name],
  );
  if (rows[0].entered === "0") await owner.query(`alter database ${name} rename to spare${name}`);
  else await owner.query(`drop database ${name} with (force)`);
}

/** Replaces a test's database with a copy of the demo school; `seed` fills the template once. */
export async function copySchoolInto(url: string, serverUrl: string, seed: (url: string) => Promise<void>) {
  const name = new URL(url).pathname.slice(1);
  await withOwner(serverUrl, async (owner) => {
    const { rowCount } = await owner.query("select from pg_database where datname = $1", [SCHOOL_TEMPLATE]);
    if (!rowCount) {
      await owner.query(`create database ${SCHOOL_TEMPLATE}_new template ${EMPTY_TEMPLATE} ${COPY_STRATEGY}`);
      await seed(toDatabaseUrl(serverUrl, `${SCHOOL_TEMPLATE}_new`));
      await owner.query(`alter database ${SCHOOL_TEMPLATE}_new rename to ${SCHOOL_TEMPLATE}`);
    }
    await recycle(owner, name);
    await owner.query(`create database ${name} template ${SCHOOL_TEMPLATE} ${COPY_STRATEGY}`);
  });
}

function toDatabaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** PostgreSQL refuses concurrent copies of a template; an advisory lock queues them. */
async function withOwner(serverUrl: string, task: (owner: pg.Client) => Promise<void>) {
  const owner = new pg.Client(serverUrl);
  await owner.connect();
  await owner.query("select pg_advisory_lock(4)");
  await task(owner).finally(() => owner.end());
}

/**
 * For a disposable PostgreSQL: commits do not wait for the disk, and dropped databases are not cleaned up.
 */
export async function disableDurability(owner: pg.Client) {
  for (const setting of ["fsync", "synchronous_commit", "full_page_writes", "autovacuum"])
    await owner.query(`alter system set ${setting} = off`);
  await owner.query("select pg_reload_conf()");
}

/** One SCRAM iteration instead of 4,096 per connection. */
export async function reduceScramIterations(owner: pg.Client) {
  await owner.query("set scram_iterations = 1");
  await owner.query(`alter role current_user password ${owner.escapeLiteral(owner.password ?? "")}`);
}
