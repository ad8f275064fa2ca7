import { setTimeout as wait } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import pg from "pg";
import { createDeskSession } from "@/e2e/support/pages/desk-session";
import { parseForms } from "@/test/support/http/html-forms";
import type { Bench } from "./run";
import { listDeskVisits } from "./support/desk-visits";
import { fillSchool } from "./support/fill-school";
import { startService } from "./support/peer-server";
import { watchProcesses } from "./support/process-usage";
import { formatMissed, formatTable, getPercentile } from "./support/report";

const FULL = { enrollments: 50_000, times: 40 };
const BRIEF = { enrollments: 10_000, times: 3 }; // fewer would leave some lists empty
const WARM = 3;
const LOOK_EVERY_MS = 200;
/** How long a step on all is watched: it would go on for minutes. */
const WATCHED_MS = 15_000;
/** desk 9, and for what is done once with all of them. */
const GOAL_MS = 200;
const GOAL_ONCE_MS = 1_000;
/** Home and the list, compressed as they are sent. */
const GOAL_KB = 40;

export type Query = <Row extends pg.QueryResultRow>(sql: string, values?: unknown[]) => Promise<Row[]>;

/** What came back: milliseconds until all of it was here, redirects included. */
export type Answer = { ms: number; page: string; address: string };

/** The desk of a school with very many enrollments, page by page, as a browser without JavaScript asks for them. */
export const bench: Bench = {
  title: "Desk performance",
  file: "docs/performance-desk.md",
  async measure(school, { brief, print }) {
    const { enrollments, times } = brief ? BRIEF : FULL;
    print(`Filling a desk with ${enrollments} enrollments`);
    await fillSchool(school.url, enrollments);
    const database = new pg.Client(school.url);
    await database.connect();
    const query: Query = async (sql, values) => (await database.query(sql, values)).rows;
    const service = await startService(school.url, { PROCESSES: "1" });
    try {
      const desk = createDeskClient(
        service.base,
        `desk=${await createDeskSession({ query }, "admin", "Marta Vila")}`,
      );
      const pages: MeasuredPage[] = [];
      for (const { name, run } of await listDeskVisits(query)) {
        print(name);
        for (let time = 0; time < WARM; time++) await run(desk);
        const answers: Answer[] = [];
        for (let time = 0; time < times; time++) answers.push(await run(desk));
        pages.push({ name, ms: answers.map(({ ms }) => ms), page: answers[0]?.page ?? "" });
      }
      const fixture = { desk, query, enrollments, print, megabytesOf: measureMemory(service.pid) };
      return [
        formatIntroduction(enrollments, times, pages),
        formatPages(pages),
        ...(await measureBulkActions(fixture)),
      ];
    } finally {
      await database.end();
      await service.stop();
    }
  },
};

type MeasuredPage = { name: string; ms: number[]; page: string };

/** A browser without JavaScript at the desk, with the cookie of somebody who has signed in. */
export function createDeskClient(base: string, cookie: string) {
  /** Follows to where it leads, and fails where that is not what was expected: a refusal is answered quickly too. */
  async function request(address: string, expected: RegExp, init: RequestInit = {}): Promise<Answer> {
    const startedAt = performance.now();
    const response = await fetch(base + address, {
      ...init,
      redirect: "manual",
      headers: { cookie, origin: base },
    });
    const page = await response.text();
    const ms = performance.now() - startedAt;
    const location = response.headers.get("location");
    if (location) {
      const { pathname, search } = new URL(location, base);
      const target = await request(pathname + search, expected);
      return { ...target, ms: ms + target.ms };
    }
    if (response.status !== 200) throw new Error(`${address} answered ${response.status}`);
    if (!expected.test(address)) throw new Error(`${address} instead of ${expected}`);
    return { ms, page, address };
  }
  return {
    open: (address: string) => request(address, toPathPattern(address)),
    /** Posts the form of a page that has this name or a control of this name, with these values, which leads to what is expected. */
    post: ({ page, address }: Answer, { control, values, expected }: Post) => {
      const form = parseForms(page).find(({ html }) => html.includes(`="${control}"`));
      if (!form) throw new Error(`${address} has no form with ${control}`);
      const body = form.post();
      for (const [name, value] of Object.entries(values)) body.set(name, value);
      return request(address, expected, { method: "POST", body });
    },
  };
}

/** The page itself, whatever it adds to its address. */
const toPathPattern = (address: string) => new RegExp(`^${address.replace(/\?.*/, "")}(\\?|$)`);

type Post = { control: string; values: Record<string, string>; expected: RegExp };

export type DeskClient = ReturnType<typeof createDeskClient>;

/** The most memory of the service's processes while something is done. */
const measureMemory =
  (pid: number) =>
  async <T>(task: () => Promise<T>): Promise<{ value: T; megabytes: number }> => {
    const { stop } = watchProcesses(pid, LOOK_EVERY_MS);
    const value = await task().finally(() => {});
    return { value, megabytes: Math.max(...stop().map(({ megabytes }) => megabytes)) };
  };

type Fixture = {
  desk: DeskClient;
  query: Query;
  enrollments: number;
  print: (text: string) => void;
  megabytesOf: ReturnType<typeof measureMemory>;
};

