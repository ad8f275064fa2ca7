import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import manifest from "./biome/package.json" with { type: "json" };

const PINNED = path.join(import.meta.dirname, "biome");
const CACHE = path.resolve(import.meta.dirname, "../../node_modules/.cache/matricula");

/** The path of Biome. Installed on first use, because its 64 MB are only for developers. */
export async function getBiome(): Promise<string> {
  const folder = path.join(CACHE, `biome-${manifest.dependencies["@biomejs/biome"]}`);
  if (!existsSync(folder)) await install(folder);
  return path.join(folder, "node_modules/.bin/biome");
}

/** Installs under a temporary name and renames, so that concurrent installs are safe. */
async function install(folder: string) {
  const temporary = `${folder}.${process.pid}`;
  await mkdir(temporary, { recursive: true });
  for (const file of ["package.json", "package-lock.json"])
    await cp(path.join(PINNED, file), path.join(temporary, file));
  execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: temporary });
  await rename(temporary, folder).catch(async (error: NodeJS.ErrnoException) => {
    await rm(temporary, { recursive: true });
    if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
  });
}

// npm run check, npm run format: Biome with these arguments.
if (process.argv[1] === import.meta.filename) {
  const { status } = spawnSync(await getBiome(), process.argv.slice(2), { stdio: "inherit" });
  process.exitCode = status ?? 1;
}
