import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { deserialize, serialize } from "node:v8";
import { withConnection } from "./database/prisma";
import { scaleTimeout } from "./env";
import { AppError } from "./errors";
import { FileRefusal } from "./file-refusal";
import { logger } from "./logger";

/** The program that reads one file; `npm run build` compiles it (server/build/bundle-programs.ts). */
const PROGRAM = ["--import", "./tools/sources.mjs", "./server/read-file.ts"];

const HEAP_MEGABYTES = 192;
const TIMEOUT_MS = 30_000;
/** The answer holds at most 20,000 rows or one picture. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
const MAX_ERROR_BYTES = 64 * 1024;
/** Exit code of `abort` as a shell reports it. */
const V8_OUT_OF_MEMORY = 134;

/** Advisory lock: one file is read at a time; PostgreSQL frees it when a process dies. */
const READER_LOCK_ID = 4;
const RETRY_MS = 200;
const LOCK_WAIT_MS = 45_000;

type Limits = { timeoutMs?: number; program?: string[] };

/**
 * Reads an uploaded file in a process that has neither the database nor a secret.
 * @throws FileRefusal of the format, or `too_slow`, `too_much_memory`, `broken`; AppError when other files
 * keep the lock
 */
export async function readFileInProcess<T>(format: string, name: string, bytes: Uint8Array): Promise<T> {
  const deadline = Date.now() + scaleTimeout(LOCK_WAIT_MS);
  while (Date.now() < deadline) {
    const answer = await withConnection(async (client) => {
      const { rows } = await client.query("select pg_try_advisory_xact_lock($1) as locked", [READER_LOCK_ID]);
      return rows[0].locked ? runReader({ format, name, bytes }) : undefined;
    });
    if (answer && "result" in answer) return answer.result as T;
    if (answer) throw new FileRefusal(answer.code, answer.message, answer.values);
    await sleep(RETRY_MS);
  }
  throw new AppError("unavailable");
}

/** The output of the reading process: the result, or the fields of a FileRefusal. */
type FileAnswer = { result: unknown } | Pick<FileRefusal, "code" | "message" | "values">;

export async function runReader(
  file: { format: string; name: string; bytes: Uint8Array },
  { timeoutMs = scaleTimeout(TIMEOUT_MS), program = PROGRAM }: Limits = {},
): Promise<FileAnswer> {
  const { PATH = "", TMPDIR = "" } = process.env;
  const child = spawn(process.execPath, [`--max-old-space-size=${HEAP_MEGABYTES}`, ...program], {
    stdio: ["pipe", "pipe", "pipe"],
    env: { NODE_ENV: "production", PATH, ...(TMPDIR && { TMPDIR }) },
    timeout: timeoutMs,
    killSignal: "SIGKILL",
  });
  child.stdin.on("error", () => {}); // it ended before it read everything; its exit code has the reason
  child.stdin.end(serialize(file));
  const closed = once(child, "close");
  const [output, errors] = await Promise.all([
    readUpTo(MAX_ANSWER_BYTES, child.stdout),
    readUpTo(MAX_ERROR_BYTES, child.stderr),
  ]);
  if (!output) child.kill("SIGKILL");
  const [code, signal] = await closed;
  if (code === 0 && output) return deserialize(output);
  if (output && child.killed)
    return exceeded("too_slow", timeoutMs / 1000, `It takes more than ${timeoutMs / 1000} seconds to read.`);
  if (!output || signal || code === V8_OUT_OF_MEMORY)
    return exceeded("too_much_memory", HEAP_MEGABYTES, `It takes more than ${HEAP_MEGABYTES} MB to read.`);
  logger.error({ format: file.format, code, errors: String(errors) }, "the file-reading process failed");
  return { code: "broken", message: "The file is damaged.", values: {} };
}

const exceeded = (code: string, limit: number, message: string) => ({ code, message, values: { limit } });

async function readUpTo(limit: number, stream: Readable): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > limit) return;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
