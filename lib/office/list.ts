import type { Prisma } from "@/generated/prisma/client";
import { type Actor, demand } from "@/lib/people/staff/rights";
import { prisma } from "@/lib/platform/prisma";
import { settings } from "@/lib/school/settings";
import { all, conditionsOf } from "./conditions";
import type { Filters, ListQuery, Place, Sort } from "./filters";
import { type Line, linesOf } from "./lines";
import { type Missing, missingOf } from "./missing";
import { type Asked, type Counted, countOf, idsOf, type Listing, searchedPage } from "./order";
import { searchCondition } from "./search";
import { countTabs, type TabCounts, tabOf } from "./tabs";

export const PAGE = 50;
const PIECE = 500;
/** So many are put in order at once for a whole list: each time costs as much as the list is long. */
const STRETCH = 5_000;

/** A line with what is missing of it. */
export type ListRow = Line & { missing: Missing[] };

export type ListPage = {
  total: number;
  /** How many each tab would show: none under a search, which costs as much for each count as for all. */
  tabs?: TabCounts;
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
  const list = await listing(filters, sort, words);
  const asked = { place, limit: PAGE + 1 };
  const { total, ids, tabs }: Found = await (words
    ? searchedPage(list, asked)
    : tabbedPage(list, asked, filters));
  const more = ids.length > PAGE;
  const page = ids.slice(0, PAGE);
  if (backwards) page.reverse();
  const rows = await rowsOf(page);
  const [first, last] = [rows[0]?.reference, rows.at(-1)?.reference];
  const hasNext = backwards ? true : more;
  const hasPrevious = backwards ? more : place.after !== undefined;
  return {
    total,
    ...(tabs && { tabs }),
    rows,
    ...(hasNext && last && { next: { after: last } }),
    ...(hasPrevious && first && { previous: { before: first } }),
  };
}

type Found = Counted & { tabs?: TabCounts };

/** A page, and how many each tab would show: what the list's own tab counts is not counted a second time. */
async function tabbedPage(list: Listing, asked: Asked, filters: Filters): Promise<Found> {
  const [ids, tabs] = await Promise.all([idsOf(list, asked), countTabs(filters)]);
  const tab = filters.erased ? undefined : tabOf(filters);
  return { ids, tabs, total: tab ? tabs[tab] : await countOf(list.matching) };
}

const brief = {
  id: true,
  reference: true,
  state: true,
  decidedState: true,
  source: true,
  createdAt: true,
  schoolYear: { select: { year: true } },
} satisfies Prisma.EnrollmentSelect;

/** Every enrollment of a list in its order, with nothing personal. */
export async function* wholeList(actor: Actor, filters: Filters, sort: Sort, words?: string) {
  for await (const ids of wholeListIds(actor, filters, sort, words)) {
    const rows = await prisma().enrollment.findMany({ where: { id: { in: ids } }, select: brief });
    const byId = new Map(rows.map((row) => [row.id, row]));
    yield* ids.flatMap((id) => byId.get(id) ?? []);
  }
}

/** The same as ids, some hundreds at a time. */
export async function* wholeListIds(actor: Actor, filters: Filters, sort: Sort, words?: string) {
  demand(actor, "read");
  const whole = await listing(filters, sort, words);
  for (let place: Place | undefined = {}; place; ) {
    const ids: string[] = await idsOf(whole, { place, limit: STRETCH });
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
  return all([...conditionsOf(filters, await settings()), ...(words ? [searchCondition(words)] : [])]);
}

/** A list by what stands in its address. */
export const listing = async (filters: Filters, sort: Sort, words: string | undefined): Promise<Listing> => ({
  matching: await conditions(filters, words),
  sort,
  searched: words !== undefined,
});

async function rowsOf(ids: string[]): Promise<ListRow[]> {
  const [lines, missing] = await Promise.all([linesOf(ids, await settings(), new Date()), missingOf(ids)]);
  return lines.map((line) => ({ ...line, missing: missing.get(line.id) ?? [] }));
}
