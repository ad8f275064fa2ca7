import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { assertBuildUnlocked } from "./build-lock";
import { bundlePrograms, canBuild } from "./bundle-programs";

const STAMP = ".next/made-from.json";
const SOURCES = [
  "app",
  "components",
  "lib",
  "public",
  "next.config.ts",
  "tailwind.config.ts",
  "postcss.config.mjs",
];
export const PROGRAMS = ["server", "server.ts", "commands", "lib", "app/api", "clients", "tools"];
const OTHER_SOURCES = ["prisma/schema.prisma", "package-lock.json", "tsconfig.json"];

type Stamp = {
  /** Hashes of the sources of pages and programs. */
  sources: string;
  programs: string;
};

/**
 * Next derives action ids from this key, so all machines must share it. It is no secret: it would only
 * encrypt closures of inline actions, which the lint rule `no-inline-actions.grit` forbids.
 */
export const ACTION_KEY = Buffer.from("matricula's forms on all machines").subarray(0, 32).toString("base64");

/** Builds if there is no build, or its sources have changed. @param signal stops a build */
export async function buildIfStale(progress: (step: string) => void, signal?: AbortSignal) {
  const sources = await fingerprint(SOURCES);
  const stamp = existsSync(STAMP) ? (JSON.parse(await readFile(STAMP, "utf8")) as Stamp) : undefined;
  if (signal?.aborted) return;
  if (stamp?.sources === sources) return compileIfStale(stamp);

  progress(
    stamp
      ? "Building again: the sources have changed (about half a minute)"
      : "Building (once, about half a minute)",
  );
  await build(signal);
}

/** Programs compile in seconds, so a change of the server alone does not rebuild pages. */
async function compileIfStale(stamp: Stamp) {
  const programs = await fingerprint(PROGRAMS);
  if (stamp.programs === programs) return;
  if (!canBuild()) throw new Error(CANNOT_BUILD_MESSAGE);
  await bundlePrograms();
  await buildPackages();
  await writeFile(STAMP, JSON.stringify({ ...stamp, programs }));
}

const CANNOT_BUILD_MESSAGE =
  "The build in this folder is not of these sources, or is not there, and the packages that build are not installed. Copy .next from where npm run build has run, or install them: npm ci --include=dev.";

/** @throws Error if a server uses this build, or if the build fails */
export async function build(signal?: AbortSignal) {
  await assertBuildUnlocked();
  if (!canBuild()) throw new Error(CANNOT_BUILD_MESSAGE);
  const sources = await fingerprint(SOURCES);
  const programs = await fingerprint(PROGRAMS);
  const command = promisify(execFile)(process.execPath, ["node_modules/next/dist/bin/next", "build"], {
    env: {
      ...process.env,
      NODE_ENV: "production",
      NEXT_TELEMETRY_DISABLED: "1",
      BUILD_ID: sources.slice(0, 20), // equal sources have the same id on all machines
      NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: ACTION_KEY,
    },
    maxBuffer: 64 * 1024 * 1024,
  });
  const stop = () => command.child.kill("SIGTERM");
  signal?.addEventListener("abort", stop);
  await command.catch(({ stdout, stderr }) => {
    if (!signal?.aborted) throw new Error(`The build failed.\n${stdout}\n${stderr}`);
  });
  signal?.removeEventListener("abort", stop);
  if (signal?.aborted) return;
  await bundlePrograms();
  await buildPackages();
  const stamp: Stamp = { sources, programs };
  await writeFile(STAMP, JSON.stringify(stamp));
}

async function buildPackages() {
  await promisify(execFile)(process.execPath, ["--import", "tsx", "tools/client/build-packages.ts"]);
}

const IGNORED_FILES = /\.test\.tsx?$|^clients\/.*\.(?:js|d\.ts|tgz)$/;

export async function fingerprint(sources: string[]): Promise<string> {
  const hash = createHash("sha256");
  const files = (await Promise.all(sources.map(listFiles))).flat();
  for (const file of [...files, ...OTHER_SOURCES].filter((name) => !IGNORED_FILES.test(name)).sort()) {
    hash
      .update(file)
      .update("\0")
      .update(await readFile(file));
  }
  return hash.digest("hex");
}

async function listFiles(source: string): Promise<string[]> {
  if (!existsSync(source)) return [];
  const entries = await readdir(source, { recursive: true, withFileTypes: true }).catch(() => undefined);
  if (!entries) return [source];
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}
