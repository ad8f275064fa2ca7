import type { Prisma } from "@/generated/prisma/client";
import type { Filters, ListCursor, ListQuery, Sort } from "@/lib/desk/list/filters";
import { findSearchMatch, type SearchMatch } from "@/lib/desk/list/search-match";
import {
  type CountedPage,
  countMatching,
  type Listing,
  type PageRequest,
  readNeighbours,
  readPageIds,
  readSearchedPage,
} from "@/lib/desk/list/sort-order";
import {
  countTabs,
  findIncomplete,
  getTab,
  type IncompleteReason,
  joinConditions,
  listConditions,
  type TabCounts,
} from "@/lib/desk/list/sql";
import { type EnrollmentRow, readEnrollmentRows } from "@/lib/desk/rows/queries";
import { createSearchCondition } from "@/lib/desk/search/sql";
import { type Actor, requirePermission } from "@/lib/people/staff/permissions";
import { prisma } from "@/lib/platform/database/prisma";
import { getSettings } from "@/lib/school/settings";

const PAGE_SIZE = 50;

/** A row with its missing parts. */
export type ListRow = EnrollmentRow & { missing: IncompleteReason[]; found?: SearchMatch };

export type ListPage = {
  total: number;
  /** Counts by tab; none for a search, where each count costs as much as the list. */
  tabs?: TabCounts;
  rows: ListRow[];
  next?: ListCursor;
  previous?: ListCursor;
};

/** Fifty enrollments of a list and their total. @param words the search */
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
  const rows = await rowsOf(page, words);
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

const PIECE = 500;
/** Rows per query of a whole list: each query sorts the list again. */
const BATCH_SIZE = 5_000;

const brief = {
  id: true,
  reference: true,
  state: true,
  decidedState: true,
  source: true,
  createdAt: true,
  schoolYear: { select: { year: true } },
} satisfies Prisma.EnrollmentSelect;

/** Streams the references of a list in its order, without personal data. */
export async function* readWholeList(actor: Actor, filters: Filters, sort: Sort, words?: string) {
  for await (const ids of readWholeListIds(actor, filters, sort, words)) {
    const rows = await prisma().enrollment.findMany({ where: { id: { in: ids } }, select: brief });
    const byId = new Map(rows.map((row) => [row.id, row]));
    yield* ids.flatMap((id) => byId.get(id) ?? []);
  }
}

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

/** A list as SQL condition on `enrollments e`. */
export async function createListCondition(filters: Filters, words: string | undefined): Promise<Prisma.Sql> {
  return joinConditions([
    ...listConditions(filters, await getSettings()),
    ...(words ? [createSearchCondition(words)] : []),
  ]);
}

export const createListing = async (
  filters: Filters,
  sort: Sort,
  words: string | undefined,
): Promise<Listing> => ({
  matching: await createListCondition(filters, words),
  sort,
  searched: words !== undefined,
});

type Neighbour = { reference: string; place: ListCursor };

type ListPosition = {
  total: number;
  /** Counted from 1; undefined once it no longer matches, for example after a decision. */
  at: number | undefined;
  next: Neighbour | undefined;
  previous: Neighbour | undefined;
};

/**
 * The position of an enrollment in a list and its neighbours, also when it no longer matches.
 * @param words the search
 */
export async function getListPosition(
  actor: Actor,
  reference: string,
  { filters, sort, place }: Omit<ListQuery, "search">,
  words?: string,
): Promise<ListPosition> {
  requirePermission(actor, "read");
  const around = await readNeighbours(await createListing(filters, sort, words), reference);
  const { total = 0, before = 0, among = false, next, previous } = around ?? {};
  const at = among ? before + 1 : undefined;
  const on = (page: number, beside: string | null | undefined, turned: ListCursor) =>
    !beside ? undefined : { reference: beside, place: at && at % PAGE_SIZE === page ? turned : place };
  return {
    total,
    at,
    next: on(0, next, { after: reference }),
    previous: on(1, previous, { before: reference }),
  };
}

export async function hasNextInList(
  actor: Actor,
  reference: string,
  { filters, sort }: Pick<ListQuery, "filters" | "sort">,
  words?: string,
): Promise<boolean> {
  requirePermission(actor, "read");
  const next = await readPageIds(await createListing(filters, sort, words), {
    place: { after: reference },
    limit: 1,
  });
  return next.length > 0;
}

