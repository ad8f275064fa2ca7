import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import manifest from "./biome/package.json" with { type: "json" };

const PINNED = path.join(import.meta.dirname, "biome");
const CACHE = path.resolve(import.meta.dirname, "../../node_modules/.cache/matricula");

/**
 * The linter and formatter, of a lock file of its own: its 64 MB are only for whoever changes the code, so `npm ci`
 * leaves them out, and the first check installs them into the project's cache.
 * @returns its program
 */
export async function getBiome(): Promise<string> {
  const folder = path.join(CACHE, `biome-${manifest.dependencies["@biomejs/biome"]}`);
  if (!existsSync(folder)) await install(folder);
  return path.join(folder, "node_modules/.bin/biome");
}

/** Under another name first: a folder of this name is whole, also when two install at once. */
async function install(folder: string) {
  const own = `${folder}.${process.pid}`;
  await mkdir(own, { recursive: true });
  for (const file of ["package.json", "package-lock.json"])
    await cp(path.join(PINNED, file), path.join(own, file));
  execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: own });
  await rename(own, folder).catch(async (error: NodeJS.ErrnoException) => {
    await rm(own, { recursive: true });
    if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
  });
}

// npm run check, npm run format: `biome` with these arguments.
if (process.argv[1] === import.meta.filename) {
  const { status } = spawnSync(await getBiome(), process.argv.slice(2), { stdio: "inherit" });
  process.exitCode = status ?? 1;
}
