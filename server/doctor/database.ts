import type { Pool } from "pg";
import { type CheckResult, ok, warning, wrong } from "@/lib/platform/check-result";
import { listDatabaseUrls } from "@/lib/platform/database/connections";
import {
  findMissingMigrations,
  getMigrationStatus,
  listMigrations,
} from "@/lib/platform/database/migrations";
import { getPool } from "@/lib/platform/database/prisma";
import { env } from "@/lib/platform/env";
import { findWriteFailure, type WriteFailure } from "@/lib/platform/health";
import { listUnreadableDrafts } from "@/lib/wizard/drafts/writes";
import { findDatabaseProblem } from "@/server/startup/wait-for-database";

/** Whether the database answers, is new enough and is no replica. */
export async function checkReachable(): Promise<CheckResult> {
  for (const address of listDatabaseUrls()) {
    const problem = await findDatabaseProblem(address);
    if (problem) return wrong(problem, "Mend DATABASE_URL or PostgreSQL; nothing else can be looked at.");
  }
  const { rows } = await getPool().query("select current_setting('server_version') as version");
  return ok(`PostgreSQL ${rows[0].version} answers`);
}

/** Whether the database has tables that the other checks can read. */
export const isMigrated = async () =>
  (await findMissingMigrations(getPool())).length < (await listMigrations()).length;

export async function checkMigrations(): Promise<CheckResult> {
  const { pending, edited, failed } = await getMigrationStatus(getPool());
  const migrate = "npm run --silent db -- migrate";
  if (failed.length > 0) return wrong(`failed half-way: ${failed.join(", ")}`, "Restore a backup.");
  if (pending.length > 0)
    return wrong(`the database lacks ${pending.length}: ${pending.join(", ")}`, migrate);
  if (edited.length > 0)
    return wrong(`changed after they were applied: ${edited.join(", ")}`, "Take the release's own files.");
  return ok(`all ${(await listMigrations()).length} are applied`);
}

export async function checkWrites(): Promise<CheckResult> {
  const { rows } = await getPool().query<{ read_only: boolean; setting: string }>(`
    select current_setting('transaction_read_only')::bool as read_only, case source
      when 'database' then format('alter database %I reset', current_database())
      when 'user' then format('alter role %I reset', session_user)
      when 'database user' then format('alter role %I in database %I reset', session_user, current_database())
      else 'alter system reset' end as setting
    from pg_settings where name = 'default_transaction_read_only'`);
  const { read_only: readOnly, setting } = rows[0] as { read_only: boolean; setting: string };
  if (!readOnly) return toWriteResult(await findWriteFailure());
  const reload = setting.startsWith("alter system") ? ` -c "select pg_reload_conf()"` : "";
  return wrong(
    "the database is read-only: nobody can enroll",
    `as its owner, once you know why it was set: PGOPTIONS="-c default_transaction_read_only=off" psql "$DATABASE_URL" -c '${setting} default_transaction_read_only'${reload}, then restart`,
  );
}

function toWriteResult(failure: WriteFailure | undefined): CheckResult {
  if (failure === undefined) return ok("the database takes writes");
  return wrong(`the database takes no writes: ${failure}`, "docs/operations.md, “When something is wrong”.");
}

/** The service's role must own the tables or have all privileges, and be no superuser. */
export async function checkRole(database = getPool()): Promise<CheckResult> {
  const { user, owner, superuser, lacks } = await readRole(database);
  if (lacks > 0)
    return wrong(
      `the role ${user} may not use ${lacks} tables or sequences of ${owner}`,
      "Run the grants of docs/operations.md, “Two roles”, again.",
    );
  if (superuser && !env.embedded)
    return warning(`the service works as the superuser ${user}`, "docs/operations.md, “Two roles”.");
  return ok(user === owner ? `${user} owns the tables` : `${user} uses the tables of ${owner}`);
}

/** The audit log is append-only, and Prisma's migration table is read-only. */
async function readRole(database: Pool) {
  const { rows } = await database.query<{ user: string; owner: string; superuser: boolean; lacks: number }>(`
    with used as (
      select c.oid, c.relname, c.relkind, c.relowner
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p', 'v', 'S'))
    select current_user as user,
      (select rolsuper from pg_roles where rolname = current_user) as superuser,
      (select pg_get_userbyid(relowner) from used where relname = 'enrollments') as owner,
      (select count(*)::int from used where case
        when relkind = 'S' then not (has_sequence_privilege(oid, 'usage') and has_sequence_privilege(oid, 'update')
          and has_sequence_privilege(oid, 'select'))
        when relname = '_prisma_migrations' then not has_table_privilege(oid, 'select')
        else not (has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert')
          and has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete')) end) as lacks`);
  return rows[0] as { user: string; owner: string; superuser: boolean; lacks: number };
}

/** Compares this machine's clock with the database's: links, sessions and second factors use both. */
export async function checkClock(): Promise<CheckResult> {
  const client = await getPool().connect(); // so that only the round trip is measured
  const sentAt = Date.now();
  const { rows } = await client
    .query("select extract(epoch from clock_timestamp())::float8 * 1000 as now")
    .finally(() => client.release());
  const seconds = Math.abs((sentAt + Date.now()) / 2 - rows[0].now) / 1000;
  return seconds < 5
    ? ok(`within ${Math.max(1, Math.ceil(seconds))} s of the database's`)
    : wrong(`${Math.round(seconds)} s from the database's`, "Let both machines follow NTP.");
}

export async function checkDraftKeys(now: Date): Promise<CheckResult> {
  const missingKeys = await listUnreadableDrafts(now);
  const count = missingKeys.reduce((sum, { drafts }) => sum + drafts, 0);
  if (count > 0)
    return wrong(
      `DRAFT_KEYS lacks the key of ${count} unfinished forms (${missingKeys.map(({ key }) => key).join(", ")})`,
      "Add it behind the others, on every machine; where it is lost: npm run --silent db -- forget-drafts",
    );
  if (env.DRAFT_KEYS === undefined && !env.embedded)
    return warning(
      "DRAFT_KEYS is not set: this machine keeps a key of its own, and no other opens its forms",
      "DRAFT_KEYS=$(openssl rand -base64 32), the same on every machine",
    );
  return ok("every unfinished form can be opened");
}
