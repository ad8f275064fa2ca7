import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Plugin as BuildPlugin } from "esbuild";
import type { Plugin } from "vitest/config";

/** Where the product's raw SQL stands. */
const SOURCES = "{lib,server,commands,app,prisma}/**/*.{ts,tsx}";

/** What sends SQL as text, and what makes pieces of such a text; a transaction's ends name no column. */
const CALL =
  /(?<optional>\??)\.(?<name>\$(?:query|execute)Raw(?:Unsafe)?|query|sql)(?=[<`(])(?!\("(?:begin|commit|rollback)\b)/g;

/** What no test's own process runs, though it names no column of ours, and who does, or what it would take. */
const ELSEWHERE: [file: string, call: string, why: string][] = [
  [
    "lib/platform/database/embedded.ts",
    "const waitForServerLock = () => session.query(",
    "a serving process, test/system/kill-recovery.test.ts",
  ],
];

/** Where text is sent to PostgreSQL or made for it: `lib/mail/pause.ts:23`. */
const sites = (): string[] => [
  ...new Set(
    globSync(SOURCES)
      .filter(isProduct)
      .flatMap((file) => calls(file, readFileSync(file, "utf8")).filter((call) => !isElsewhere(file, call)))
      .map(({ site }) => site),
  ),
];

/** Which of them are missing. @param ran what the processes of a run noted, a line for each site */
export function listUnreachedCalls(ran: string): string[] {
  const reached = new Set(ran.split("\n"));
  return sites().filter((site) => !reached.has(site));
}

/** The source with a note at each call, on the same line, of `noteRanSql` in note.ts. */
export function instrument(file: string, source: string): string {
  let text = source;
  for (const { site, at, length, optional, name } of calls(file, source).reverse())
    text = `${text.slice(0, at)}${optional && "?."}[(globalThis.noteRanSql?.("${site}"), "${name}")]${text.slice(at + length)}`;
  return text;
}

function calls(file: string, source: string) {
  return [...source.matchAll(CALL)].flatMap(({ index, 0: found, groups }) => {
    const before = source.slice(0, index);
    const line = before.slice(before.lastIndexOf("\n") + 1);
    if (/^\s*(?:\*|\/\*|\/\/)/.test(line)) return []; // said in a comment
    const site = `${file}:${before.split("\n").length}`;
    const text = line + source.slice(index).split("\n")[0];
    return [{ site, text, at: index, length: found.length, optional: groups?.optional, name: groups?.name }];
  });
}

const isElsewhere = (file: string, { text }: { text: string }) =>
  ELSEWHERE.some(([place, call]) => place === file && text.includes(call));

const isProduct = (file: string) => !/\.test\.tsx?$/.test(file) && path.matchesGlob(file, SOURCES);

const fileOf = (id: string) => path.relative(".", id.split("?")[0] ?? "");

/** For vitest, which runs the sources. */
export const rawSqlPlugin: Plugin = {
  name: "mark-raw-sql",
  enforce: "pre",
  transform: (source, id) =>
    isProduct(fileOf(id)) ? { code: instrument(fileOf(id), source), map: null } : undefined,
};

/** For the programs that the tests start. */
export const rawSqlEsbuildPlugin: BuildPlugin = {
  name: "mark-raw-sql",
  setup: (build) =>
    build.onLoad({ filter: /\.tsx?$/ }, ({ path: id }) => {
      if (!isProduct(fileOf(id))) return;
      const loader = id.endsWith("x") ? "tsx" : "ts";
      return { contents: instrument(fileOf(id), readFileSync(id, "utf8")), loader };
    }),
};
