import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";

const FOLDER = "test-results/processor";

/** Stores CPU seconds of test files for the summary. */
export function saveFileTimes(part: "build" | "unit" | "e2e", seconds: Map<string, number>) {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(`${FOLDER}/${part}.json`, JSON.stringify(Object.fromEntries(seconds)));
}

/** Run first, in case a part fails before it reports. */
export const deleteFileTimes = () => rmSync(FOLDER, { recursive: true, force: true });

/** Most expensive first. */
export const listSlowestFiles = (max: number): [file: string, seconds: number][] =>
  globSync(`${FOLDER}/*.json`)
    .flatMap((file) => Object.entries<number>(JSON.parse(readFileSync(file, "utf8"))))
    .sort(([, a], [, b]) => b - a)
    .slice(0, max);
