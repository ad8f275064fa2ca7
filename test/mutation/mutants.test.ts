import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { mutants } from "./mutants";

test("every mutant fits the code as it is, and names a test that there is", () => {
  const unfit = mutants.filter(
    ({ file, from, killedBy }) =>
      !existsSync(file) || readFileSync(file, "utf8").split(from).length !== 2 || !existsSync(killedBy),
  );
  expect(unfit.map(({ file, from, killedBy }) => ({ file, from, killedBy }))).toEqual([]);
});
