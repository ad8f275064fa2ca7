import { existsSync, globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { mutants } from "./mutants";
import { equivalents } from "./pure/equivalents";
import stryker from "./pure/stryker.config.json";
import pure from "./pure/vitest.config";

test("every mutant fits the code as it is, and names a test that there is", () => {
  const unfit = mutants.filter(
    ({ file, from, killedBy }) =>
      !existsSync(file) || readFileSync(file, "utf8").split(from).length !== 2 || !existsSync(killedBy),
  );
  expect(unfit.map(({ file, from, killedBy }) => ({ file, from, killedBy }))).toEqual([]);
});

test("no mutant is made by hand where StrykerJS makes all of them", () => {
  expect(mutants.filter(({ file }) => stryker.mutate.includes(file))).toEqual([]);
});

test("each test that StrykerJS is to run is there", () => {
  const each = (pure.test?.include ?? []).flatMap((pattern) => {
    const [, before = "", names = "", after = ""] = /^(.*)\{(.*)\}(.*)$/.exec(pattern) ?? [];
    return names ? names.split(",").map((name) => before + name + after) : [pattern];
  });
  expect(each.length).toBeGreaterThan(10);
  expect(each.filter((pattern) => globSync(pattern).length === 0)).toEqual([]);
});

test("what is listed as equivalent stands in a module that is mutated as it is", () => {
  expect(stryker.mutate.filter((file) => !existsSync(file))).toEqual([]);
  expect(Object.keys(equivalents).filter((file) => !stryker.mutate.includes(file))).toEqual([]);
  const gone = Object.entries(equivalents).flatMap(([file, reasons]) => {
    const lines = readFileSync(file, "utf8")
      .split("\n")
      .map((line) => line.trim());
    return reasons.flatMap((reason) => reason.lines.filter(([line]) => !lines.includes(line)));
  });
  expect(gone).toEqual([]);
});
