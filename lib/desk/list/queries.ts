import type { Prisma } from "@/generated/prisma/client";
import type { Price } from "@/lib/catalogue/course-price";
import { createPriceLookup } from "@/lib/catalogue/requested-courses";
import { getPaidPlace, getYearStudies } from "@/lib/decisions/place";
import { readRanks } from "@/lib/decisions/queries";
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
  createSearchCondition,
  findIncomplete,
  getTab,
  type IncompleteReason,
  joinConditions,
  listConditions,
  type TabCounts,
} from "@/lib/desk/list/sql";
import { fieldRows } from "@/lib/enrollment/fields";
import { getState } from "@/lib/enrollment/states";
import {
  enrollmentAnswers,
  personAnswers,
  readStoredAnswers,
  toAnswerName,
} from "@/lib/enrollment/stored-answers";
import { type Actor, requirePermission } from "@/lib/people/staff/permissions";
import { prisma } from "@/lib/platform/database/prisma";
import { type Day, getAge, toDay, toLocalDay } from "@/lib/platform/dates";
import { getPromisedDay, getSettings, type Settings } from "@/lib/school/settings";

const read = {
  ...enrollmentAnswers,
  id: true,
  reference: true,
  state: true,
  decidedState: true,
  source: true,
  createdAt: true,
  answerBy: true,
  keepsPlaceAt: true,
  assignedSpecialityId: true,
  assignedSyllabusId: true,
  schoolYear: { select: { year: true } },
  student: {
    select: {
      ...personAnswers,
      guardians: { select: { position: true, guardian: { select: personAnswers } } },
    },
  },
  roundEntries: { select: { points: true, drawn: true }, orderBy: { roundId: "desc" }, take: 1 },
  labels: { select: { label: { select: { name: true } } }, orderBy: { label: { nameKey: "asc" } } },
  decisions: {
    where: { status: { in: ["untold", "told", "nothing_to_tell"] } },
    orderBy: [{ decidedAt: "desc" }, { id: "desc" }],
    take: 1,
    select: {
      toState: true,
      status: true,
      decidedAt: true,
      settledAt: true,
      reason: { select: { code: true, es: true, ca: true, en: true } },
    },
  },
} satisfies Prisma.EnrollmentSelect;

type Row = Prisma.EnrollmentGetPayload<{ select: typeof read }>;
type Named = { speciality: string | undefined; syllabus: string | undefined };

/** An enrollment as the list and the export tell it in a line. */
export type EnrollmentRow = Omit<Row, "decisions" | "answerBy" | "roundEntries"> & {
  /** By field; what is the id of a speciality or a syllabus by its name. */
  answers: Record<string, unknown>;
  age: number | undefined;
  /** The day that the family was promised. */
  answerBy: Day;
  assignedPlace: Named | undefined;
  waitingPlace: Named | undefined;
  /** Of the place that it has, else of what was chosen first. */
  price: Price | undefined;
  rank: number | undefined;
  /** Of the last round that it was in, its points and its number in the draw (admission 4). */
  points: number | undefined;
  drawn: string | null | undefined;
  /** What was decided last, unless it was taken back. */
  decision: Row["decisions"][number] | undefined;
};

