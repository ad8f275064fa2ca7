import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { type Sheet, Unreadable } from "./read-workbook";

/** What reads a workbook and ends; `npm run build` compiles it for where there are no sources (server/compile.ts). */
const PROGRAM = ["--import", "./tools/sources.mjs", "./server/read-workbook.ts"];
/** An archive of a megabyte unfolds to gigabytes where nobody counts: this holds whatever is overlooked. */
const MEGABYTES = 192;
const TIME_OUT_MS = 30_000;

type Bounds = { timeOutMs?: number; program?: string[] };

/**
 * The sheets of a workbook, read by a process of its own with bounds to its memory and its time; it knows nothing of
 * the database and of no secret. @throws Unreadable
 */
export async function openWorkbook(
  bytes: Uint8Array,
  { timeOutMs = TIME_OUT_MS, program = PROGRAM }: Bounds = {},
): Promise<Sheet[]> {
  const { PATH = "", TMPDIR = "" } = process.env;
  const child = spawn(process.execPath, [`--max-old-space-size=${MEGABYTES}`, ...program], {
    stdio: ["pipe", "pipe", "ignore"],
    env: { NODE_ENV: "production", PATH, ...(TMPDIR && { TMPDIR }) },
    timeout: timeOutMs,
    killSignal: "SIGKILL",
  });
  child.stdin.on("error", () => {}); // it has ended before it had read all: its answer tells why
  child.stdin.end(bytes);
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve(code));
  });
  const [said, code] = await Promise.all([text(child.stdout), ended]);
  if (code !== 0) throw new Unreadable("too_large"); // its memory or its time was over
  const answer = JSON.parse(said) as { sheets: Sheet[] } | { code: Unreadable["code"]; sheet?: string };
  if ("code" in answer) throw new Unreadable(answer.code, answer.sheet);
  return answer.sheets;
}
