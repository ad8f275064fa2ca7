import { AsyncLocalStorage } from "node:async_hooks";
import { getPool } from "@/lib/platform/database/prisma";

/** Runs outside of the test's transaction, like another request. */
export const runOutsideTransaction: <T>(work: () => Promise<T>) => Promise<T> = AsyncLocalStorage.bind(
  (task) => task(),
);

/** Sessions that wait for a lock. */
export const countLockWaiters = () =>
  runOutsideTransaction(async () => {
    const { rows } = await getPool().query<{ count: number }>(
      "select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return rows[0]?.count ?? 0;
  });
