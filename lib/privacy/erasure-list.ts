import { appendFile, mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import { env } from "@/lib/platform/env";

/** Beside the database, so that an erasure outlives the restore of an older backup; ids, nothing personal. */
export const getErasureListPath = () => path.join(env.DATA_DIR, "erasures");

const LINE = /^\S+ ([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

export async function appendErasures(people: string[], now: Date): Promise<void> {
  await mkdir(env.DATA_DIR, { recursive: true });
  const lines = people.map((id) => `${now.toISOString()} ${id}\n`);
  await appendFile(getErasureListPath(), lines.join(""), { mode: 0o600 });
}

/** The people whom such a list names; this machine's own may not be there yet. */
export async function readErasures(file: string): Promise<string[]> {
  const text = await readFile(file, "utf8").catch((error) => {
    if (error.code === "ENOENT" && file === getErasureListPath()) return "";
    throw error;
  });
  return text.split("\n").flatMap((line) => LINE.exec(line)?.[1] ?? []);
}
