import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const ids = (file: string, pattern: RegExp) =>
  new Set([...readFileSync(file, "utf8").matchAll(pattern)].map(([, id = ""]) => id));

const rules = ids("docs/interface.md", /^- \*\*([\d.-]+)\*\*/gm);
const points = ids("docs/wizard.md", /^- \*\*W(\d+)\*\*/gm);

/** `4.3-8`, `4.3 rule 8`, `4.3 rules 8 and 11`; `W33`, `wizard 33, 42`. */
const CITED =
  /\b(4\.[34])(?:-(\d+)| rules? (\d+(?:(?:, | and )\d+)*))|\b(?:W|wizard )(\d+(?:(?:, | and )\d+)*)\b/g;

function citedIn(text: string): { rules: string[]; points: string[] } {
  const found = [...text.matchAll(CITED)];
  const numbers = (list: string | undefined) => list?.match(/\d+/g) ?? [];
  return {
    rules: found.flatMap(([, section, one, many]) =>
      numbers(one ?? many).map((rule) => `${section}-${rule}`),
    ),
    points: found.flatMap(([, , , , many]) => numbers(many)),
  };
}

test("every rule and point that a comment or a test cites is written down", () => {
  expect([rules.size, points.size]).toEqual([20, 46]);
  const files = execFileSync(
    "git",
    ["ls-files", "*.ts", "*.tsx", "*.sql", "*.prisma", "*.md", "*.css", ":!test/citations.test.ts"],
    {
      encoding: "utf8",
    },
  );
  const unknown = files
    .split("\n")
    .filter(Boolean)
    .flatMap((file) => {
      const cited = citedIn(readFileSync(file, "utf8"));
      return [
        ...cited.rules.filter((rule) => !rules.has(rule)),
        ...cited.points.filter((point) => !points.has(point)).map((point) => `W${point}`),
      ].map((id) => `${file} cites ${id}`);
    });
  expect(unknown).toEqual([]);
});

test("a citation of nothing would be found, however it is spelt", () => {
  expect(citedIn("4.3-12, 4.4 rules 8 and 11; wizard 33, 47 and W48")).toEqual({
    rules: ["4.3-12", "4.4-8", "4.4-11"],
    points: ["33", "47", "48"],
  });
});

test("the decisions' table of contents has every one of them, and nothing else", () => {
  const text = readFileSync("docs/decisions.md", "utf8");
  const slug = (heading: string) =>
    heading
      .toLowerCase()
      .replace(/[^\w\s-]/g, "")
      .replaceAll(" ", "-");
  const headings = [...text.matchAll(/^### (.+)$/gm)].map(([, heading = ""]) => slug(heading));
  const links = [...text.matchAll(/\]\(#(2026[^)]+)\)/g)].map(([, link]) => link);
  expect(links.sort()).toEqual(headings.sort());
});
