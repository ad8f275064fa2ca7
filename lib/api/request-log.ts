import { getPool, prisma } from "@/lib/platform/database/prisma";
import { toLocalDay } from "@/lib/platform/dates";
import { AppError, type ErrorCode } from "@/lib/platform/errors";
import { recordResponse } from "@/lib/platform/health";
import { errorFields, logger, logJsonLine } from "@/lib/platform/logger";
import { recordDuration } from "@/lib/platform/metrics";
import { singleton } from "@/lib/platform/singleton";
import { getSettings } from "@/lib/school/settings";
import type { ApiKey } from "./keys";

type Count = { calls: number; errors: number };

const SAVE_INTERVAL_MS = 60_000;

type Timer = NodeJS.Timeout | undefined;

const RETENTION_MS = 31 * 24 * 3600 * 1000;

type RequestLogEntry = {
  endpoint: { path: string };
  method: string;
  requestId: string;
  key: ApiKey | undefined;
  status: number;
  /** `performance.now()` at the start. */
  started: number;
  failure?: unknown;
  code?: ErrorCode;
  peer?: string;
};

/** An error that a tester requested: it must raise no alarm. */
export class SimulatedError extends AppError {}

/** One line and one measurement per request, and an error line: never a body, query string, header or key. */
export function logRequest(entry: RequestLogEntry) {
  const { endpoint, method, requestId, key, status, started, failure, code, peer = "" } = entry;
  const milliseconds = performance.now() - started;
  const simulated = failure instanceof SimulatedError;
  if (key) countCall(key.id, status >= 400 && !simulated);
  if (!simulated) recordResponse(status, endpoint.path, key?.prefix ?? peer);
  if (!simulated) recordDuration(endpoint.path, method, status, milliseconds);

  const ms = Math.round(milliseconds * 10) / 10;
  if (failure === undefined && key) {
    // None of these can contain a quotation mark: the id is checked, the rest is ours or Node's.
    return logJsonLine(
      `"requestId":"${requestId}","method":"${method}","route":"${endpoint.path}","status":${status},"ms":${ms},"key":"${key.prefix}"`,
      "request",
    );
  }
  const fields = { requestId, method, route: endpoint.path, status, ms, key: key?.prefix, code };
  logger.info(simulated ? { ...fields, simulated } : fields, "request");
  if (simulated) return;
  if (status >= 500) logger.error({ ...fields, error: errorFields(failure) }, "request failed");
}

const getUsage = () =>
  singleton("usage of keys", () => ({ counts: new Map<number, Count>(), timer: undefined as Timer }));

/** Only in memory: no request waits for the database for this. */
function countCall(keyId: number, failed: boolean): void {
  const { counts, timer } = getUsage();
  const count = counts.get(keyId);
  if (count) {
    count.calls += 1;
    if (failed) count.errors += 1;
  } else counts.set(keyId, { calls: 1, errors: failed ? 1 : 0 });
  if (!timer) getUsage().timer = setTimeout(() => void saveCallCounts(), SAVE_INTERVAL_MS).unref();
}

/** Adds this process's counts to each key's day; after a failure they wait for the next run. */
export async function saveCallCounts(now = new Date()): Promise<void> {
  const state = getUsage();
  clearTimeout(state.timer);
  const { counts } = state;
  Object.assign(state, { counts: new Map(), timer: undefined });
  if (counts.size === 0) return;
  const rows = [...counts].map(([id, count]) => ({ id, ...count }));
  try {
    const { time_zone } = await getSettings();
    // In one order, so that two processes never deadlock; a deleted key is left out.
    await getPool().query(
      `insert into api_key_days as d (api_key_id, day, calls, errors)
       select k.id, $2::date, c.calls, c.errors
       from jsonb_to_recordset($1::jsonb) as c(id int, calls int, errors int) join api_keys k on k.id = c.id
       order by k.id
       on conflict (api_key_id, day) do update set calls = d.calls + excluded.calls, errors = d.errors + excluded.errors`,
      [JSON.stringify(rows), toLocalDay(time_zone, now)],
    );
  } catch (error) {
    for (const { id, calls, errors } of rows) {
      const newer = state.counts.get(id);
      state.counts.set(id, { calls: calls + (newer?.calls ?? 0), errors: errors + (newer?.errors ?? 0) });
    }
    logger.warn({ error: errorFields(error) }, "call counts of keys not saved yet");
  }
}

/** Deletes the days that no page shows any more; returns the number of rows. */
export async function purgeCallCounts(now: Date): Promise<number> {
  const { count } = await prisma().apiKeyDay.deleteMany({
    where: { day: { lt: new Date(now.getTime() - RETENTION_MS) } },
  });
  return count;
}
