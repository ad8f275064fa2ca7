import type { Answer, DeskClient, Query } from "../desk";
import { getCpuTime } from "./process-usage";
import { formatMissed, getPercentile } from "./report";

const WARM = 3;
export const ROUND_CODE = "bench";
/** desk 9. */
export const GOAL_MS = 200;

export type BenchRow = (string | number)[];

export type RoundFixture = {
  head: DeskClient;
  other: DeskClient;
  family: DeskClient;
  query: Query;
  year: number;
  times: number;
  print: (text: string) => void;
  /** The service's process. */
  pid: number;
  pages: BenchRow[];
};

export const getBoardAddress = (year: number) => `/desk/round?year=${year}`;

/** What the head looks at between the draw and the provisional list. */
export async function measureDraftPages(fixture: RoundFixture) {
  const { head, query, year } = fixture;
  await measureVisit(fixture, "draft: board", head, getBoardAddress(year));
  await measureVisit(fixture, "draft: board with one speciality open", head, await laneOf(fixture));
  const [row] = await query<{ reference: string; to: string }>(
    `select e.reference, (r.wishes -> 0 ->> 0) || '/' || coalesce(r.wishes -> 0 ->> 1, '') as to
     from round_entries r join enrollments e on e.id = r.enrollment_id order by r.points, r.drawn desc limit 1`,
  );
  const move = `/desk/round/move?year=${year}&reference=${row?.reference}`;
  await measureVisit(fixture, "move form", head, move);
  await measureVisit(fixture, "move preview", head, `${move}&to=${encodeURIComponent(row?.to ?? "")}`);
}

/** The address of the fullest speciality's people. */
async function laneOf({ query, year }: RoundFixture) {
  const [row] = await query<{ id: number }>(
    `select speciality_id as id from speciality_choices where school_year_id = $1 and option = 1
     group by 1 order by count(*) desc limit 1`,
    [year],
  );
  return `${getBoardAddress(year)}&lane=${row?.id}`;
}

/** What everybody may see of it. */
export async function measurePublicPages(fixture: RoundFixture) {
  const { family, query } = fixture;
  const [row] = await query<{ reference: string }>(
    "select e.reference from round_entries r join enrollments e on e.id = r.enrollment_id order by r.position desc limit 1",
  );
  const page = `/admission/${ROUND_CODE}`;
  await measureVisit(fixture, "public page", family, page);
  await measureVisit(fixture, "public page, second page of the list", family, `${page}?page=2`);
  await measureVisit(fixture, "public page, one's own row", family, `${page}?reference=${row?.reference}`);
  await measureVisit(fixture, "public list as a file", family, `${page}/list.csv`);
}

/** Asks for a page so often, one after the other. */
export async function measureVisit(
  { times, print, pid, pages }: RoundFixture,
  name: string,
  desk: DeskClient,
  address: string,
) {
  print(name);
  for (let time = 0; time < WARM; time++) await desk.open(address);
  const used = getCpuTime(pid);
  const seen: Answer[] = [];
  for (let time = 0; time < times; time++) seen.push(await desk.open(address));
  const ms = seen.map((answer) => answer.ms);
  const slowest = getPercentile(ms, 0.95);
  const size = Math.round(Buffer.byteLength(seen[0]?.page ?? "") / 1_000);
  const cpu = Math.round((getCpuTime(pid) - used) / times);
  pages.push([
    name,
    Math.round(getPercentile(ms, 0.5)),
    `${Math.round(slowest)}${formatMissed(slowest > GOAL_MS)}`,
    cpu,
    size,
  ]);
}
