import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import scripts from "@/package.json" with { type: "json" };

const TASK = /^\| (\d+) +\| ([^|]+?) +\| ([^|]+?) +\| ([^|]*?) *\|$/gm;

const tasks = [...readFileSync("docs/office/README.md", "utf8").matchAll(TASK)].map(
  ([, number, what, where = "", by = ""]) => ({
    number: Number(number),
    what,
    pages: [...where.matchAll(/`(\/[^`]+)`/g)].map(([, address = ""]) => address),
    commands: [...where.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name),
    walkedBy: [...by.matchAll(/\]\(\.\.\/\.\.\/([^)]+)\)/g)].map(([, file = ""]) => file),
  }),
);

/** With route groups, which are no part of the address. */
const withGroups = (folder: string) => [
  folder,
  ...readdirSync(folder)
    .filter((name) => name[0] === "(")
    .map((name) => path.join(folder, name)),
];

/** The address has a page, possibly with parameters. */
function isPage(address: string): boolean {
  let folders = withGroups(path.join("app", "[locale]"));
  for (const part of address.split("/").filter(Boolean)) {
    const inside = folders.flatMap((folder) => readdirSync(folder).map((name) => path.join(folder, name)));
    const found =
      inside.find((entry) => path.basename(entry) === part) ??
      inside.find((entry) => path.basename(entry)[0] === "[");
    if (!found) return false;
    folders = withGroups(found);
  }
  return folders.some((folder) => existsSync(path.join(folder, "page.tsx")));
}

test("desk 43: the 39 tasks of a year, each where the table says, and walked by what it names", () => {
  expect(tasks.map(({ number }) => number)).toEqual(Array.from({ length: 39 }, (_, at) => at + 1));
  const wrong = tasks.flatMap(({ number, what, pages, commands, walkedBy }) => [
    ...pages.filter((page) => !isPage(page)).map((page) => `${number}: there is no page ${page}`),
    ...commands
      .filter((name) => !(name in scripts.scripts))
      .map((name) => `${number}: there is no command ${name}`),
    ...(pages.length > 0 && walkedBy.length === 0 ? [`${number}: nothing walks ${what}`] : []),
    ...pages.flatMap((page) =>
      walkedBy
        .filter((file) => !readFileSync(file, "utf8").includes(page.split("/").slice(0, 3).join("/")))
        .map((file) => `${number}: ${file} does not open ${page}`),
    ),
  ]);
  expect(wrong).toEqual([]);
});
