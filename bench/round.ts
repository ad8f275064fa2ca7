import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { createDeskSession } from "@/e2e/support/pages/desk-session";
import { allot } from "@/lib/admission/board/allot";
import { type Answer, createDeskClient, type DeskClient, type Query } from "./desk";
import type { Bench } from "./run";
import { fillSchool } from "./support/fill-school";
import { startService } from "./support/peer-server";
import { getCpuTime } from "./support/process-usage";
import { formatMissed, formatTable } from "./support/report";
import {
  type BenchRow,
  GOAL_MS,
  getBoardAddress,
  measureDraftPages,
  measurePublicPages,
  measureVisit,
  ROUND_CODE,
  type RoundFixture,
} from "./support/round-pages";

/** Of a desk with so many enrollments two years of three have two fifths each, of whom three in four wish for what the round gives. */
const FULL = { enrollments: 9_650, times: 40 };
const BRIEF = { enrollments: 750, times: 5 };
const LIMITS = 60;
const LOOK_EVERY_MS = 200;
/** admission 8, and for all to be told. */
const GOAL_ALLOT_MS = 1_000;
const GOAL_TOLD_S = 60;

type Timed = { name: string; ms: number; cpu?: number; goal?: number };

/** A round of a whole year: its steps as the head presses them, its pages, and everybody told. */
export const bench: Bench = {
  title: "Performance of an admission round",
  file: "docs/performance-round.md",
  async measure(school, { brief, print }) {
    const { enrollments, times } = brief ? BRIEF : FULL;
    print("Filling a year");
    await fillSchool(school.url, enrollments);
    const database = new pg.Client(school.url);
    await database.connect();
    const query: Query = async (sql, values) => (await database.query(sql, values)).rows;
    const year = await prepareYear(query);
    const service = await startService(school.url, { PROCESSES: "1" });
    try {
      const head = createDeskClient(
        service.base,
        `desk=${await createDeskSession({ query }, "head", "Marta Vila")}`,
      );
      const other = createDeskClient(
        service.base,
        `desk=${await createDeskSession({ query }, "secretary", "Rosa Pi")}`,
      );
      const family = createDeskClient(service.base, "");
      const { pid } = service;
      const fixture = { head, other, family, query, year, times, print, pid, pages: [] as BenchRow[] };
      const steps: Timed[] = [];
      await toDraft(fixture, steps);
      await publish(fixture, steps);
      const notified = await notifyAll(fixture, steps);
      return [
        about(notified.count, times),
        formatTable(
          ["step", "ms", "CPU time of Node, ms"],
          [measureAllotment(notified.count), ...steps].map(row),
        ),
        "## Pages",
        formatTable(["page", "p50, ms", "p95, ms", "CPU time of Node, ms", "kB"], fixture.pages),
        "## Notification",
        formatNotification(notified),
      ];
    } finally {
      await database.end();
      await service.stop();
    }
  },
};

/** Everybody of the fullest year is pending, and its places are few: by speciality, and by pairs up to sixty limits. */
async function prepareYear(query: Query): Promise<number> {
  const [row] = await query<{ year: number }>(
    "select max(school_year_id) as year from (select school_year_id, rank() over (order by count(*) desc) from enrollments group by 1) y where rank = 1",
  );
  const year = row?.year ?? 0;
  await query("delete from decisions where school_year_id = $1", [year]);
  await query("delete from places where school_year_id = $1", [year]);
  await query(
    `update enrollments set state = 'pending', decided_state = 'pending', assigned_speciality_id = null,
       assigned_syllabus_id = null where school_year_id = $1`,
    [year],
  );
  await query(
    `insert into places (school_year_id, speciality_id, syllabus_id, places)
     select $1, speciality_id, syllabus_id, 20 from (
       select 0 as sort, id as speciality_id, null::int as syllabus_id from specialities where school_year_id = $1
       union all
       select 1, s.id, y.id from specialities s cross join syllabi y where s.school_year_id = $1 and y.school_year_id = $1
     ) all_places order by sort, hashint8(speciality_id * 1000003::bigint + coalesce(syllabus_id, 0)) limit ${LIMITS}`,
    [year],
  );
  // Where pairs are limited a list is not final before each place names its course (admission 3).
  await query(
    `insert into syllabus_choices (enrollment_id, option, syllabus_id, school_year_id)
     select enrollment_id, option, (select min(id) from syllabi where school_year_id = $1), $1
     from speciality_choices where school_year_id = $1 on conflict do nothing`,
    [year],
  );
  return year;
}

/** Plan, points, freeze and draw. */
async function toDraft(fixture: RoundFixture, steps: Timed[]) {
  const { head, other, query, year } = fixture;
  const step = timed(steps, fixture);
  const form = await head.open(getBoardAddress(year));
  const plan = { name: "Convocatoria", round: ROUND_CODE, points_resident: "3", points_large_family: "1" };
  await step("round planned", () => head.post(form, { control: "name", values: plan, expected: ROUND }));
  await step("round opened", () => act(head, `${getBoardAddress(year)}&opening=yes`, "step-open"));
  await query(
    `insert into merits (enrollment_id, criterion_id, state, checked_at)
     select e.id, c.id, 'checked', now() from enrollments e cross join criteria c
     where e.school_year_id = $1 and c.source = 'claimed' and hashtext(e.id::text || c.code) % 2 = 0`,
    [year],
  );
  await query("analyze merits");
  await measureVisit(fixture, "open: board", head, getBoardAddress(year));
  await step("list closed", () => act(head, `/desk/round/freeze?year=${year}`, "step-freeze"));
  await measureVisit(fixture, "closed: number form", head, getBoardAddress(year));
  for (const [desk, name] of [
    [head, "number entered"],
    [other, "number entered again, draw"],
  ] as const)
    await step(name, () => act(desk, getBoardAddress(year), "number", { number: "048275916" }));
  await measureDraftPages(fixture);
}

