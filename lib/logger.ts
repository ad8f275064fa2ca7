import pino from "pino";
import { env } from "./env";
import { singleton } from "./singleton";

const PIECE = 32_768;
const FLUSH_EVERY_MS = 500;

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

/** Structured logs on stdout. Never log a body, a name, an address, an e-mail, a document or a key. */
export const logger = singleton("logger", () => pino({ level: env.LOG_LEVEL, base: undefined }, destination));

/**
 * A line like those of `logger.info`, put together by hand: each answered request writes one.
 *
 * @param members JSON, without braces, of values that need no escaping
 */
export function logLine(members: string, message: string) {
  if (!logger.isLevelEnabled("info")) return;
  destination.write(`{"level":30,"time":${Date.now()},${members},"msg":"${message}"}\n`);
}

/** What may be logged of an error: its kind, code and stack; database messages can quote values. */
export function errorFields(error: unknown) {
  if (!(error instanceof Error)) return { kind: typeof error };
  const { code, constraint } = error as { code?: string; constraint?: string };
  const stack = error.stack?.split("\n").filter((line) => line.trimStart().startsWith("at "));
  return { kind: error.name, code, constraint, stack: stack?.slice(0, 8).join("\n") };
}
