import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { getPool } from "./database/prisma";
import { classifyDatabaseError } from "./errors";
import { singleton } from "./singleton";

type DatabaseFailure = NonNullable<ReturnType<typeof classifyDatabaseError>>;

type ReadinessCheck = () => Promise<string | undefined>;

const state = () =>
  singleton("readiness", () => ({ stopping: false, checks: new Map<string, ReadinessCheck>() }));

/** Registers a check; while it reports a problem, `/readyz` says `degraded` but still answers 200. */
export function registerReadinessCheck(name: string, check: ReadinessCheck) {
  state().checks.set(name, check);
}

/** The problems by name. A check that fails itself counts as no problem. */
export async function runReadinessChecks(): Promise<Record<string, string>> {
  const results = [...state().checks].map(async ([name, check]) => [
    name,
    await check().catch(() => undefined),
  ]);
  return Object.fromEntries((await Promise.all(results)).filter(([, problem]) => problem !== undefined));
}

/** From now on `/readyz` answers 503, so that load balancers send no new requests. */
export function startDraining() {
  state().stopping = true;
}

export const isDraining = () => state().stopping;

export type WriteFailure = DatabaseFailure | "write_hangs" | "failed";

const CACHE_MS = 5_000;
const WRITE_TIMEOUT_MS = 2_000;

/** Why the database accepts no writes although reads work: a full disk, or a missing standby. Cached for 5 s. */
export function findWriteFailure(): Promise<WriteFailure | undefined> {
  const last = singleton("write check", () => ({
    at: 0,
    result: Promise.resolve<WriteFailure | undefined>(undefined),
  }));
  if (Date.now() - last.at >= CACHE_MS) {
    last.at = Date.now();
    last.result = tryToWrite().catch((error) => classifyDatabaseError(error) ?? "failed");
  }
  return last.result;
}

const DAY_MS = 24 * 3600 * 1000;

/** Deletes the rows of processes without a check for a day; returns their number. */
export async function purgeWriteChecks(now: Date): Promise<number> {
  const before = new Date(now.getTime() - DAY_MS);
  const { rowCount } = await getPool().query("delete from write_checks where at < $1", [before]);
  return rowCount ?? 0;
}

const SLICE_MS = 5_000;
const SLICES = 12;
const MINIMUM = 3;

type Slice = { number: number; failed: number; other: number; routes: Set<string>; callers: Set<string> };

/** Unhealthy: most responses of a minute were 500, on three routes to three callers, so not by one page or caller. */
export class ErrorWindow {
  readonly #slices: Slice[] = [];

  /** @param now milliseconds of a monotonic clock */
  record(status: number, route: string, caller: string, now: number) {
    const slice = this.#current(now);
    if (status !== 500) {
      slice.other++;
      return;
    }
    slice.failed++;
    if (slice.routes.size < MINIMUM) slice.routes.add(route);
    if (slice.callers.size < MINIMUM) slice.callers.add(caller);
  }

  isUnhealthy(now: number): boolean {
    const minute = this.#slices.filter(({ number }) => number > getSliceNumber(now) - SLICES);
    const distinct = (key: "routes" | "callers") => new Set(minute.flatMap((slice) => [...slice[key]])).size;
    const sum = (key: "failed" | "other") => minute.reduce((total, slice) => total + slice[key], 0);
    return sum("failed") > sum("other") && distinct("routes") >= MINIMUM && distinct("callers") >= MINIMUM;
  }

  #current(now: number): Slice {
    const number = getSliceNumber(now);
    const last = this.#slices.at(-1);
    if (last?.number === number) return last;
    const slice = { number, failed: 0, other: 0, routes: new Set<string>(), callers: new Set<string>() };
    this.#slices.push(slice);
    if (this.#slices.length > SLICES) this.#slices.shift();
    return slice;
  }
}

const lastMinute = () => singleton("last minute", () => new ErrorWindow());

/** @param caller an API key or address; kept in memory for a minute */
export function recordResponse(status: number, route: string, caller: string) {
  lastMinute().record(status, route, caller, performance.now());
}

export const isUnhealthy = () => lastMinute().isUnhealthy(performance.now());

/** One row per process: while an earlier try hangs, its row lock makes PostgreSQL's lock timeout end the next. */
async function tryToWrite(): Promise<WriteFailure | undefined> {
  const client = await getPool().connect(); // a busy pool is no reason for 503
  const write = client.query(
    `insert into write_checks (process, at) values ($1, now())
     on conflict (process) do update set at = excluded.at`,
    [`${hostname()} ${process.pid}`],
  );
  write.then(
    () => client.release(),
    () => client.release(true),
  );
  return Promise.race([
    write.then(() => undefined),
    sleep(WRITE_TIMEOUT_MS, "write_hangs" as const, { ref: false }),
  ]);
}

const getSliceNumber = (now: number) => Math.floor(now / SLICE_MS);
