import { cp, link, mkdir } from "node:fs/promises";
import path from "node:path";
import { getPackageFolder, listPackageFiles } from "./package-files";
import { listFiles, listSourceFiles } from "./source-files";

/** Build output that no server needs. */
const NO_BUILD =
  /^\.next\/(?:cache|dev|served-by|types|diagnostics|build|trace[\w-]*)(?:\/|$)|\.map$|\.nft\.json$/;

/** Copies a release of the current build into a folder; returns its package folders. */
export async function placeRelease(folder: string): Promise<Set<string>> {
  const built = listFiles(".next").filter((file) => !NO_BUILD.test(file));
  for (const file of [...listSourceFiles(), ".env.example", ...listFiles("deploy"), ...built])
    await cp(file, path.join(folder, file), { verbatimSymlinks: true });
  const packages = await listPackageFiles();
  for (const file of packages) await linkOrCopy(file, path.join(folder, file));
  await linkOrCopy(process.execPath, path.join(folder, "node_modules/.bin/node"));
  return new Set(packages.map(getPackageFolder));
}

/** A hard link saves space; falls back to a copy on another disk. */
async function linkOrCopy(file: string, to: string) {
  await mkdir(path.dirname(to), { recursive: true });
  await link(file, to).catch(() => cp(file, to, { verbatimSymlinks: true }));
}
