import type { Prisma } from "@/generated/prisma/client";
import { type Actor, requirePermission } from "@/lib/people/staff/rights";
import { prisma } from "@/lib/platform/prisma";
import { getSettings } from "@/lib/school/settings";
import { joinConditions, listConditions } from "./conditions";
import type { Filters, ListQuery, ListCursor, Sort } from "./filters";
import { type EnrollmentRow, readEnrollmentRows } from "./lines";
import { type IncompleteReason, findIncomplete } from "./missing";
import { type PageRequest, type CountedPage, countMatching, readPageIds, type Listing, readSearchedPage } from "./order";
import { createSearchCondition } from "./search";
import { countTabs, type TabCounts, getTab } from "./tabs";

export const PAGE_SIZE = 50;
const PIECE = 500;
/** So many are put in order at once for a whole list: each time costs as much as the list is long. */
const BATCH_SIZE = 5_000;

/** A line with what is missing of it. */
export type ListRow = EnrollmentRow & { missing: IncompleteReason[] };

export type ListPage = {
  total: number;
  /** How many each tab would show: none under a search, which costs as much for each count as for all. */
  tabs?: TabCounts;
  rows: ListRow[];
  /** Where the neighbouring pages begin, if there are any. */
  next?: ListCursor;
  previous?: ListCursor;
};

/**
 * Fifty enrollments of a list, and how many it has in all.
 * @param words what is searched for, if anything
 */
export async function readListPage(
  actor: Actor,
  { filters, sort, place }: Omit<ListQuery, "search">,
  words?: string,
): Promise<ListPage> {
  requirePermission(actor, "read");
  const backwards = place.before !== undefined;
  const list = await createListing(filters, sort, words);
  const asked = { place, limit: PAGE_SIZE + 1 };
  const { total, ids, tabs }: Found = await (words
    ? readSearchedPage(list, asked)
    : tabbedPage(list, asked, filters));
  const more = ids.length > PAGE_SIZE;
  const page = ids.slice(0, PAGE_SIZE);
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

type Found = CountedPage & { tabs?: TabCounts };

/** A page, and how many each tab would show: what the list's own tab counts is not counted a second time. */
async function tabbedPage(list: Listing, asked: PageRequest, filters: Filters): Promise<Found> {
  const [ids, tabs] = await Promise.all([readPageIds(list, asked), countTabs(filters)]);
  const tab = filters.erased ? undefined : getTab(filters);
  return { ids, tabs, total: tab ? tabs[tab] : await countMatching(list.matching) };
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
export async function* readWholeList(actor: Actor, filters: Filters, sort: Sort, words?: string) {
  for await (const ids of readWholeListIds(actor, filters, sort, words)) {
    const rows = await prisma().enrollment.findMany({ where: { id: { in: ids } }, select: brief });
    const byId = new Map(rows.map((row) => [row.id, row]));
    yield* ids.flatMap((id) => byId.get(id) ?? []);
  }
}

/** The same as ids, some hundreds at a time. */
export async function* readWholeListIds(actor: Actor, filters: Filters, sort: Sort, words?: string) {
  requirePermission(actor, "read");
  const whole = await createListing(filters, sort, words);
  for (let place: ListCursor | undefined = {}; place; ) {
    const ids: string[] = await readPageIds(whole, { place, limit: BATCH_SIZE });
    for (let at = 0; at < ids.length; at += PIECE) yield ids.slice(at, at + PIECE);
    const last: string | undefined = ids.length < BATCH_SIZE ? undefined : ids.at(-1);
    place = last ? { after: await referenceOfId(last) } : undefined;
  }
}

/** One that went meanwhile ends the reading: without its place the list would begin anew. */
async function referenceOfId(id: string): Promise<string> {
  const row = await prisma().enrollment.findUniqueOrThrow({ where: { id }, select: { reference: true } });
  return row.reference;
}

/** What a list shows as a condition on `enrollments e`. */
export async function createListCondition(filters: Filters, words: string | undefined): Promise<Prisma.Sql> {
  return joinConditions([...listConditions(filters, await getSettings()), ...(words ? [createSearchCondition(words)] : [])]);
}

/** A list by what stands in its address. */
export const createListing = async (filters: Filters, sort: Sort, words: string | undefined): Promise<Listing> => ({
  matching: await createListCondition(filters, words),
  sort,
  searched: words !== undefined,
});

async function rowsOf(ids: string[]): Promise<ListRow[]> {
  const [lines, missing] = await Promise.all([readEnrollmentRows(ids, await getSettings(), new Date()), findIncomplete(ids)]);
  return lines.map((line) => ({ ...line, missing: missing.get(line.id) ?? [] }));
}
