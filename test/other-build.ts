import { cp, mkdir, readdir, readFile, rename, symlink, writeFile } from "node:fs/promises";
import path from "node:path";

const LEFT = new Set([".next", ".git", ".data", "test-results"]);

/**
 * A release of the same sources in a folder of its own, as if built with another key: its server actions
 * and the build itself have other ids. (A real second build takes half a minute more.)
 */
export async function otherBuild(folder: string): Promise<string> {
  await mkdir(folder);
  for (const name of await readdir(".")) {
    if (!LEFT.has(name)) await symlink(path.resolve(name), path.join(folder, name));
  }
  const build = path.join(folder, ".next");
  const isNeeded = (file: string) => !/^\.next\/(cache|dev|served-by|types)(\/|$)/.test(file);
  await cp(".next", build, { recursive: true, verbatimSymlinks: true, filter: isNeeded });
  const manifest = await readFile(path.join(build, "server/server-reference-manifest.json"), "utf8");
  const buildId = (await readFile(path.join(build, "BUILD_ID"), "utf8")).trim();
  const ids = Object.keys(JSON.parse(manifest).node);
  const own = new Map(ids.map((id) => [id, id.slice(0, 2) + otherDigits(id.slice(2))]));
  own.set(buildId, otherDigits(buildId));
  const known = new RegExp([...own.keys()].join("|"), "g");
  for (const entry of await readdir(build, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(js|json|html|rsc)$|^BUILD_ID$/.test(entry.name)) continue;
    const file = path.join(entry.parentPath, entry.name);
    const text = await readFile(file, "utf8");
    const changed = text.replace(known, (id) => own.get(id) ?? id);
    if (changed !== text) await writeFile(file, changed);
  }
  await rename(path.join(build, "static", buildId), path.join(build, "static", own.get(buildId) as string));
  return folder;
}

const otherDigits = (id: string) =>
  id.replace(/[0-9a-f]/g, (digit) => ((Number.parseInt(digit, 16) + 5) % 16).toString(16));
