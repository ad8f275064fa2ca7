import { Prisma } from "@/generated/prisma/client";
import { prisma } from "@/lib/prisma";
import { settings } from "@/lib/school/settings";
import { type Actor, demand } from "@/lib/staff/rights";
import { all, conditionsOf, MAIL_LOST } from "./conditions";
import type { Filters, ListQuery, Place, Sort } from "./filters";
import { searchCondition } from "./search";

const PAGE = 50;
const PIECE = 500;

const shown = {
  id: true,
  reference: true,
  state: true,
  decidedState: true,
  source: true,
  createdAt: true,
  schoolYear: { select: { year: true } },
  student: {
    select: { name: true, surname: true, birthDate: true, _count: { select: { guardians: true } } },
  },
  specialityChoices: { where: { option: 1 }, select: { speciality: { select: { name: true } } } },
  syllabusChoices: {
    where: { option: 1 },
    select: { syllabus: { select: { name: true, course: { select: { name: true } } } } },
  },
  labels: { select: { label: { select: { name: true } } }, orderBy: { label: { nameKey: "asc" } } },
} satisfies Prisma.EnrollmentSelect;

export type ListRow = Prisma.EnrollmentGetPayload<{ select: typeof shown }> & { mailLost: boolean };

export type ListPage = {
  total: number;
  rows: ListRow[];
  /** Where the neighbouring pages begin, if there are any. */
  next?: Place;
  previous?: Place;
};

/**
 * Fifty enrollments of a list, and how many it has in all.
 * @param words what is searched for, if anything
 */
export async function listEnrollments(
  actor: Actor,
  { filters, sort, place }: Omit<ListQuery, "search">,
  words?: string,
): Promise<ListPage> {
  demand(actor, "read");
  const backwards = place.before !== undefined;
  const { ids, total } = await idsOf(await conditions(filters, words), sort, place, PAGE + 1);
  const more = ids.length > PAGE;
  const page = ids.slice(0, PAGE);
  if (backwards) page.reverse();
  const rows = await rowsOf(page);
  const [first, last] = [rows[0]?.reference, rows.at(-1)?.reference];
  const hasNext = backwards ? true : more;
  const hasPrevious = backwards ? more : place.after !== undefined;
  return {
    total,
    rows,
    ...(hasNext && last && { next: { after: last } }),
    ...(hasPrevious && first && { previous: { before: first } }),
  };
}

/** Every enrollment of a list, in its order. */
export async function* wholeList(actor: Actor, filters: Filters, sort: Sort, words?: string) {
  for await (const ids of wholeListIds(actor, filters, sort, words)) yield* await rowsOf(ids);
}

/** The same as ids, some hundreds at a time. */
export async function* wholeListIds(actor: Actor, filters: Filters, sort: Sort, words?: string) {
  demand(actor, "read");
  const matching = await conditions(filters, words);
  for (let place: Place | undefined = {}; place; ) {
    const { ids }: { ids: string[] } = await idsOf(matching, sort, place, PIECE);
    if (ids.length > 0) yield ids;
    const last: string | undefined = ids.length < PIECE ? undefined : ids.at(-1);
    place = last ? { after: await referenceOfId(last) } : undefined;
  }
}

/** One that went meanwhile ends the reading: without its place the list would begin anew. */
async function referenceOfId(id: string): Promise<string> {
  const row = await prisma().enrollment.findUniqueOrThrow({ where: { id }, select: { reference: true } });
  return row.reference;
}

/** What a list shows as a condition on `enrollments e`. */
export async function conditions(filters: Filters, words: string | undefined): Promise<Prisma.Sql> {
  const { time_zone } = await settings();
  return all([...conditionsOf(filters, time_zone), ...(words ? [searchCondition(words)] : [])]);
}

// A row's place in each order; the id decides between equals. Names sort as people sort them.
const SENT = [Prisma.sql`e.created_at`, Prisma.sql`e.id`];
const NAME = [
  Prisma.sql`coalesce(s.surname, '') collate "und-x-icu"`,
  Prisma.sql`coalesce(s.name, '') collate "und-x-icu"`,
  Prisma.sql`e.id`,
];
const orders: Record<Sort, { columns: Prisma.Sql[]; falls: boolean }> = {
  newest: { columns: SENT, falls: true },
  oldest: { columns: SENT, falls: false },
  name: { columns: NAME, falls: false },
};

/** How many match, and a page of them: found by the row that it follows, never by counting rows off. */
async function idsOf(matching: Prisma.Sql, sort: Sort, { after, before }: Place, limit: number) {
  const { columns, falls } = orders[sort];
  const down = before === undefined ? falls : !falls;
  const from = before ?? after;
  const key = Prisma.join(columns);
  const people = columns === NAME ? Prisma.sql`join people s on s.id = e.student_id` : Prisma.empty;
  const beyond = from
    ? Prisma.sql`and (${key}) ${down ? Prisma.sql`<` : Prisma.sql`>`} (
        select ${key} from enrollments e ${people} where e.reference = ${from})`
    : Prisma.empty;
  const order = Prisma.join(
    columns.map((column) => (down ? Prisma.sql`${column} desc` : Prisma.sql`${column} asc`)),
  );
  const [row] = await prisma().$queryRaw<{ total: number; ids: string[] }[]>`
    with matching as materialized (
      select e.id, e.created_at, e.student_id from enrollments e where ${matching}
    )
    select
      (select count(*)::int from matching) as total,
      array(select e.id::text from matching e ${people} where true ${beyond} order by ${order} limit ${limit}) as ids`;
  return row ?? { total: 0, ids: [] };
}

async function rowsOf(ids: string[]): Promise<ListRow[]> {
  const [rows, lost] = await Promise.all([
    prisma().enrollment.findMany({ where: { id: { in: ids } }, select: shown }),
    prisma().$queryRaw<{ id: string }[]>`
      select distinct m.enrollment_id::text as id from mail_messages m
      where m.enrollment_id = any(${ids}::uuid[]) and ${MAIL_LOST}`,
  ]);
  const lostOf = new Set(lost.map(({ id }) => id));
  const byId = new Map(rows.map((row) => [row.id, { ...row, mailLost: lostOf.has(row.id) }]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
