import type { Prisma } from "@/generated/prisma/client";
import { getNameIn } from "@/lib/catalogue/names";
import type { Filters, ListCursor, ListQuery, Sort } from "@/lib/desk/list/filters";
import { findSearchMatch } from "@/lib/desk/list/search-match";
import {
  countMatching,
  type Listing,
  type PageRequest,
  readNeighbours,
  readPageIds,
  readSearchedPage,
} from "@/lib/desk/list/sort-order";
import { countTabs, findIncomplete, getTab, joinConditions, listConditions } from "@/lib/desk/list/sql";
import { type EnrollmentRow, readEnrollmentRows } from "@/lib/desk/rows/queries";
import { createSearchCondition } from "@/lib/desk/search/sql";
import { type Actor, requirePermission } from "@/lib/people/staff/permissions";
import { prisma } from "@/lib/platform/database/prisma";
import { getSettings } from "@/lib/school/settings";

const PAGE_SIZE = 50;

/** A row with its missing parts. */
export type ListRow = EnrollmentRow & {
  missing: NonNullable<Filters["missing"]>[];
  match?: ReturnType<typeof findSearchMatch>;
};

type ListPage = {
  total: number;
  /** Counts by tab; none for a search, where each count costs as much as the list. */
  tabs?: Awaited<ReturnType<typeof countTabs>>;
  rows: ListRow[];
  next?: ListCursor;
  previous?: ListCursor;
};

/** Fifty enrollments of a list and their total. @param words the search */
export async function readListPage(
  actor: Actor,
  { filters, sort, cursor }: Omit<ListQuery, "search">,
  words?: string,
): Promise<ListPage> {
  requirePermission(actor, "read");
  const isBackwards = cursor.before !== undefined;
  const list = await createListing(filters, sort, words);
  const request = { cursor, limit: PAGE_SIZE + 1 };
  const { total, ids, tabs }: TabbedPage = await (words
    ? readSearchedPage(list, request)
    : readTabbedPage(list, request, filters));
  const hasMore = ids.length > PAGE_SIZE;
  const page = ids.slice(0, PAGE_SIZE);
  if (isBackwards) page.reverse();
  const rows = await readListRows(page, words);
  const [first, last] = [rows[0]?.reference, rows.at(-1)?.reference];
  const hasNext = isBackwards ? true : hasMore;
  const hasPrevious = isBackwards ? hasMore : cursor.after !== undefined;
  return {
    total,
    ...(tabs && { tabs }),
    rows,
    ...(hasNext && last && { next: { after: last } }),
    ...(hasPrevious && first && { previous: { before: first } }),
  };
}

const CHUNK_SIZE = 500;
/** Rows per query of a whole list: each query sorts the list again. */
const BATCH_SIZE = 5_000;

const listColumns = {
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
    const rows = await prisma().enrollment.findMany({ where: { id: { in: ids } }, select: listColumns });
    const byId = new Map(rows.map((row) => [row.id, row]));
    yield* ids.flatMap((id) => byId.get(id) ?? []);
  }
}

export async function* readWholeListIds(actor: Actor, filters: Filters, sort: Sort, words?: string) {
  requirePermission(actor, "read");
  const listing = await createListing(filters, sort, words);
  for (let cursor: ListCursor | undefined = {}; cursor; ) {
    const ids: string[] = await readPageIds(listing, { cursor, limit: BATCH_SIZE });
    for (let start = 0; start < ids.length; start += CHUNK_SIZE) yield ids.slice(start, start + CHUNK_SIZE);
    const last: string | undefined = ids.length < BATCH_SIZE ? undefined : ids.at(-1);
    cursor = last ? { after: await readReference(last) } : undefined;
  }
}

/** A list as SQL condition on `enrollments e`. */
export async function createListCondition(filters: Filters, words: string | undefined): Promise<Prisma.Sql> {
  return joinConditions([
    ...listConditions(filters, await getSettings()),
    ...(words ? [createSearchCondition(words)] : []),
  ]);
}

export const createListing = async (filters: Filters, sort: Sort, words: string | undefined) => ({
  matching: await createListCondition(filters, words),
  sort,
  isSearch: words !== undefined,
});

/**
 * The position of an enrollment in a list and its neighbours, also when it no longer matches.
 * @param words the search
 */
