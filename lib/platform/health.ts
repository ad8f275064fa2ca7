import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { getPool } from "./database/prisma";
import { classifyDatabaseError, type DatabaseFailure } from "./errors";
import { singleton } from "./singleton";

/** What waits for the operator, in words; undefined when nothing does. */
type ReadinessCheck = () => Promise<string | undefined>;

const state = () =>
  singleton("readiness", () => ({ stopping: false, concerns: new Map<string, ReadinessCheck>() }));

/** Adds something that `/readyz` calls `degraded`: families are served, the operator is needed. */
export function registerReadinessCheck(name: string, concern: ReadinessCheck) {
  state().concerns.set(name, concern);
}

/** Every concern that there is now, by name; one that cannot be asked is none. */
export async function runReadinessChecks(): Promise<Record<string, string>> {
  const asked = [...state().concerns].map(async ([name, concern]) => [
    name,
    await concern().catch(() => undefined),
  ]);
  return Object.fromEntries((await Promise.all(asked)).filter(([, words]) => words !== undefined));
}

/** From now on `/readyz` says 503, so that whoever balances sends nothing new. */
export function startDraining() {
  state().stopping = true;
}

export const isDraining = () => state().stopping;

export type WriteFailure = DatabaseFailure | "write_hangs" | "failed";

const KEPT_MS = 5_000;
const LIMIT_MS = 2_000;

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

const DAY_MS = 24 * 3600 * 1000;

/** Forgets processes that have not asked for a day; returns how many rows went. */
export async function purgeWriteChecks(now: Date): Promise<number> {
  const before = new Date(now.getTime() - DAY_MS);
  const { rowCount } = await getPool().query("delete from write_checks where at < $1", [before]);
  return rowCount ?? 0;
}

const SLICE_MS = 5_000;
const SLICES = 12;
const DISTINCT = 3;

type Slice = { number: number; failed: number; other: number; routes: Set<string>; callers: Set<string> };

/**
 * The last minute of a process's answers. It is ill when it answered 500 on at least three routes to three
 * callers, and more often than anything else: not a bug of one page, and nothing that one caller can bring about.
 */
export class ErrorWindow {
  readonly #slices: Slice[] = [];

  /** @param now milliseconds of a clock that only goes on */
  answered(status: number, route: string, caller: string, now: number) {
    const slice = this.#current(now);
    if (status !== 500) {
      slice.other++;
      return;
    }
    slice.failed++;
    if (slice.routes.size < DISTINCT) slice.routes.add(route);
    if (slice.callers.size < DISTINCT) slice.callers.add(caller);
  }

  isIll(now: number): boolean {
    const minute = this.#slices.filter(({ number }) => number > sliceOf(now) - SLICES);
    const distinct = (of: "routes" | "callers") => new Set(minute.flatMap((slice) => [...slice[of]])).size;
    const sum = (of: "failed" | "other") => minute.reduce((total, slice) => total + slice[of], 0);
    return sum("failed") > sum("other") && distinct("routes") >= DISTINCT && distinct("callers") >= DISTINCT;
  }

  #current(now: number): Slice {
    const number = sliceOf(now);
    const last = this.#slices.at(-1);
    if (last?.number === number) return last;
    const slice = { number, failed: 0, other: 0, routes: new Set<string>(), callers: new Set<string>() };
    this.#slices.push(slice);
    if (this.#slices.length > SLICES) this.#slices.shift();
    return slice;
  }
}

const lastMinute = () => singleton("last minute", () => new ErrorWindow());

/** Counts an answer of this process. @param caller a key, or an address: kept for a minute, told to nobody */
export function recordResponse(status: number, route: string, caller: string) {
  lastMinute().answered(status, route, caller, performance.now());
}

/** Whether this process should be replaced by another. */
export const isUnhealthy = () => lastMinute().isIll(performance.now());

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

const sliceOf = (now: number) => Math.floor(now / SLICE_MS);