/** Filter options: years, and the specialities and syllabi of one year or all. */
export async function readFilterOptions(actor: Actor, yearId: number | undefined) {
  requirePermission(actor, "read");
  const years = await prisma().schoolYear.findMany({
    orderBy: { startSchoolYear: "desc" },
    select: { id: true, year: true },
  });
  const schoolYearId = years.find(({ id }) => id === yearId)?.id;
  const [specialities, syllabi, labels] = await Promise.all([
    prisma().speciality.findMany({
      where: { schoolYearId },
      orderBy: [{ name: "asc" }, { schoolYearId: "desc" }],
      select: { id: true, name: true, schoolYear: { select: { year: true } } },
    }),
    prisma().syllabus.findMany({
      where: { schoolYearId },
      orderBy: [{ schoolYearId: "desc" }, { id: "asc" }],
      select: {
        id: true,
        name: true,
        course: { select: { name: true } },
        schoolYear: { select: { year: true } },
      },
    }),
    prisma().label.findMany({ orderBy: { nameKey: "asc" }, select: { id: true, name: true } }),
  ]);
  return { years, specialities, syllabi, labels };
}

export type FilterOptions = Awaited<ReturnType<typeof readFilterOptions>>;

/**
 * The list of one school year: of the filter, of its speciality or syllabus, or the current one. A search covers all
 * years. Unknown filter values are removed.
 */
export async function listInYear(
  actor: Actor,
  query: ListQuery,
  current: number | undefined,
): Promise<{ query: ListQuery; choices: FilterOptions }> {
  const { filters } = query;
  const named = filters.year ?? (query.search ? "all" : ((await yearOfChoice(filters)) ?? current));
  const choices = await readFilterOptions(actor, named === "all" ? current : named);
  const has = (rows: { id: number }[], id: unknown) => rows.some((row) => row.id === id);
  if (named !== "all" && named !== current && !has(choices.years, named))
    return listInYear(actor, { ...query, filters: { ...filters, year: current } }, current);
  const { speciality, syllabus, label } = filters;
  const fitting: Filters = {
    ...filters,
    year: query.search && named === "all" ? undefined : named,
    speciality: has(choices.specialities, speciality) ? speciality : undefined,
    syllabus: has(choices.syllabi, syllabus) ? syllabus : undefined,
    label: has(choices.labels, label) ? label : undefined,
  };
  return { query: { ...query, filters: fitting }, choices };
}
type Found = CountedPage & { tabs?: TabCounts };

/** A page with tab counts, without counting the current tab twice. */
async function tabbedPage(list: Listing, asked: PageRequest, filters: Filters): Promise<Found> {
  const [ids, tabs] = await Promise.all([readPageIds(list, asked), countTabs(filters)]);
  const tab = filters.erased ? undefined : getTab(filters);
  return { ids, tabs, total: tab ? tabs[tab] : await countMatching(list.matching) };
}

/** Stops when the enrollment was deleted meanwhile: without its cursor the list would start again. */
async function referenceOfId(id: string): Promise<string> {
  const row = await prisma().enrollment.findUniqueOrThrow({ where: { id }, select: { reference: true } });
  return row.reference;
}

async function rowsOf(ids: string[], words: string | undefined): Promise<ListRow[]> {
  const [lines, missing, notes] = await Promise.all([
    readEnrollmentRows(ids, await getSettings(), new Date()),
    findIncomplete(ids),
    words ? prisma().note.findMany({ where: { enrollmentId: { in: ids } } }) : [],
  ]);
  return lines.map((line) => {
    const texts = notes.filter(({ enrollmentId }) => enrollmentId === line.id).map(({ text }) => text);
    const found = words ? findSearchMatch(line, words, texts) : undefined;
    return { ...line, missing: missing.get(line.id) ?? [], ...(found && { found }) };
  });
}

async function yearOfChoice({ speciality, syllabus }: Filters): Promise<number | undefined> {
  const row = speciality
    ? await prisma().speciality.findUnique({ where: { id: speciality }, select: { schoolYearId: true } })
    : syllabus &&
      (await prisma().syllabus.findUnique({ where: { id: syllabus }, select: { schoolYearId: true } }));
  return row ? row.schoolYearId : undefined;
}