export async function getListPosition(
  actor: Actor,
  reference: string,
  { filters, sort, cursor }: Omit<ListQuery, "search">,
  words?: string,
) {
  requirePermission(actor, "read");
  const neighbours = await readNeighbours(await createListing(filters, sort, words), reference);
  const { total = 0, before = 0, isInList = false, next, previous } = neighbours ?? {};
  const position = isInList ? before + 1 : undefined;
  const toNeighbour = (page: number, neighbour: string | null | undefined, next: ListCursor) =>
    neighbour
      ? { reference: neighbour, cursor: position && position % PAGE_SIZE === page ? next : cursor }
      : undefined;
  return {
    total,
    /** Counted from 1; undefined once it no longer matches, for example after a decision. */
    position,
    next: toNeighbour(0, next, { after: reference }),
    previous: toNeighbour(1, previous, { before: reference }),
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
    cursor: { after: reference },
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
      select: { id: true, name: true },
    }),
    prisma().syllabus.findMany({
      where: { schoolYearId },
      orderBy: [{ schoolYearId: "desc" }, { id: "asc" }],
      select: {
        id: true,
        name: true,
        course: { select: { name: true, degree: { select: { name: true } } } },
      },
    }),
    prisma().label.findMany({ orderBy: { nameKey: "asc" }, select: { id: true, name: true } }),
  ]);
  const toSyllabus = ({ course, ...syllabus }: (typeof syllabi)[number]) => ({
    ...syllabus,
    name: getNameIn({ ...syllabus, course, degree: course.degree }, "es").text,
  });
  return { years, specialities, syllabi: syllabi.map(toSyllabus), labels };
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
  const year = filters.year ?? (query.search ? "all" : ((await findYearOfChoice(filters)) ?? current));
  const choices = await readFilterOptions(actor, year === "all" ? current : year);
  const hasId = (rows: { id: number }[], id: unknown) => rows.some((row) => row.id === id);
  if (year !== "all" && year !== current && !hasId(choices.years, year))
    return listInYear(actor, { ...query, filters: { ...filters, year: current } }, current);
  const { speciality, syllabus, label } = filters;
  const validFilters: Filters = {
    ...filters,
    year: query.search && year === "all" ? undefined : year,
    speciality: hasId(choices.specialities, speciality) ? speciality : undefined,
    syllabus: hasId(choices.syllabi, syllabus) ? syllabus : undefined,
    label: hasId(choices.labels, label) ? label : undefined,
  };
  return { query: { ...query, filters: validFilters }, choices };
}
type TabbedPage = { total: number; ids: string[]; tabs?: ListPage["tabs"] };

/** A page with tab counts, without counting the current tab twice. */
async function readTabbedPage(list: Listing, request: PageRequest, filters: Filters): Promise<TabbedPage> {
  const [ids, tabs] = await Promise.all([readPageIds(list, request), countTabs(filters)]);
  const tab = filters.erased ? undefined : getTab(filters);
  return { ids, tabs, total: tab ? tabs[tab] : await countMatching(list.matching) };
}

/** Stops when the enrollment was deleted meanwhile: without its cursor the list would start again. */
async function readReference(id: string): Promise<string> {
  const row = await prisma().enrollment.findUniqueOrThrow({ where: { id }, select: { reference: true } });
  return row.reference;
}

async function readListRows(ids: string[], words: string | undefined): Promise<ListRow[]> {
  const [rows, missing, notes] = await Promise.all([
    readEnrollmentRows(ids, await getSettings(), new Date()),
    findIncomplete(ids),
    words ? prisma().note.findMany({ where: { enrollmentId: { in: ids } } }) : [],
  ]);
  return rows.map((row) => {
    const texts = notes.filter(({ enrollmentId }) => enrollmentId === row.id).map(({ text }) => text);
    const match = words ? findSearchMatch(row, words, texts) : undefined;
    return { ...row, missing: missing.get(row.id) ?? [], ...(match && { match }) };
  });
}

async function findYearOfChoice({ speciality, syllabus }: Filters): Promise<number | undefined> {
  const row = speciality
    ? await prisma().speciality.findUnique({ where: { id: speciality }, select: { schoolYearId: true } })
    : syllabus &&
      (await prisma().syllabus.findUnique({ where: { id: syllabus }, select: { schoolYearId: true } }));
  return row ? row.schoolYearId : undefined;
}

export async function listSavedViews(actor: Actor) {
  requirePermission(actor, "read");
  if (actor.kind !== "staff") return [];
  return prisma().savedView.findMany({
    where: { memberId: actor.id },
    orderBy: { name: "asc" },
    select: { id: true, name: true, query: true },
  });
}
