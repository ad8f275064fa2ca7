import type { Ready } from "./when-ready";

/** How often something was counted in its present window, and when that ends. */
export type Usage = { count: number; millisecondsLeft: number };

/** Counts by key, in windows that begin with a key's first count. */
export type Window = {
  /** Counts `key` once more. */
  count: (key: string | number) => Ready<Usage>;
  /** How often `key` was counted, without counting. */
  counted: (key: string | number) => Ready<number>;
};

/**
 * A window in this process's memory: without a promise, because every request of the API is counted,
 * and by a clock that nobody can set.
 */
export class FixedWindow implements Window {
  readonly #length: number;
  readonly #windows = new Map<string | number, { count: number; ends: number }>();

  constructor(milliseconds: number) {
    this.#length = milliseconds;
    setInterval(() => this.#forgetEnded(), milliseconds).unref();
  }

  count(key: string | number): Usage {
    const now = performance.now();
    let window = this.#windows.get(key);
    if (!window || window.ends <= now) {
      window = { count: 0, ends: now + this.#length };
      this.#windows.set(key, window);
    }
    window.count += 1;
    return { count: window.count, millisecondsLeft: window.ends - now };
  }

  counted(key: string | number): number {
    const window = this.#windows.get(key);
    return window && window.ends > performance.now() ? window.count : 0;
  }

  /** So that a flood of different keys does not stay in memory. */
  #forgetEnded() {
    const now = performance.now();
    for (const [key, { ends }] of this.#windows) if (ends <= now) this.#windows.delete(key);
  }
}