async function publish(fixture: RoundFixture, steps: Timed[]) {
  const { head, year, query } = fixture;
  const step = timed(steps, fixture);
  await step("provisional list published", () => act(head, getBoardAddress(year), "step-provisional"));
  await objectToList(query);
  await measureVisit(fixture, "provisional: board with thirty objections", head, getBoardAddress(year));
  await query("update objections set upheld = false, answer = 'No consta.', answered_at = now()");
  await step("final list published, decisions stored", () => act(head, getBoardAddress(year), "step-final"));
  await measureVisit(fixture, "final: board", head, getBoardAddress(year));
  await measurePublicPages(fixture);
}

const objectToList = (query: Query) =>
  query(
    `insert into objections (round_id, enrollment_id, person_id, words)
     select r.round_id, r.enrollment_id, e.student_id, repeat('Vivimos en el municipio desde enero. ', 5)
     from round_entries r join enrollments e on e.id = r.enrollment_id order by r.position limit 30`,
  );

const ROUND = /^\/desk\/round(\?|$)/;

async function act(desk: DeskClient, address: string, control: string, values: Record<string, string> = {}) {
  return desk.post(await desk.open(address), { control, values, expected: ROUND });
}

const timed =
  (steps: Timed[], { print, pid }: RoundFixture) =>
  async (name: string, run: () => Promise<Answer>) => {
    print(name);
    const [started, used] = [performance.now(), getCpuTime(pid)];
    await run();
    steps.push({ name, ms: performance.now() - started, cpu: getCpuTime(pid) - used });
  };

/** The list is told as the head tells it, its quarter of an hour left away: until the last mail stands in the queue. */
async function notifyAll(fixture: RoundFixture, steps: Timed[]) {
  const { head, query, year, pid } = fixture;
  const step = timed(steps, fixture);
  const form = await head.open(`/desk/tell?year=${year}`);
  const [unnotified] = await query<{ count: number }>(
    "select count(*)::int as count from decisions where status = 'untold' and with_list and school_year_id = $1",
    [year],
  );
  const count = unnotified?.count ?? 0;
  const check = await head.post(form, { control: "day", values: {}, expected: /^\/desk\/tell\/check/ });
  await measureVisit(fixture, "notification preview", head, check.address);
  await step("notification started", () =>
    head.post(check, { control: "count", values: { typed: String(count) }, expected: /^\/desk\/tell(\?|$)/ }),
  );
  const [before] = await query<{ count: number }>("select count(*)::int as count from mail_messages");
  await query("update decisions set tell_at = now() where status = 'untold' and tell_at is not null");
  const [started, used] = [performance.now(), getCpuTime(pid)];
  for (;;) {
    await wait(LOOK_EVERY_MS);
    const [left] = await query<{ count: number }>(
      "select count(*)::int as count from decisions where status = 'untold' and tell_at is not null",
    );
    if (left?.count === 0) break;
  }
  const seconds = (performance.now() - started) / 1_000;
  const [after] = await query<{ count: number }>("select count(*)::int as count from mail_messages");
  const cpu = (getCpuTime(pid) - used) / 1_000;
  return { count, seconds, cpu, mails: (after?.count ?? 0) - (before?.count ?? 0) };
}

type NotificationResult = Awaited<ReturnType<typeof notifyAll>>;

/** The allotment by itself, of as many as there are, each with three wishes for pairs. */
function measureAllotment(count: number): Timed {
  const people = Array.from({ length: count }, (_, nth) => ({
    reference: `R${nth}`,
    choices: [0, 1, 2].map((option) => ({
      specialityId: (nth * 7 + option * 11) % LIMITS,
      syllabusId: nth % 6,
    })),
  }));
  const limits = Array.from({ length: LIMITS }, (_, id) => ({
    specialityId: id,
    syllabusId: null,
    free: 20,
  }));
  const started = performance.now();
  allot(people, limits);
  return { name: "allotment algorithm alone", ms: performance.now() - started, goal: GOAL_ALLOT_MS };
}

const row = ({ name, ms, cpu, goal }: Timed) => [
  name,
  `${Math.round(ms)}${formatMissed(goal !== undefined && ms > goal)}`,
  cpu ?? "",
];

const about = (
  count: number,
  times: number,
) => `A round decides the ${count.toLocaleString("en")} requests of a school year with ${LIMITS} limits of places; \`npm start\` runs with one serving process. The time of a step
includes opening its page and the page that it leads to. The bench requests each page ${times} times, one after the other. Goals:
the allotment within ${GOAL_ALLOT_MS} ms, 95 of 100 pages within ${GOAL_MS} ms, all mails in the queue within ${GOAL_TOLD_S} s.`;

const formatNotification = ({ count, seconds, cpu, mails }: NotificationResult) =>
  `${count.toLocaleString("en")} decisions were notified in ${Math.round(seconds)} s${formatMissed(seconds > GOAL_TOLD_S)}: ${mails.toLocaleString("en")} mails in the queue, ${Math.round(count / seconds)} decisions per second. Node used ${Math.round(cpu)} s
of CPU time, including delivery of mails to the mailbox.`;
