import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { mutants } from "./mutants";

test("every mutant matches the code, and its test file exists", () => {
  const outdated = mutants.filter(
    ({ file, from, killedBy }) =>
      !existsSync(file) || readFileSync(file, "utf8").split(from).length !== 2 || !existsSync(killedBy),
  );
  expect(outdated.map(({ file, from, killedBy }) => ({ file, from, killedBy }))).toEqual([]);
});
