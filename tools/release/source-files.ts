import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";

/** The source files of a release: those that .dockerignore does not exclude. */
export function listSourceFiles(): string[] {
  const entries = readdirSync(".").filter(isReleased);
  const files = entries.flatMap((entry) => (statSync(entry).isDirectory() ? listFiles(entry) : [entry]));
  return files.filter(isReleased);
}

/** Applies .dockerignore; the last matching line decides. */
function isReleased(file: string): boolean {
  const lines = readFileSync(".dockerignore", "utf8").trim().split("\n");
  const isMatch = (line: string) =>
    [line, `${line}/**`].some((pattern) => path.matchesGlob(file, pattern.replace("!", "")));
  return lines.findLast(isMatch)?.startsWith("!") ?? true;
}

export function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    return entry.isDirectory() ? listFiles(file) : [file];
  });
}
