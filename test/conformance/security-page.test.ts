import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const rows = readFileSync("docs/security.md", "utf8")
  .split("\n")
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split(" | ") as [ids: string, how: string, shown: string]);

test.each(rows)("docs/security.md %s names tests that exist", (_, how, shown) => {
  expect(how).toMatch(/\w{3}/);
  const named = [...shown.matchAll(/`([\w./-]+)` “([^”]+)”/g)].map(([, file = "", words = ""]) => ({
    file,
    words,
  }));
  const missing = named.filter(
    ({ file, words }) => !existsSync(file) || !readFileSync(file, "utf8").includes(words),
  );
  expect([named.length > 0, missing]).toEqual([true, []]);
});