/** Enrollments as lines, in the order of their ids here. */
export async function readEnrollmentRows(
  ids: string[],
  school: Settings,
  now: Date,
): Promise<EnrollmentRow[]> {
  const rows = await prisma().enrollment.findMany({ where: { id: { in: ids } }, select: read });
  const waiting = rows
    .filter(({ decidedState }) => getState(decidedState).holds === "list")
    .map(({ id }) => id);
  const ranks = waiting.length > 0 ? await readRanks(waiting) : new Map<string, number>();
  const [years, getPrice] = await Promise.all([namesOfYears(rows), createPriceLookup()]);
  const today = toLocalDay(school.time_zone, now);
  const lines = rows.map((row) => ({
    ...lineOf(row, years.get(row.schoolYearId) as YearNames, school, today),
    price: getPrice(row.schoolYearId, getPaidPlace(row)),
  }));
  const byId = new Map(lines.map((line) => [line.id, { ...line, rank: ranks.get(line.id) }]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export const PAGE_SIZE = 50;

/** A line with what is missing of it. */
export type ListRow = EnrollmentRow & { missing: IncompleteReason[]; found?: SearchMatch };

export type ListPage = {
  total: number;
  /** How many each tab would show: none under a search, which costs as much for each count as for all. */
  tabs?: TabCounts;
  rows: ListRow[];
  /** Where the neighbouring pages begin, if there are any. */
  next?: ListCursor;
  previous?: ListCursor;
};

type YearNames = Awaited<ReturnType<typeof getYearStudies>>;

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
/** So many are put in order at once for a whole list: each time costs as much as the list is long. */
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

/** What a list shows as a condition on `enrollments e`. */
export async function createListCondition(filters: Filters, words: string | undefined): Promise<Prisma.Sql> {
  return joinConditions([
    ...listConditions(filters, await getSettings()),
    ...(words ? [createSearchCondition(words)] : []),
  ]);
}

/** A list by what stands in its address. */
export const createListing = async (
  filters: Filters,
  sort: Sort,
  words: string | undefined,
): Promise<Listing> => ({
  matching: await createListCondition(filters, words),
  sort,
  searched: words !== undefined,
});

/** A neighbour, and the page of the list on which it is. */
type Neighbour = { reference: string; place: ListCursor };

type ListPosition = {
  total: number;
  /** Counted from 1; undefined once it no longer matches, as when it was just decided. */
  at: number | undefined;
  next: Neighbour | undefined;
  previous: Neighbour | undefined;
};

/**
 * Where in a list an enrollment is, and which come before and after it: also of one that the list no longer
 * shows, by its own place in the order.
 * @param words what is searched for, if anything
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

/** Whether another one comes after an enrollment in a list. */
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

/** What the list may be filtered by: years, and the specialities and syllabi of one year, or of all. */
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
 * A list as it belongs to a school year: the one that it names, that of its speciality or syllabus, or the current one.
 * A search is of every year. Filters that the year or the school does not have are left out.
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
/** What people call a syllabus: its own name, or its course's. */
export const getSyllabusName = ({ name, course }: { name: string; course: { name: string } }) =>
  name || course.name;

async function namesOfYears(rows: Row[]): Promise<Map<number, YearNames>> {
  const ids = [...new Set(rows.map(({ schoolYearId }) => schoolYearId))];
  return new Map(await Promise.all(ids.map(async (id) => [id, await getYearStudies(id)] as const)));
}

function lineOf(
  { decisions, roundEntries: [entry], ...row }: Row,
  year: YearNames,
  school: Settings,
  today: Day,
): Omit<EnrollmentRow, "price"> {
  const guardian = (position: number) =>
    row.student.guardians.find((one) => one.position === position)?.guardian;
  const people = { student: row.student, guardian: guardian(1), second_guardian: guardian(2) };
  const stored = readStoredAnswers(row, people);
  const [decision] = decisions;
  const { birthDate } = row.student;
  const { holds } = getState(row.decidedState);
  const place: Named = {
    speciality: year.specialities.find(({ id }) => id === row.assignedSpecialityId)?.name,
    syllabus: year.syllabi.find(({ id }) => id === row.assignedSyllabusId)?.name,
  };
  return {
    ...row,
    answers: Object.fromEntries(
      fieldRows.map(([field]) => [field, toAnswerName(field, stored[field], year)]),
    ),
    age: birthDate ? getAge(toDay(birthDate), today) : undefined,
    answerBy: getPromisedDay(row, school),
    assignedPlace: holds === "place" ? place : undefined,
    waitingPlace: holds === "list" ? place : undefined,
    rank: undefined,
    points: entry?.points,
    drawn: entry?.drawn,
    decision: decision?.toState === row.decidedState ? decision : undefined,
  };
}

type Found = CountedPage & { tabs?: TabCounts };

/** A page, and how many each tab would show: what the list's own tab counts is not counted a second time. */
async function tabbedPage(list: Listing, asked: PageRequest, filters: Filters): Promise<Found> {
  const [ids, tabs] = await Promise.all([readPageIds(list, asked), countTabs(filters)]);
  const tab = filters.erased ? undefined : getTab(filters);
  return { ids, tabs, total: tab ? tabs[tab] : await countMatching(list.matching) };
}

/** One that went meanwhile ends the reading: without its place the list would begin anew. */
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

/** The school year of the speciality or syllabus that a list is filtered by. */
async function yearOfChoice({ speciality, syllabus }: Filters): Promise<number | undefined> {
  const row = speciality
    ? await prisma().speciality.findUnique({ where: { id: speciality }, select: { schoolYearId: true } })
    : syllabus &&
      (await prisma().syllabus.findUnique({ where: { id: syllabus }, select: { schoolYearId: true } }));
  return row ? row.schoolYearId : undefined;
}
