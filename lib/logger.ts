import pino from "pino";
import { env } from "./env";
import { singleton } from "./singleton";

/** Structured logs on stdout. Never log a body, a name, an address, an e-mail, a document or a key. */
export const logger = singleton("logger", () =>
  pino(
    { level: env.LOG_LEVEL, base: undefined },
    pino.destination({ dest: 1, minLength: 4096, periodicFlush: 500, sync: false }),
  ),
);

/** What may be logged of an error: its kind, code and stack; database messages can quote values. */
export function errorFields(error: unknown) {
  if (!(error instanceof Error)) return { kind: typeof error };
  const { code, constraint } = error as { code?: string; constraint?: string };
  const stack = error.stack?.split("\n").filter((line) => line.trimStart().startsWith("at "));
  return { kind: error.name, code, constraint, stack: stack?.slice(0, 8).join("\n") };
}
