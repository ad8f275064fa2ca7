import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";

const FOLDER = "test-results/processor";

/** Keeps what the test files of a part of `npm test` took of the processor, in seconds, for the end of the run. */
export function saveFileTimes(part: "build" | "unit" | "e2e", seconds: Map<string, number>) {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(`${FOLDER}/${part}.json`, JSON.stringify(Object.fromEntries(seconds)));
}

/** What a run begins with: it may fail before each of its parts has said what it took. */
export const deleteFileTimes = () => rmSync(FOLDER, { recursive: true, force: true });

/** The test files that took most in the last run, the dearest first. */
export const listSlowestFiles = (most: number): [file: string, seconds: number][] =>
  globSync(`${FOLDER}/*.json`)
    .flatMap((file) => Object.entries<number>(JSON.parse(readFileSync(file, "utf8"))))
    .sort(([, one], [, other]) => other - one)
    .slice(0, most);
