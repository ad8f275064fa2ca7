import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { inOrder } from "./rules";

const proofs = readFileSync("docs/conformance.md", "utf8")
  .split("\n")
  .map((line) => /^\| (\d[\d.-]*) +\| .* \| (.*) \| (.*) \|$/.exec(line)?.slice(1) as string[])
  .filter(Boolean)
  .map(([id = "", api = "", browser = ""]) => ({
    id,
    files: [...`${api} ${browser}`.matchAll(/`([^`]+)`/g)].map(([, file]) => file as string),
  }));

test("docs/conformance.md has every rule once; `npm run conformance` writes it anew", () => {
  expect(proofs.map(({ id }) => id)).toEqual(inOrder);
});

test.each(proofs)("$id is cited where docs/conformance.md says so", ({ id, files }) => {
  expect(files).not.toEqual([]);
  for (const file of files) expect(readFileSync(file, "utf8"), file).toContain(id);
});
