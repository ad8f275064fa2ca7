import { AsyncLocalStorage } from "node:async_hooks";
import { getPool } from "@/lib/platform/database/prisma";

/** Does something as another request would, while the test holds a transaction. */
export const runOutsideTransaction: <T>(work: () => Promise<T>) => Promise<T> = AsyncLocalStorage.bind(
  (work) => work(),
);

/** How many sessions of this file's database wait for somebody else's lock. */
export const countLockWaiters = () =>
  runOutsideTransaction(async () => {
    const { rows } = await getPool().query<{ count: number }>(
      "select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return rows[0]?.count ?? 0;
  });
