import { execFile, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import manifest from "./biome/package.json" with { type: "json" };

const run = promisify(execFile);
const CACHE = path.resolve(import.meta.dirname, "../../node_modules/.cache/matricula");

/** The path of Biome. Installed on first use, because its 64 MB are only for developers. */
export async function getBiome(): Promise<string> {
  const name = `biome-${manifest.dependencies["@biomejs/biome"]}`;
  const folder = await installPinned(path.join(import.meta.dirname, "biome"), name);
  return path.join(folder, "node_modules/.bin/biome");
}

/**
 * Installs the lockfile of the folder `pinned` into the project's cache, unless it is there under this name. Works
 * under a temporary name and renames, so that concurrent installs are safe. Returns the folder.
 */
export async function installPinned(pinned: string, name: string, complete = async (_folder: string) => {}) {
  const folder = path.join(CACHE, name);
  if (existsSync(folder)) return folder;
  const temporary = `${folder}.${process.pid}`;
  await mkdir(temporary, { recursive: true });
  for (const file of ["package.json", "package-lock.json"])
    await cp(path.join(pinned, file), path.join(temporary, file));
  await run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: temporary });
  await complete(temporary);
  await rename(temporary, folder).catch(async (error: NodeJS.ErrnoException) => {
    await rm(temporary, { recursive: true });
    if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
  });
  return folder;
}

// npm run check, npm run format: Biome with these arguments.
if (process.argv[1] === import.meta.filename) {
  const { status } = spawnSync(await getBiome(), process.argv.slice(2), { stdio: "inherit" });
  process.exitCode = status ?? 1;
}