/** What is done with all that the list shows: files, and steps on many. */
async function measureBulkActions(fixture: Fixture): Promise<string[]> {
  const { desk, megabytesOf, print } = fixture;
  const actions: (string | number)[][] = [];
  const jobs: (string | number)[][] = [];
  const step = async (name: string, run: () => Promise<Answer>) => {
    print(name);
    const { value, megabytes } = await megabytesOf(run);
    actions.push([
      name,
      `${Math.round(value.ms)}${formatMissed(value.ms > GOAL_ONCE_MS)}`,
      kilobytes(value.page),
      megabytes,
    ]);
    return value;
  };
  const runJob = async (name: string, run: () => Promise<number>) => {
    print(name);
    const startedAt = performance.now();
    const { value: rows, megabytes } = await megabytesOf(run);
    jobs.push([
      name,
      rows.toLocaleString("en"),
      Math.round((rows * 1_000) / (performance.now() - startedAt)),
      megabytes,
    ]);
  };
  for (const format of ["csv;", "xlsx"])
    await runJob(`export of the whole list, every column, ${format}`, () => createExport(fixture, format));

  const list = await desk.open("/desk/enrollments");
  const chosen = await step("selection of all", () =>
    desk.post(list, { control: "which", values: { which: "all" }, expected: /^\/desk\/bulk\/[^/]+$/ }),
  );
  const bulk = chosen.address.replace(/\?.*/, "");
  for (const [kind, values] of [
    ["accepted", { tell: "with_list" }],
    ["resend", {}],
    ["label", { label: "revisada" }],
  ] as const) {
    const form = await desk.open(`${bulk}?do=${kind}`);
    await step(`preview: ${kind}`, () =>
      desk.post(form, { control: "kind", values: { kind, ...values }, expected: /\/check(\?|$)/ }),
    );
  }
  const check = await desk.open(`${bulk}/check`);
  const [, count = ""] = /for="typed"[^>]*>\D*(\d+)/.exec(check.page) ?? []; // without those that have the label
  await runJob("label for all", async () => {
    await step("start of the action", () =>
      desk.post(check, {
        control: "version",
        values: { typed: count },
        expected: toPathPattern(bulk),
      }),
    );
    return waitForLabels(fixture);
  });
  await step("progress page", () => desk.open(bulk));
  return [
    `## Bulk actions

Selection of the whole list, and the preview of an action on it. Goal: ${GOAL_ONCE_MS} ms.`,
    formatTable(["step", "ms", "kB", "peak memory, MB"], actions),
    "## Background jobs",
    formatTable(["job", "rows", "rows per second", "peak memory, MB"], jobs),
  ];
}

/** The list as a file, asked for at its page and made by the worker. */
async function createExport({ desk, query }: Fixture, format: string): Promise<number> {
  const form = await desk.open("/desk/exports/new?from=2000-01-01");
  await desk.post(form, { control: "format", values: { format }, expected: /^\/desk\/exports(\?|$)/ });
  for (;;) {
    await wait(LOOK_EVERY_MS);
    const [row] = await query<{ status: string; written: number }>(
      "select status, written from exports order by created_at desc limit 1",
    );
    if (row?.status === "failed") throw new Error(`The export as ${format} failed`);
    if (row?.status === "ready") return row.written;
  }
}

async function waitForLabels({ query, enrollments }: Fixture): Promise<number> {
  for (const startedAt = performance.now(); ; ) {
    await wait(LOOK_EVERY_MS);
    const [row] = await query<{ finished: number }>("select count(outcome)::int as finished from bulk_rows");
    const finished = row?.finished ?? 0;
    if (finished === enrollments || performance.now() - startedAt > WATCHED_MS) return finished;
  }
}

const formatIntroduction = (enrollments: number, times: number, pages: MeasuredPage[]) => {
  const slow = pages.filter(({ ms }) => getPercentile(ms, 0.95) > GOAL_MS);
  return `${enrollments.toLocaleString("en")} generated enrollments of three years, served by \`npm start\` with one serving process. The bench requests each page ${times} times, one
after the other, as a browser without JavaScript does. The time of a search includes the page that it leads to. Goal
(desk 9): 95 of 100 within ${GOAL_MS} ms; missed by ${slow.length} of ${pages.length} pages. Home and the list: at most ${GOAL_KB} kB compressed.`;
};

function formatPages(pages: MeasuredPage[]): string {
  const first = getPercentile(pages.find(({ name }) => name === "list, first page")?.ms ?? [], 0.5);
  const rows = pages.map(({ name, ms, page }) => [
    name,
    Math.round(getPercentile(ms, 0.5)),
    `${Math.round(getPercentile(ms, 0.95))}${formatMissed(getPercentile(ms, 0.95) > GOAL_MS)}`,
    (getPercentile(ms, 0.5) / first).toFixed(1),
    kilobytes(page),
    formatSize(name, Math.round(gzipSync(page).length / 1_000)),
  ]);
  const heads = ["page", "p50, ms", "p95, ms", "relative to the list's first page", "kB", "kB compressed"];
  return formatTable(heads, rows);
}

const formatSize = (name: string, size: number) =>
  `${size}${formatMissed(/^(home|list,)/.test(name) && size > GOAL_KB)}`;

const kilobytes = (page: string) => Math.round(Buffer.byteLength(page) / 1_000);
