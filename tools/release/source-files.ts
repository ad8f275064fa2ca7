import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";

/** The source files of a release: those that .dockerignore does not exclude. */
export function listSourceFiles(): string[] {
  const places = readdirSync(".").filter(isReleased);
  const files = places.flatMap((place) => (statSync(place).isDirectory() ? listFiles(place) : [place]));
  return files.filter(isReleased);
}

/** Applies .dockerignore; the last matching line decides. */
function isReleased(file: string): boolean {
  const lines = readFileSync(".dockerignore", "utf8").trim().split("\n");
  const fits = (line: string) =>
    [line, `${line}/**`].some((pattern) => path.matchesGlob(file, pattern.replace("!", "")));
  return lines.findLast(fits)?.startsWith("!") ?? true;
}

export function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const place = path.join(folder, entry.name);
    return entry.isDirectory() ? listFiles(place) : [place];
  });
}
