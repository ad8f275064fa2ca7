const WINDOW_MS = 60_000;

/** A failure is told at once when it is new, and once a minute with how often while it comes again. */
export class LogThrottle {
  readonly #open = new Map<string, { count: number; tell: (count: number) => void; timer: NodeJS.Timeout }>();

  /** @param tell writes the line; the count is how often it came again in the last minute */
  record(failure: string, tell: (count?: number) => void) {
    const open = this.#open.get(failure);
    if (open) {
      open.count++;
      open.tell = tell; // what is told is the last one
      return;
    }
    const timer = setTimeout(() => this.#minuteIsOver(failure), WINDOW_MS).unref();
    this.#open.set(failure, { count: 0, tell, timer });
    tell();
  }

  /** Tells what was not told yet: the process ends. */
  flush() {
    for (const failure of [...this.#open.keys()]) {
      this.#close(failure);
    }
  }

  #minuteIsOver(failure: string) {
    const last = this.#close(failure);
    if (!last || last.count === 0) return;
    const timer = setTimeout(() => this.#minuteIsOver(failure), WINDOW_MS).unref();
    this.#open.set(failure, { ...last, count: 0, timer });
  }

  #close(failure: string) {
    const open = this.#open.get(failure);
    if (!open) return;
    clearTimeout(open.timer);
    this.#open.delete(failure);
    if (open.count > 0) open.tell(open.count);
    return open;
  }
}
