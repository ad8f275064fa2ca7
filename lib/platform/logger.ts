import { hostname } from "node:os";
import pino from "pino";
import { env, VERSION } from "./env";
import { classifyDatabaseError } from "./errors";
import { getCurrentSandbox } from "./sandbox";
import { singleton } from "./singleton";

const WINDOW_MS = 60_000;

/** Logs a new failure at once; while it repeats, one line a minute with the count. */
export class LogThrottle {
  readonly #open = new Map<string, { count: number; log: (count: number) => void; timer: NodeJS.Timeout }>();

  /** @param log writes the line; `count` is the number of repetitions in the last minute */
  record(failure: string, log: (count?: number) => void) {
    const open = this.#open.get(failure);
    if (open) {
      open.count++;
      open.log = log; // the last occurrence is logged
      return;
    }
    const timer = setTimeout(() => this.#minuteIsOver(failure), WINDOW_MS).unref();
    this.#open.set(failure, { count: 0, log, timer });
    log();
  }

  /** Logs what is pending, before the process ends. */
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
    if (open.count > 0) open.log(open.count);
    return open;
  }
}

const failures = singleton("repeated failures", () => new LogThrottle());

const CHUNK_CHARACTERS = 32_768;
const FLUSH_EVERY_MS = 500;

/** Lines are written in large chunks: under load, each write costs more than formatting the line. */
const destination = singleton("log destination", () => {
  const stdout = pino.destination({ dest: 1, sync: false });
  let lines: string[] = [];
  let length = 0;
  const flush = () => {
    if (length > 0) stdout.write(lines.join(""));
    lines = [];
    length = 0;
  };
  setInterval(flush, FLUSH_EVERY_MS).unref();
  process.on("exit", () => {
    failures.flush();
    flush();
    stdout.flushSync();
  });
  return {
    write(line: string) {
      lines.push(line);
      length += line.length;
      if (length > CHUNK_CHARACTERS) flush();
    },
  };
});

const WARN = 40;
const ERROR = 50;

/** Added to errors, so that operators know which process wrote the line. */
const origin = { version: VERSION, host: hostname(), process: process.pid };

/**
 * Structured logs on stdout. Never log a body, a name, an address, an e-mail, a document or a key. A repeated
 * failure is one line a minute with its `count`.
 */
export const logger = singleton("logger", () =>
  pino(
    {
      level: env.LOG_LEVEL,
      base: undefined,
      mixin: (_, level) => ({ ...(level >= ERROR && origin), traceId: traceId() }),
      hooks: {
        logMethod(args, write, level) {
          const [line, message] = args as unknown as [{ error?: ErrorFields; route?: string }, string?];
          if (level < WARN || !line?.error) return write.apply(this, args);
          const { kind, code, reason, message: text, stack } = line.error;
          const failure = [message, line.route, kind, code, reason, text, stack?.split("\n")[0]].join(" ");
          failures.record(failure, (count) => write.apply(this, [{ ...line, count }, message]));
        },
      },
    },
    destination,
  ),
);

/**
 * Like `logger.info`, but formatted by hand, because each request writes one.
 * @param members JSON without braces, of values that need no escaping
 */
export function logJsonLine(members: string, message: string) {
  if (!logger.isLevelEnabled("info")) return;
  const trace = traceId();
  const fields = trace ? `${members},"traceId":"${trace}"` : members;
  destination.write(`{"level":30,"time":${Date.now()},${fields},"msg":"${message}"}\n`);
}

const SAFE_MESSAGES = [
  // Without the rest of the message, which may contain a value.
  /^Cannot (?:read|set) properties of (?:undefined|null)/,
  /^[a-z_$][\w$.]*(?:\(\.\.\.\))?(?:\.[\w$]+)* is not (?:a function|a constructor|defined|iterable)$/i,
  /^Cannot access '[\w$]+' before initialization$/,
  /^Assignment to constant variable\.$/,
  /^Maximum call stack size exceeded$/,
  /^Converting circular structure to JSON/,
  /^Invalid (?:time value|array length|string length|URL|count value)/,
  /^(?:fetch failed|terminated|aborted|socket hang up)$/,
  /^The operation was aborted(?: due to timeout)?/,
  /^Prepared statements must be unique - '[\w-]+' was used for a different statement$/,
  /^Query read timeout$/,
  /^timeout exceeded when trying to connect$/,
  /^Connection terminated(?: unexpectedly| due to connection timeout)?$/,
  /^Client (?:has encountered a connection error|was closed) and is not queryable$/,
];

type Thrown = {
  code?: string;
  constraint?: string;
  meta?: { driverAdapterError?: { cause?: { originalCode?: string } } };
};

/**
 * The loggable fields of an error: kind, code, stack, the database's failure, and the message only where it
 * can hold no value (PostgreSQL and Prisma quote submitted values).
 */
export function errorFields(error: unknown) {
  if (!(error instanceof Error)) return { kind: typeof error };
  const { code, constraint, meta } = error as Thrown;
  const stack = error.stack?.split("\n").filter((line) => line.trimStart().startsWith("at "));
  return {
    kind: error.name,
    code: meta?.driverAdapterError?.cause?.originalCode ?? code,
    reason: classifyDatabaseError(error),
    message: toSafeMessage(error.message),
    constraint,
    stack: stack?.slice(0, 8).join("\n"),
  };
}
/** The part of a message that is known to contain no value; undefined for an unknown message. */
function toSafeMessage(message: string): string | undefined {
  const match = SAFE_MESSAGES.map((pattern) => pattern.exec(message)).find((found) => found !== null);
  return match?.[0];
}

/** The trace id of the current request, by which the lines of other systems are found. */
const traceId = () => getCurrentSandbox().trace?.traceparent.slice(3, 35);

type ErrorFields = ReturnType<typeof errorFields>;
