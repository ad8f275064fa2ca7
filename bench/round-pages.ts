import type { Answer, DeskClient, Query } from "./desk";
import { at, missed } from "./page";
import { cpuOf } from "./processes";

const WARM = 3;
export const CODE = "bench";
/** desk 9. */
export const GOAL_MS = 200;

export type Page = (string | number)[];

export type Whole = {
  head: DeskClient;
  other: DeskClient;
  family: DeskClient;
  query: Query;
  year: number;
  times: number;
  say: (text: string) => void;
  /** The service's process. */
  pid: number;
  pages: Page[];
};

export const board = (year: number) => `/desk/round?year=${year}`;

/** What the head looks at between the draw and the provisional list. */
export async function draftPages(whole: Whole) {
  const { head, query, year } = whole;
  await visit(whole, "the board", head, board(year));
  await visit(whole, "the board, a speciality open", head, await laneOf(whole));
  const [row] = await query<{ reference: string; to: string }>(
    `select e.reference, (r.wishes -> 0 ->> 0) || '/' || coalesce(r.wishes -> 0 ->> 1, '') as to
     from round_entries r join enrollments e on e.id = r.enrollment_id order by r.points, r.drawn desc limit 1`,
  );
  const move = `/desk/round/move?year=${year}&reference=${row?.reference}`;
  await visit(whole, "somebody is to be moved", head, move);
  await visit(whole, "what a move changes", head, `${move}&to=${encodeURIComponent(row?.to ?? "")}`);
}

/** The address of the fullest speciality's people. */
async function laneOf({ query, year }: Whole) {
  const [row] = await query<{ id: number }>(
    `select speciality_id as id from speciality_choices where school_year_id = $1 and option = 1
     group by 1 order by count(*) desc limit 1`,
    [year],
  );
  return `${board(year)}&lane=${row?.id}`;
}

/** What everybody may see of it. */
export async function publicPages(whole: Whole) {
  const { family, query } = whole;
  const [row] = await query<{ reference: string }>(
    "select e.reference from round_entries r join enrollments e on e.id = r.enrollment_id order by r.position desc limit 1",
  );
  const page = `/admission/${CODE}`;
  await visit(whole, "the public page", family, page);
  await visit(whole, "the public page, another of its list's", family, `${page}?page=2`);
  await visit(whole, "somebody's own line", family, `${page}?reference=${row?.reference}`);
  await visit(whole, "the frozen list as a file", family, `${page}/list.csv`);
}

/** Asks for a page so often, one after the other. */
export async function visit(
  { times, say, pid, pages }: Whole,
  work: string,
  desk: DeskClient,
  address: string,
) {
  say(work);
  for (let time = 0; time < WARM; time++) await desk.open(address);
  const used = cpuOf(pid);
  const seen: Answer[] = [];
  for (let time = 0; time < times; time++) seen.push(await desk.open(address));
  const ms = seen.map((answer) => answer.ms);
  const slowest = at(ms, 0.95);
  const size = Math.round(Buffer.byteLength(seen[0]?.page ?? "") / 1_000);
  const cpu = Math.round((cpuOf(pid) - used) / times);
  pages.push([
    work,
    Math.round(at(ms, 0.5)),
    `${Math.round(slowest)}${missed(slowest > GOAL_MS)}`,
    cpu,
    size,
  ]);
}
