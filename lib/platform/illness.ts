import { singleton } from "./singleton";

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

const sliceOf = (now: number) => Math.floor(now / SLICE_MS);

const lastMinute = () => singleton("last minute", () => new ErrorWindow());

/** Counts an answer of this process. @param caller a key, or an address: kept for a minute, told to nobody */
export function recordResponse(status: number, route: string, caller: string) {
  lastMinute().answered(status, route, caller, performance.now());
}

/** Whether this process should be replaced by another. */
export const isUnhealthy = () => lastMinute().isIll(performance.now());
