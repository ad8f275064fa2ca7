import { existsSync, globSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { listFiles } from "./source-files";

type Trace = (
  entries: string[],
  options: { base: string; ignore: (file: string) => boolean },
) => Promise<{ fileList: Set<string> }>;

type LockedPackage = { dev?: boolean; dependencies?: Record<string, string> };
const locked: Record<string, LockedPackage> = JSON.parse(readFileSync("package-lock.json", "utf8")).packages;

/** Next loads modules by computed names that no trace finds: include it with all dependencies. */
const NEXT = ["next", "react", "react-dom"].flatMap((name) => withDependencies(`node_modules/${name}`));

/** Beside maps, texts and types: what Next loads in development or as a bundler, and its images, which are not optimised. */
const NOT_LOADED =
  /\.(?:map|md|d\.[cm]?ts)$|^node_modules\/(?:@img|sharp|next\/dist\/(?:esm|docs|bundle-analyzer))\/|^node_modules\/next\/dist\/compiled\/.*(?:-experimental|\.development|\.runtime\.dev)\b/;

/** The files of the packages that built pages and programs use, and the packages' licences. */
export async function listPackageFiles(): Promise<string[]> {
  const used = [...(await tracePrograms()), ...tracePages(), ...NEXT.flatMap(listFiles)];
  const files = new Set(used.filter((file) => isPackageFile(file) && !NOT_LOADED.test(file)));
  const folders = new Set([...files].map(getPackageFolder));
  for (const folder of folders) for (const file of listPackageInfo(folder)) files.add(file);
  return [...files].sort();
}

export function getPackageFolder(file: string): string {
  const [, folder = ""] = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file) ?? [];
  return folder;
}

export const isForDevelopment = (folder: string) => locked[folder]?.dev === true;

function withDependencies(folder: string): string[] {
  const names = Object.keys(locked[folder]?.dependencies ?? {});
  return [folder, ...names.flatMap((name) => withDependencies(findInstalled(folder, name)))];
}

function findInstalled(folder: string, name: string): string {
  const nested = `${folder}/node_modules/${name}`;
  return nested in locked ? nested : `node_modules/${name}`;
}

/** Traces programs with the tool that Next uses for pages; Next itself is included anyway. */
async function tracePrograms(): Promise<string[]> {
  const { nodeFileTrace } = createRequire(import.meta.url)("next/dist/compiled/@vercel/nft") as {
    nodeFileTrace: Trace;
  };
  const ignore = (file: string) =>
    file.startsWith("node_modules/next/") || isForDevelopment(getPackageFolder(file));
  const { fileList } = await nodeFileTrace(globSync(".next/run/**/*.mjs"), { base: process.cwd(), ignore });
  return [...fileList];
}

function tracePages(): string[] {
  return globSync(".next/**/*.nft.json").flatMap((list) => {
    const { files } = JSON.parse(readFileSync(list, "utf8")) as { files: string[] };
    return files.map((file) => path.relative(".", path.resolve(path.dirname(list), file)));
  });
}

const isPackageFile = (file: string) =>
  file.startsWith("node_modules/") && existsSync(file) && statSync(file).isFile();

function listPackageInfo(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => /^(?:package\.json|licen[cs]e|notice)/i.test(name));
  return names.map((name) => path.join(folder, name));
}
