import { cp, link, mkdir } from "node:fs/promises";
import path from "node:path";
import { getPackageFolder, listPackageFiles } from "./package-files";
import { listFiles, listSourceFiles } from "./source-files";

/** What a build leaves behind that no server reads. */
const NO_BUILD =
  /^\.next\/(?:cache|dev|served-by|types|diagnostics|build|trace[\w-]*)(?:\/|$)|\.map$|\.nft\.json$/;

/** Puts into a folder what a release has, of the build that is here; returns the folders of its packages. */
export async function placeRelease(folder: string): Promise<Set<string>> {
  const built = listFiles(".next").filter((file) => !NO_BUILD.test(file));
  for (const file of [...listSourceFiles(), ".env.example", ...listFiles("deploy"), ...built])
    await cp(file, path.join(folder, file), { verbatimSymlinks: true });
  const packages = await listPackageFiles();
  for (const file of packages) await linkOrCopy(file, path.join(folder, file));
  await linkOrCopy(process.execPath, path.join(folder, "node_modules/.bin/node"));
  return new Set(packages.map(getPackageFolder));
}

/** A link takes no room, but not to another disk. */
async function linkOrCopy(file: string, to: string) {
  await mkdir(path.dirname(to), { recursive: true });
  await link(file, to).catch(() => cp(file, to, { verbatimSymlinks: true }));
}
