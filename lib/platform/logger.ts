import { hostname } from "node:os";
import pino from "pino";
import { env } from "./env";
import { classifyDatabaseError } from "./errors";
import { toSafeMessage } from "./plain-message";
import { LogThrottle } from "./repeated-failures";
import { getCurrentSandbox } from "./sandbox";
import { singleton } from "./singleton";
import { VERSION } from "./version";

const PIECE = 32_768;
const FLUSH_EVERY_MS = 500;

const failures = singleton("repeated failures", () => new LogThrottle());

/** Lines leave in large pieces: under load, handing each one over costs more than writing it. */
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
      if (length > PIECE) flush();
    },
  };
});

const WARN = 40;
const ERROR = 50;

/** Who wrote a line that somebody will ask about. */
const origin = { version: VERSION, host: hostname(), process: process.pid };

/**
 * Structured logs on stdout. Never log a body, a name, an address, an e-mail, a document or a key.
 * What fails again and again is one line a minute with its `count`.
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
          const { kind, code, reason, message: words, stack } = line.error;
          const failure = [message, line.route, kind, code, reason, words, stack?.split("\n")[0]].join(" ");
          failures.record(failure, (count) => write.apply(this, [{ ...line, count }, message]));
        },
      },
    },
    destination,
  ),
);

/**
 * A line like those of `logger.info`, put together by hand: each answered request writes one.
 *
 * @param members JSON, without braces, of values that need no escaping
 */
export function logJsonLine(members: string, message: string) {
  if (!logger.isLevelEnabled("info")) return;
  const trace = traceId();
  const all = trace ? `${members},"traceId":"${trace}"` : members;
  destination.write(`{"level":30,"time":${Date.now()},${all},"msg":"${message}"}\n`);
}

/** Of the trace that what is logged belongs to, by which its other systems' lines are found. */
const traceId = () => getCurrentSandbox().trace?.traceparent.slice(3, 35);

type Thrown = {
  code?: string;
  constraint?: string;
  meta?: { driverAdapterError?: { cause?: { originalCode?: string } } };
};

/**
 * What may be logged of an error: its kind, code and stack, its message where that can hold no value
 * (PostgreSQL's and Prisma's quote what was sent), or in which of our ways the database failed.
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

type ErrorFields = ReturnType<typeof errorFields>;
