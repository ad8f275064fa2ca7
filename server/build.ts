import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

const STAMP = ".next/built-from";
const SOURCES = [
  "app",
  "components",
  "lib",
  "public",
  "next.config.ts",
  "tailwind.config.ts",
  "postcss.config.mjs",
];
const ALSO = ["prisma/schema.prisma", "package-lock.json", "tsconfig.json"];

/** Makes the production build when there is none yet or its sources have changed since. */
export async function buildIfStale(progress: (step: string) => void) {
  const wanted = await fingerprint();
  const built = existsSync(STAMP) ? await readFile(STAMP, "utf8") : undefined;
  if (built === wanted) return;

  progress(
    built
      ? "The sources have changed: building again (about half a minute)"
      : "Building (once, about half a minute)",
  );
  const command = promisify(execFile)(process.execPath, ["node_modules/next/dist/bin/next", "build"], {
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    maxBuffer: 64 * 1024 * 1024,
  });
  await command.catch(({ stdout, stderr }) => {
    throw new Error(`The build failed.\n${stdout}\n${stderr}`);
  });
  await writeFile(STAMP, wanted);
}

async function fingerprint(): Promise<string> {
  const hash = createHash("sha256");
  const files = (await Promise.all(SOURCES.map(filesIn))).flat();
  for (const file of [...files, ...ALSO].filter((name) => !/\.test\.tsx?$/.test(name)).sort()) {
    hash
      .update(file)
      .update("\0")
      .update(await readFile(file));
  }
  return hash.digest("hex");
}

async function filesIn(place: string): Promise<string[]> {
  if (!existsSync(place)) return [];
  const entries = await readdir(place, { recursive: true, withFileTypes: true }).catch(() => undefined);
  if (!entries) return [place];
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}
