import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { type CheckResult, ok, warning } from "@/lib/platform/check-result";
import { getPool } from "@/lib/platform/database/prisma";
import { env } from "@/lib/platform/env";

/** Whether `db -- backup` works: pg_dump refuses a server newer than itself. */
export async function checkBackup(): Promise<CheckResult> {
  if (env.embedded) return ok("the embedded database needs no pg_dump");
  const { rows } = await getPool().query<{ version: number }>(
    "select current_setting('server_version_num')::int / 10000 as version",
  );
  return compareVersions(rows[0]?.version ?? 0, await readDumpVersion());
}

export function compareVersions(server: number, dump: number | undefined): CheckResult {
  if (dump !== undefined && dump >= server) return ok(`pg_dump ${dump} reads PostgreSQL ${server}`);
  const problem =
    dump === undefined ? "pg_dump is not on this machine" : `pg_dump is ${dump}, PostgreSQL is ${server}`;
  return warning(
    `${problem}: db -- backup fails here`,
    `Install the clients of PostgreSQL ${server}, or back up elsewhere.`,
  );
}

async function readDumpVersion(): Promise<number | undefined> {
  const { stdout } = await promisify(execFile)("pg_dump", ["--version"]).catch(() => ({ stdout: "" }));
  const [, major] = / (\d+)/.exec(stdout) ?? [];
  return major === undefined ? undefined : Number(major);
}
