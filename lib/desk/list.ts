import { Prisma } from "@/generated/prisma/client";
import { prisma } from "@/lib/prisma";
import { settings } from "@/lib/school/settings";
import { type Actor, demand } from "@/lib/staff/rights";
import { ofLive } from "@/lib/worlds";
import { all, conditionsOf, LOST_MAILS } from "./conditions";
import type { Filters, ListQuery, Place, Sort } from "./filters";
import { searchCondition } from "./search";

export const PAGE = 50;
const PIECE = 500;
/** So many are put in order at once for a whole list: each time costs as much as the list is long. */
const STRETCH = 5_000;

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
  const matching = await conditions(filters, words);
  const [total, ids] = await Promise.all([countOf(matching), idsOf(matching, sort, place, PAGE + 1)]);
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
    const ids: string[] = await idsOf(matching, sort, place, STRETCH);
    for (let at = 0; at < ids.length; at += PIECE) yield ids.slice(at, at + PIECE);
    const last: string | undefined = ids.length < STRETCH ? undefined : ids.at(-1);
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

/** How many a list has. */
export async function countOf(matching: Prisma.Sql): Promise<number> {
  const [row] = await prisma().$queryRaw<{ count: number }[]>`
    select count(*)::int as count from enrollments e where ${matching}`;
  return row?.count ?? 0;
}

type Key = { createdAt: Date; id: string; surname: string; name: string };
type Order = { columns: Prisma.Sql[]; key: (row: Key) => Prisma.Sql; falls: boolean; join: Prisma.Sql };

// A row's place in each order; the id decides between equals. Names sort as people sort them.
const sent = {
  columns: [Prisma.sql`e.created_at`, Prisma.sql`e.id`],
  key: ({ createdAt, id }: Key) => Prisma.sql`${createdAt}::timestamptz, ${id}::uuid`,
  join: Prisma.empty,
};
const orders: Record<Sort, Order> = {
  newest: { ...sent, falls: true },
  oldest: { ...sent, falls: false },
  name: {
    columns: [
      Prisma.sql`coalesce(s.surname, '') collate "und-x-icu"`,
      Prisma.sql`coalesce(s.name, '') collate "und-x-icu"`,
      Prisma.sql`e.id`,
    ],
    key: ({ surname, name, id }) => Prisma.sql`${surname}, ${name}, ${id}::uuid`,
    falls: false,
    join: Prisma.sql`join people s on s.id = e.student_id`,
  },
};

/** Those that match on a page, in its order; none beyond an enrollment that is not there. */
export async function idsOf(
  matching: Prisma.Sql,
  sort: Sort,
  place: Place,
  limit: number,
): Promise<string[]> {
  const from = place.before ?? place.after;
  const row = from ? await keyOf(from) : undefined;
  if (from && !row) return [];
  const down = place.before === undefined ? orders[sort].falls : !orders[sort].falls;
  const rows = await prisma().$queryRaw<{ id: string }[]>(
    pageStatement(matching, { sort, down, row, limit }),
  );
  return rows.map(({ id }) => id);
}

/** Whether a row comes before an enrollment in an order, as SQL with the join that it needs. */
export async function beforeIn(sort: Sort, reference: string) {
  const { columns, key, falls, join } = orders[sort];
  const row = await keyOf(reference);
  const condition = row
    ? Prisma.sql`(${Prisma.join(columns)}) ${falls ? Prisma.sql`>` : Prisma.sql`<`} (${key(row)})`
    : Prisma.sql`false`;
  return { join, condition };
}

type PageAsked = { sort: Sort; down: boolean; row: Key | undefined; limit: number };

/** A page of those that match, found by the row that it follows, never by counting rows off. */
export function pageStatement(matching: Prisma.Sql, { sort, down, row, limit }: PageAsked): Prisma.Sql {
  const { columns, key, join } = orders[sort];
  // Values and no subquery: an index finds its place by values alone.
  const beyond = row
    ? Prisma.sql`and (${Prisma.join(columns)}) ${down ? Prisma.sql`<` : Prisma.sql`>`} (${key(row)})`
    : Prisma.empty;
  const order = Prisma.join(
    columns.map((column) => (down ? Prisma.sql`${column} desc` : Prisma.sql`${column} asc`)),
  );
  return Prisma.sql`
    select e.id::text from enrollments e ${join} where ${matching} ${beyond} order by ${order} limit ${limit}`;
}

async function keyOf(reference: string): Promise<Key | undefined> {
  const found = await prisma().enrollment.findUnique({
    where: { reference, ...ofLive },
    select: { createdAt: true, id: true, student: { select: { surname: true, name: true } } },
  });
  if (!found) return;
  const { student, ...row } = found;
  return { ...row, surname: student.surname ?? "", name: student.name ?? "" };
}

async function rowsOf(ids: string[]): Promise<ListRow[]> {
  const [rows, lost] = await Promise.all([
    prisma().enrollment.findMany({ where: { id: { in: ids } }, select: shown }),
    prisma().$queryRaw<{ id: string }[]>`
      select distinct lost.enrollment_id::text as id from ${LOST_MAILS} lost
      where lost.enrollment_id = any(${ids}::uuid[])`,
  ]);
  const lostOf = new Set(lost.map(({ id }) => id));
  const byId = new Map(rows.map((row) => [row.id, { ...row, mailLost: lostOf.has(row.id) }]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
