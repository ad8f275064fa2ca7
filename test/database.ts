import { randomUUID } from "node:crypto";
import pg from "pg";

/** A database copied from the migrated template; `drop` when done. */
export async function createTestDatabase(serverUrl: string) {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const run = async (sql: string) => {
    const client = new pg.Client(serverUrl);
    await client.connect();
    // Two copies of one template at a time are refused; an advisory lock makes them queue.
    await client.query("select pg_advisory_lock(4)");
    await client.query(sql);
    await client.end();
  };
  await run(`create database ${name} template template_matricula`);
  return { url: url.href, drop: () => run(`drop database ${name} with (force)`) };
}

/** For a PostgreSQL that ends with its tests, and whose power nobody cuts: no commit waits for the disk. */
export async function forgetTheDisk(owner: pg.Client) {
  for (const setting of ["fsync", "synchronous_commit", "full_page_writes"])
    await owner.query(`alter system set ${setting} = off`);
  await owner.query("select pg_reload_conf()");
}
