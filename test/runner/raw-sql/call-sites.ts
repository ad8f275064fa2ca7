import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Plugin as BuildPlugin } from "esbuild";
import type { Plugin } from "vitest/config";

/** Files with raw SQL. */
const SOURCES = "{lib,server,commands,app,prisma}/**/*.{ts,tsx}";

/** Calls that send SQL text or build it, except transaction control. */
const CALL =
  /(?<optional>\??)\.(?<name>\$(?:query|execute)Raw(?:Unsafe)?|query|sql)(?=[<`(])(?!\("(?:begin|commit|rollback)\b)/g;

/** Calls not reached by tests, with the process that runs them or the reason. */
const REACHED_ELSEWHERE: [file: string, call: string, why: string][] = [
  [
    "lib/platform/database/embedded.ts",
    "const waitForServerLock = () => session.query(",
    "a serving process, test/system/kill-recovery.test.ts",
  ],
];

/** `lib/mail/pause.ts:23` */
const listSites = (): string[] => [
  ...new Set(
    globSync(SOURCES)
      .filter(isProduct)
      .flatMap((file) =>
        listCalls(file, readFileSync(file, "utf8")).filter((call) => !isReachedElsewhere(file, call)),
      )
      .map(({ site }) => site),
  ),
];

/**
 * Calls that were not reached.
 * @param ran recorded sites, one per line
 */
export function listUnreachedCalls(ran: string): string[] {
  const reached = new Set(ran.split("\n"));
  return listSites().filter((site) => !reached.has(site));
}

/** Inserts a call of `noteRanSql` (record-call.ts) on the same line. */
export function instrument(file: string, source: string): string {
  let text = source;
  for (const { site, at, length, optional, name } of listCalls(file, source).reverse())
    text = `${text.slice(0, at)}${optional && "?."}[(globalThis.noteRanSql?.("${site}"), "${name}")]${text.slice(at + length)}`;
  return text;
}

function listCalls(file: string, source: string) {
  return [...source.matchAll(CALL)].flatMap(({ index, 0: found, groups }) => {
    const before = source.slice(0, index);
    const line = before.slice(before.lastIndexOf("\n") + 1);
    if (/^\s*(?:\*|\/\*|\/\/)/.test(line)) return []; // in a comment
    const site = `${file}:${before.split("\n").length}`;
    const text = line + source.slice(index).split("\n")[0];
    return [{ site, text, at: index, length: found.length, optional: groups?.optional, name: groups?.name }];
  });
}

const isReachedElsewhere = (file: string, { text }: { text: string }) =>
  REACHED_ELSEWHERE.some(([path, call]) => path === file && text.includes(call));

const isProduct = (file: string) => !/\.test\.tsx?$/.test(file) && path.matchesGlob(file, SOURCES);

const toRelativePath = (id: string) => path.relative(".", id.split("?")[0] ?? "");

/** For vitest. */
export const rawSqlPlugin: Plugin = {
  name: "mark-raw-sql",
  enforce: "pre",
  transform: (source, id) =>
    isProduct(toRelativePath(id)) ? { code: instrument(toRelativePath(id), source), map: null } : undefined,
};

/** For programs started by tests. */
export const rawSqlEsbuildPlugin: BuildPlugin = {
  name: "mark-raw-sql",
  setup: (build) =>
    build.onLoad({ filter: /\.tsx?$/ }, ({ path: id }) => {
      if (!isProduct(toRelativePath(id))) return;
      const loader = id.endsWith("x") ? "tsx" : "ts";
      return { contents: instrument(toRelativePath(id), readFileSync(id, "utf8")), loader };
    }),
};
