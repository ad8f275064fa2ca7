import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { signedIn } from "@/e2e/support/desk-session";
import { type DeskClient, deskClient } from "./desk-client";
import { sayDesk, writeDesk } from "./desk-report";
import { type Visit, visits } from "./desk-visits";
import { fillDesk } from "./fill-desk";
import type { Run } from "./measure";
import { type Peer, pinLoad, SERVICE_FLAGS, startPeer } from "./peer";
import { openSchool } from "./school";

const PORT = 3197;
const SERVICE = { PORT: String(PORT), APP_URL: `http://localhost:${PORT}`, ...SERVICE_FLAGS };
const FULL = { enrollments: 50_000, times: 40 };
const BRIEF = { enrollments: 2_000, times: 3 };
const WARM = 3;
const LOOK_EVERY_MS = 200;
/** How long a step on all is watched: it would go on for minutes. */
const WATCHED_MS = 15_000;

export type Query = <Row extends pg.QueryResultRow>(sql: string, values?: unknown[]) => Promise<Row[]>;

/** Milliseconds of each visit, with the last one's kilobytes. */
export type Visited = { work: string; ms: number[]; kilobytes: number };
/** A long piece of work: rows a second, and the most memory of the service's process meanwhile. */
export type Through = { work: string; rows: number; seconds: number; megabytes: number };

export type DeskFigures = { enrollments: number; visited: Visited[]; once: Visited[]; through: Through[] };

/** The desk of a school with very many enrollments, page by page, as a browser without JavaScript asks for them. */
export async function benchDesk({ brief, say }: Run) {
  const { enrollments, times } = brief ? BRIEF : FULL;
  const { buildIfStale } = await import("@/server/build");
  await buildIfStale(say);
  const school = await openSchool();
  const database = new pg.Client(school.url);
  try {
    say(`Filling a desk with ${enrollments} enrollments`);
    await fillDesk(school.url, enrollments);
    await database.connect();
    const query: Query = async (sql, values) => (await database.query(sql, values)).rows;
    pinLoad();
    const service = await startPeer("Matrícula", "service", SERVICE);
    try {
      const cookie = `desk=${await signedIn({ query }, "head", "Marta Vila")}`;
      const desk = deskClient(`http://localhost:${PORT}`, cookie);
      const visited: Visited[] = [];
      for (const visit of await visits(query)) visited.push(await timed(desk, visit, times, say));
      const { once, through } = await all({ desk, service, query, enrollments, say });
      const figures = { enrollments, visited, once, through };
      sayDesk(figures, say);
      if (!brief) await writeDesk(figures);
    } finally {
      service.stop();
    }
  } finally {
    await database.end();
    await school.close();
  }
}

async function timed(
  desk: DeskClient,
  { work, go }: Visit,
  times: number,
  say: Run["say"],
): Promise<Visited> {
  say(work);
  for (let warm = 0; warm < WARM; warm++) await go(desk);
  const ms: number[] = [];
  let bytes = 0;
  for (let time = 0; time < times; time++) {
    const answer = await go(desk);
    ms.push(answer.ms);
    bytes = answer.bytes;
  }
  return { work, ms, kilobytes: Math.round(bytes / 1_000) };
}

type Whole = { desk: DeskClient; service: Peer; query: Query; enrollments: number; say: Run["say"] };

/** What is done with all that the list shows: files, and steps on many. */
async function all(whole: Whole): Promise<Pick<DeskFigures, "once" | "through">> {
  const once: Visited[] = [];
  const through: Through[] = [];
  const step = async (work: string, go: () => ReturnType<DeskClient["open"]>) => {
    whole.say(work);
    const { value, megabytes } = await watched(whole.service, go);
    once.push({
      work: `${work} (${Math.round(megabytes)} MB)`,
      ms: [value.ms],
      kilobytes: Math.round(value.bytes / 1_000),
    });
    return value;
  };
  for (const format of ["csv;", "xlsx"]) through.push(await exported(whole, format));

  const list = await whole.desk.open("/desk/enrollments");
  const chosen = await step("all are chosen", () => whole.desk.post(list, "list", { which: "all" }));
  for (const [kind, values] of [
    ["accepted", { tell: "with_list" }],
    ["resend", {}],
    ["label", { label: "revisada" }],
  ] as const) {
    const form = await whole.desk.open(`${chosen.address}?do=${kind}`);
    await step(`looked at before: ${kind}`, () => whole.desk.post(form, "kind", { kind, ...values }));
  }
  const check = await whole.desk.open(`${chosen.address}/check`);
  const started = performance.now();
  const { value: done, megabytes } = await watched(whole.service, async () => {
    await step("it is begun", () => whole.desk.post(check, "version", { typed: String(whole.enrollments) }));
    return settledOf(whole, started);
  });
  await step("how far it is", () => whole.desk.open(chosen.address));
  through.push({
    work: "a label for all, in the background",
    rows: done,
    seconds: (performance.now() - started) / 1_000,
    megabytes,
  });
  return { once, through };
}

async function settledOf({ query, enrollments }: Whole, started: number): Promise<number> {
  for (;;) {
    await wait(LOOK_EVERY_MS);
    const [row] = await query<{ done: number }>("select count(outcome)::int as done from bulk_rows");
    const done = row?.done ?? 0;
    if (done === enrollments || performance.now() - started > WATCHED_MS) return done;
  }
}

/** The list as a file, asked for at its page and made by the worker. */
async function exported({ desk, service, query, say }: Whole, format: string): Promise<Through> {
  const work = `export of the whole list, every column, ${format}`;
  say(work);
  const page = await desk.open("/desk/exports/new");
  const started = performance.now();
  const { value: rows, megabytes } = await watched(service, async () => {
    await desk.post(page, "format", { format });
    for (;;) {
      await wait(LOOK_EVERY_MS);
      const [row] = await query<{ status: string; written: number }>(
        "select status, written from exports order by created_at desc limit 1",
      );
      if (row?.status === "failed") throw new Error(`${work} failed`);
      if (row?.status === "ready") return row.written;
    }
  });
  return { work, rows, seconds: (performance.now() - started) / 1_000, megabytes };
}

/** The most memory that the service's process had while something was done. */
async function watched<T>(service: Peer, work: () => Promise<T>): Promise<{ value: T; megabytes: number }> {
  let megabytes = 0;
  let over = false;
  const watching = (async () => {
    while (!over) {
      megabytes = Math.max(megabytes, (await service.vitals())?.rss ?? 0);
      await wait(LOOK_EVERY_MS);
    }
  })();
  const value = await work().finally(() => {
    over = true;
  });
  await watching;
  return { value, megabytes };
}
