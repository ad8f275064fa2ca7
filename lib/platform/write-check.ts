import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { type DatabaseFailure, classifyDatabaseError } from "./errors";
import { getPool } from "./prisma";
import { singleton } from "./singleton";

const KEPT_MS = 5_000;
const LIMIT_MS = 2_000;
const DAY_MS = 24 * 3600 * 1000;

export type WriteFailure = DatabaseFailure | "write_hangs" | "failed";

/**
 * Why the database takes no writes of this process, undefined when it does: a disk may be full, or every
 * commit wait for a standby, while all that is read is well. Tried once in five seconds, whoever asks.
 */
export function findWriteFailure(): Promise<WriteFailure | undefined> {
  const last = singleton("write check", () => ({
    at: 0,
    result: Promise.resolve<WriteFailure | undefined>(undefined),
  }));
  if (Date.now() - last.at >= KEPT_MS) {
    last.at = Date.now();
    last.result = tryToWrite().catch((error) => classifyDatabaseError(error) ?? "failed");
  }
  return last.result;
}

/** One row a process: where the last try still hangs, its lock lets the next one end by PostgreSQL's own bounds. */
async function tryToWrite(): Promise<WriteFailure | undefined> {
  const client = await getPool().connect(); // a busy pool is no reason for 503
  const writing = client.query(
    `insert into write_checks (process, at) values ($1, now())
     on conflict (process) do update set at = excluded.at`,
    [`${hostname()} ${process.pid}`],
  );
  writing.then(
    () => client.release(),
    () => client.release(true),
  );
  return Promise.race([
    writing.then(() => undefined),
    sleep(LIMIT_MS, "write_hangs" as const, { ref: false }),
  ]);
}

/** Forgets processes that have not asked for a day; returns how many rows went. */
export async function purgeWriteChecks(now: Date): Promise<number> {
  const before = new Date(now.getTime() - DAY_MS);
  const { rowCount } = await getPool().query("delete from write_checks where at < $1", [before]);
  return rowCount ?? 0;
}
