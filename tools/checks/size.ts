import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { size as ceiling } from "@/package.json";

// Prints the size of each module; fails above the maximum in package.json. Lower that when you delete code.

type Size = { lines: number; files: number; exports: number };

const COUNTED = /\.(tsx?|sql|prisma|css)$/;
const NOT_COUNTED = /^(bench|clients|docs|e2e|prisma\/migrations|test)\/|\.(test|spec)\.tsx?$/;

export const isCounted = (file: string) => COUNTED.test(file) && !NOT_COUNTED.test(file);

/** Lines of code, without blank lines and lines that are only a comment. */
export function countLines(file: string, text: string): number {
  const lineComment = file.endsWith(".sql") ? /^\s*--/ : /^\s*\/\//;
  const code = file.endsWith(".sql") ? text : text.replace(/^\s*\{?\/\*[\s\S]*?\*\/\}?[ \t]*$/gm, "");
  return code.split("\n").filter((line) => line.trim() && !lineComment.test(line)).length;
}

export function countExports(file: string, text: string): number {
  if (!file.startsWith("lib/")) return 0;
  const lists = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)];
  const listed = lists.flatMap(([, names = ""]) => names.split(",").filter((name) => name.trim()));
  return listed.length + (text.match(/^export (?!type \{|\{)/gm) ?? []).length;
}

/** The module of a file: subfolders of `lib`, `app` and `components`, otherwise the top folder. */
export function moduleOf(file: string): string {
  const parts = file.split("/");
  if (parts.length === 1) return "(root)";
  return parts.slice(0, parts.length > 2 && /^(lib|app|components)\//.test(file) ? 2 : 1).join("/");
}

if (process.argv[1] === import.meta.filename) {
  const files = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
  const modules = new Map<string, Size>();
  const total: Size = { lines: 0, files: 0, exports: 0 };
  for (const file of files
    .toString()
    .split("\0")
    .filter((file) => isCounted(file) && existsSync(file))) {
    const text = readFileSync(file, "utf8");
    const own = modules.get(moduleOf(file)) ?? { lines: 0, files: 0, exports: 0 };
    modules.set(moduleOf(file), own);
    for (const size of [own, total]) {
      size.lines += countLines(file, text);
      size.files += 1;
      size.exports += countExports(file, text);
    }
  }
  console.log("module, code lines, files, exports of lib");
  for (const [name, size] of [...modules].sort()) print(name, size);
  print("total", total);
  print("ceiling", ceiling);
  const kinds = ["lines", "files", "exports"] as const;
  for (const kind of kinds.filter((kind) => total[kind] > ceiling[kind])) {
    console.error(`${total[kind]} ${kind}, but package.json allows ${ceiling[kind]}: delete something.`);
    process.exitCode = 1;
  }
}

function print(name: string, { lines, files, exports }: Size) {
  const columns = [lines, files, exports].map((count) => count.toLocaleString("en").padStart(8));
  console.log(name.padEnd(26) + columns.join(""));
}
