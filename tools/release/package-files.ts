import { existsSync, globSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { listFiles } from "./source-files";

type Trace = (
  entries: string[],
  options: { base: string; ignore: (file: string) => boolean },
) => Promise<{ fileList: Set<string> }>;

type Locked = { dev?: boolean; dependencies?: Record<string, string> };
const locked: Record<string, Locked> = JSON.parse(readFileSync("package-lock.json", "utf8")).packages;

/** Next finds much of itself by name, which no trace sees: it is released whole, with what it depends on. */
const NEXT = ["next", "react", "react-dom"].flatMap((name) => withDependencies(`node_modules/${name}`));

/** What Node never loads. */
const NOT_LOADED = /\.(?:map|md|d\.[cm]?ts)$/;

/** Every file of the packages that the built pages and programs of this folder use, and the packages' licences. */
export async function listPackageFiles(): Promise<string[]> {
  const used = [...(await usedByPrograms()), ...usedByPages(), ...NEXT.flatMap(listFiles)];
  const files = new Set(used.filter((file) => isPackageFile(file) && !NOT_LOADED.test(file)));
  const folders = new Set([...files].map(getPackageFolder));
  for (const folder of folders) for (const file of aboutPackage(folder)) files.add(file);
  return [...files].sort();
}

/** The folder of the package that a file belongs to. */
export function getPackageFolder(file: string): string {
  const [, folder = ""] = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file) ?? [];
  return folder;
}

/** Whether a package is only installed to build and to test, as the lock file says. */
export const isForDevelopment = (folder: string) => locked[folder]?.dev === true;

/** A package's folder and those of what it depends on, beside it or above. */
function withDependencies(folder: string): string[] {
  const names = Object.keys(locked[folder]?.dependencies ?? {});
  return [folder, ...names.flatMap((name) => withDependencies(installedFor(folder, name)))];
}

function installedFor(folder: string, name: string): string {
  const beside = `${folder}/node_modules/${name}`;
  return beside in locked ? beside : `node_modules/${name}`;
}

/** As Next finds out what its pages need, with the program that it brings; Next itself is released anyway. */
async function usedByPrograms(): Promise<string[]> {
  const { nodeFileTrace } = createRequire(import.meta.url)("next/dist/compiled/@vercel/nft") as {
    nodeFileTrace: Trace;
  };
  const ignore = (file: string) =>
    file.startsWith("node_modules/next/") || isForDevelopment(getPackageFolder(file));
  const { fileList } = await nodeFileTrace(globSync(".next/run/**/*.mjs"), { base: process.cwd(), ignore });
  return [...fileList];
}

/** What Next's build has written down. */
function usedByPages(): string[] {
  return globSync(".next/**/*.nft.json").flatMap((list) => {
    const { files } = JSON.parse(readFileSync(list, "utf8")) as { files: string[] };
    return files.map((file) => path.relative(".", path.resolve(path.dirname(list), file)));
  });
}

const isPackageFile = (file: string) =>
  file.startsWith("node_modules/") && existsSync(file) && statSync(file).isFile();

function aboutPackage(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => /^(?:package\.json|licen[cs]e|notice)/i.test(name));
  return names.map((name) => path.join(folder, name));
}
