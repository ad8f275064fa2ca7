import { globSync } from "node:fs";
import fc from "fast-check";
import { createDeskSession } from "@/e2e/support/pages/desk-session";
import type { Database } from "@/e2e/support/servers/school";
import { type FilterName, filterNames, getFilterValues, sorts } from "@/lib/desk/list/filters";
import { aMinor, anAdult } from "../support/data/factories";
import { withEmbeddedClient } from "../support/database/embedded-client";
import { retryWhileBusy, sendRequest } from "../support/http/http-client";
import { type FuzzReport, type FuzzRequest, runFuzz } from "./fuzz-report";

const ids = ["1", "2", "3", "7", "26", "27"];
const days = ["2025-09-01", "2026-02-28", "2026-11-23"];

/** Values of the list's filters. */
const filters = {
  ...(Object.fromEntries(filterNames.map((name) => [name, getFilterValues(name)])) as Record<
    FilterName,
    readonly string[]
  >),
  ...{ year: ids, speciality: ids, syllabus: ids, label: ids, from: days, until: days },
};

/**
 * Enrolls families, then reads with random parameters: the desk's list, lists of the API, and all pages
 * without parameters.
 * @param cookie of a desk session
 */
export async function fuzzReadRequests(
  base: string,
  { key, cookie }: { key: string; cookie: string },
  options: { seed: number; runs: number },
): Promise<FuzzReport> {
  const init = { headers: { Cookie: cookie } };
  const references = await enrollSome(base, key);
  const read = (path: string): FuzzRequest => ({ method: "GET", path, init });
  const asKey = (path: string): FuzzRequest => ({
    ...read(path),
    init: { headers: { Authorization: `Bearer ${key}` } },
  });
  const shapes = fc.oneof(
    { weight: 6, arbitrary: arbitraryDeskQuery(references).map(read) },
    { weight: 2, arbitrary: arbitraryApiQuery().map(asKey) },
    { weight: 1, arbitrary: fc.constantFrom(...listPages()).map(read) },
  );
  return runFuzz(base, shapes, options, () => undefined);
}

/** Enough for several pages; returns references. */
async function enrollSome(base: string, key: string): Promise<string[]> {
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  const enrollments = Array.from({ length: 30 }, async (_, index) => {
    const [kind, body] = index % 3 === 0 ? ["minor", aMinor()] : ["adult", anAdult()];
    const path = `${base}/api/v1/academic/${kind}_enrollment`;
    const answer = await retryWhileBusy(() =>
      sendRequest("POST", path, { headers, body: JSON.stringify(body) }),
    );
    if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`);
    return String(answer.headers["enrollment-reference"]);
  });
  return Promise.all(enrollments);
}

/** Random filters, orders, positions and search texts. */
function arbitraryDeskQuery(references: string[]): fc.Arbitrary<string> {
  const filter = fc
    .constantFrom(...(Object.keys(filters) as FilterName[]))
    .chain((name) => fc.constantFrom(...filters[name]).map((value) => [name, value] as const));
  const option = fc.oneof(
    fc.constantFrom(...sorts).map((sort) => ["sort", sort] as const),
    fc.tuple(fc.constantFrom("after", "before"), fc.constantFrom(...references)),
    fc.constantFrom("a", "garcia", "6001", "@example").map((text) => ["q", text] as const),
  );
  return fc
    .tuple(fc.array(filter, { maxLength: 4 }), fc.array(option, { maxLength: 2 }))
    .map(([chosenFilters, others]) => {
      // Without a year the list redirects.
      const parameters = new URLSearchParams({
        year: "all",
        ...Object.fromEntries([...chosenFilters, ...others]),
      });
      return `/desk/enrollments?${parameters}`;
    });
}

/** Random page sizes. */
const arbitraryApiQuery = () =>
  fc
    .tuple(fc.constantFrom("academic/enrollments", "events"), fc.integer({ min: 1, max: 200 }))
    .map(([list, limit]) => `/api/v1/${list}?limit=${limit}`);

/** Pages without path parameters. */
function listPages(): string[] {
  const files = globSync("app/[[]locale]/**/page.tsx").filter((file) => !file.slice(12).includes("["));
  return files.map((file) => `/${getFolders(file).join("/")}`);
}

/** Without route groups. */
const getFolders = (file: string) =>
  file
    .split("/")
    .slice(2, -1)
    .filter((folder) => !folder.startsWith("("));

/** An administrator's session cookie for the running school in a folder. */
export const createDeskCookie = async (dataDir: string): Promise<string> =>
  withEmbeddedClient(dataDir, async (client) => {
    const query: Database["query"] = async (sql, values) => (await client.query(sql, values)).rows;
    return `desk=${await createDeskSession({ query }, "admin", "Marta")}`;
  });
