import { setTimeout } from "node:timers/promises";
import pg from "pg";

/** Copies all rows into another schema, which database copies include. */
export async function saveData(client: pg.Client) {
  await client.query(`do $$ declare name text; begin
    create schema untouched;
    for name in ${TABLES} loop
      execute format('create table untouched.%1$I as table public.%1$I', name);
    end loop;
  end $$`);
}

/**
 * Restores saved rows under a running server. Waits for its jobs before, and until caches are invalidated
 * after: a revoked key works again.
 */
export async function restoreData(databaseUrl: string, serverUrl: string) {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const isKeyAccepted = async () => {
    const headers = { authorization: `Bearer ${process.env.E2E_SIGNAL_KEY}` };
    const response = await fetch(`${serverUrl}/api/v1/general/terms`, { headers });
    await response.arrayBuffer();
    return response.status === 200;
  };
  try {
    await waitUntil(async () => {
      const { rowCount } = await client.query("select 1 from pgboss.job where state = 'active' limit 1");
      return rowCount === 0;
    });
    await client.query("update api_keys set revoked_at = now() where name = 'e2e signal'");
    await waitUntil(async () => !(await isKeyAccepted()));
    await client.query(RESTORE_SQL);
    await waitUntil(isKeyAccepted);
  } finally {
    await client.end();
  }
}

const TABLES = `select table_name from information_schema.tables
  where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('_prisma_migrations', 'change_versions')`;

/**
 * Without triggers and foreign keys; triggers that invalidate caches are called at the end. Holds the lock of
 * lib/events/worker.ts, which would find no counter in between.
 */
const RESTORE_SQL = `do $$ declare name text; columns text; begin
  perform pg_advisory_xact_lock(hashtext('matricula events'));
  set local session_replication_role = replica;
  delete from pgboss.job;
  for name in ${TABLES} loop
    execute format('delete from public.%I', name);
    select string_agg(quote_ident(column_name), ', ') into columns from information_schema.columns
      where table_schema = 'public' and table_name = name and is_generated = 'NEVER';
    execute format('insert into public.%1$I (%2$s) overriding system value select %2$s from untouched.%1$I', name, columns);
  end loop;
  set local session_replication_role = origin;
  delete from school_years where false;
  delete from settings where false;
  delete from api_keys where false;
end $$`;

const MAX_ATTEMPTS = 3_000;

async function waitUntil(condition: () => Promise<boolean>) {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    if (await condition()) return;
    await setTimeout(10);
  }
  throw new Error("The school's data could not be restored: its server is still working.");
}
