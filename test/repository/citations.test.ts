import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const ids = (file: string, pattern: RegExp) =>
  new Set([...readFileSync(file, "utf8").matchAll(pattern)].map(([, id = ""]) => id));

const documented = new Set([
  ...ids("docs/interface.md", /^- \*\*([\d.-]+)\*\*/gm),
  ...ids("docs/wizard.md", /^- \*\*(W\d+)\*\*/gm),
  ...["desk", "families", "integrators"].flatMap((page) => [
    ...ids(`docs/${page}.md`, /^- \*\*(\w+ \d+)\*\*/gm),
  ]),
]);

/** SVG coordinates, not rules. */
const DRAWINGS = ":!components/ui/icons/paths.ts";

/** `4.3-8`, `4.3 rule 8`, `4.3 rules 8 and 11`; `W33`, `wizard 33, 42`; `desk 5`, `families 9 to 11`. */
const CITED =
  /\b(?:(4\.[34])-(\d+)|(4\.[34](?= )|W|wizard |desk |families |integrators )(?: ?rules? )?(\d+(?:(?:, | and | to )\d+)*))\b/g;

function findCitations(text: string): string[] {
  return [...text.matchAll(CITED)].flatMap(([, section, rule, document = "", numbers = ""]) => {
    if (section) return [`${section}-${rule}`];
    const prefix = /^4/.test(document) ? `${document}-` : /^[Ww]/.test(document) ? "W" : document;
    return (numbers.match(/\d+/g) ?? []).map((number) => `${prefix}${number}`);
  });
}

test("every rule that a comment or a test cites exists in a document", () => {
  expect(documented.size).toBe(20 + 47 + 46 + 28 + 18);
  const files = execFileSync(
    "git",
    [
      "ls-files",
      "*.ts",
      "*.tsx",
      "*.sql",
      "*.prisma",
      "*.md",
      "*.css",
      ":!test/repository/citations.test.ts",
      DRAWINGS,
    ],
    { encoding: "utf8" },
  );
  const unknown = files
    .split("\n")
    .filter(Boolean)
    .flatMap((file) => {
      const cited = findCitations(readFileSync(file, "utf8"));
      return cited.filter((id) => !documented.has(id)).map((id) => `${file} cites ${id}`);
    });
  expect(unknown).toEqual([]);
});

test("finds citations in every spelling", () => {
  expect(
    findCitations("4.3-12, 4.4 rules 8 and 11; wizard 33, 47 and W48 (desk 3, 40; families 21)"),
  ).toEqual(["4.3-12", "4.4-8", "4.4-11", "W33", "W47", "W48", "desk 3", "desk 40", "families 21"]);
});

/** A line with a test's title. */
const TITLE = /^\s*(?:(?:test|it|describe)\b.*\(|["`[])/;

test("every promise of the desk, to families and to integrators has a test that names it", () => {
  const files = execFileSync(
    "git",
    [
      "ls-files",
      "*.test.ts",
      "*.test.tsx",
      "*.spec.ts",
      "test/pages/*.ts",
      ":!test/repository/citations.test.ts",
    ],
    { encoding: "utf8" },
  );
  const named = new Set(
    files
      .split("\n")
      .filter(Boolean)
      .flatMap((file) => readFileSync(file, "utf8").split("\n"))
      .flatMap((line) => (TITLE.test(line) ? findCitations(line) : [])),
  );
  const promises = [...documented].filter((id) => /^(desk|families|integrators) /.test(id));
  expect(promises.filter((id) => !named.has(id))).toEqual([]);
});

/** Tasks in docs/office/README.md with their pages and forms. */
const tasks = [
  ...readFileSync("docs/office/README.md", "utf8").matchAll(
    /^\| (\d+) \|[^|]*\| `(\/desk[^`]*)` \| \[[^\]]*\]\(\.\.\/\.\.\/([^)]*)\) \|$/gm,
  ),
].map(([, number = "", address = "", file = ""]) => ({ number, address, file }));

test("desk 43: each task of a year is done on its page by the named flow or scenario", () => {
  expect(tasks.map(({ number }) => Number(number))).toEqual(
    Array.from({ length: 33 }, (_, index) => index + 1),
  );
  const missing = tasks.filter(({ address, file }) => {
    const text = readFileSync(file, "utf8");
    const [last = ""] = address.split("/").slice(-1);
    if (file.endsWith(".spec.ts")) return !text.includes(last);
    return !text.split("\n").some((line) => /^# \w/.test(line) && line.includes(` on ${address}`));
  });
  expect(missing).toEqual([]);
});

test("every file that a document links to exists", () => {
  const documents = execFileSync("git", ["ls-files", "*.md"], { encoding: "utf8" })
    .split("\n")
    .filter(Boolean);
  const lost = documents.flatMap((file) => {
    const links = [...readFileSync(file, "utf8").matchAll(/\]\((?![a-z]+:|[/#])([^)#\s]+)/g)];
    return links
      .map(([, link = ""]) => link)
      .filter((link) => !existsSync(path.join(path.dirname(file), link)))
      .map((link) => `${file} links to ${link}`);
  });
  expect(lost).toEqual([]);
});

test("every picture in docs/pictures is shown by a document", () => {
  const documents = globSync("{README.md,docs/**/*.md}").map((file) => readFileSync(file, "utf8"));
  const pictures = globSync("docs/pictures/*.jpg").map((file) => file.slice("docs/".length));
  expect(pictures.length).toBeGreaterThan(5);
  expect(pictures.filter((picture) => !documents.some((text) => text.includes(`${picture})`)))).toEqual([]);
});

test("e2e/README.md lists every flow, and no other", () => {
  const table = readFileSync("e2e/README.md", "utf8").split("| flow ")[1]?.split("\n").slice(2) ?? [];
  let folder = "";
  const named = table.flatMap((line) =>
    [...(line.split(" | ")[0]?.matchAll(/`(?:(\w+)\/)?([\w*-]+)`/g) ?? [])].flatMap(([, directory, name]) => {
      folder = directory ?? folder;
      return globSync(`e2e/${folder}/${name}.spec.ts`).concat(
        name === "*" ? [] : `e2e/${folder}/${name}.spec.ts`,
      );
    }),
  );
  expect([...new Set(named)].sort()).toEqual(globSync("e2e/*/*.spec.ts").sort());
});
