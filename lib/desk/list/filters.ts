import { z } from "zod";
import { getState, stateNames } from "@/lib/enrollment/states";
import { isDay } from "@/lib/platform/dates";
import { typedId } from "@/lib/platform/schema";

/** `turn`: as they come on a waiting list. */
export const sorts = ["newest", "oldest", "name", "turn"] as const;
export const choiceMatches = ["first", "any", "assigned", "waits"] as const;
/** Decided, and the family does not know yet, or will with the list; or decided, and overtaken by the family. */
export const notificationFilters = ["no", "with_list", "void"] as const;
export const incompleteReasons = [
  "choice",
  "mail",
  "correction",
  "disagreement",
  "answer",
  "question",
  "reply",
  "same",
] as const;

export const dueFilters = ["late", "today", "week"] as const;
export const sourceFilters = ["form", "api", "desk"] as const;

/** A question to a family: it has time to answer, it has none left, or it has answered and the desk is to read it. */
const questionFilters = ["open", "late", "answered"] as const;

const id = typedId;
const day = z.string().refine(isDay);

/** Every filter of the list, as it stands in the address; what is not one of them is left out. */
const filterSchemas = {
  /** A list without one is of every year too; the desk's page then shows the current year (`listInYear`). */
  year: z.literal("all").or(id),
  state: z.enum(stateNames),
  speciality: id,
  syllabus: id,
  /** What `speciality` and `syllabus` mean; without it `meaningOf` the list. */
  how: z.enum(choiceMatches),
  age: z.enum(["adult", "minor"]),
  source: z.enum(sourceFilters),
  mail: z.enum(["trouble"]),
  told: z.enum(notificationFilters),
  /** Whether an accepted family has said that it keeps the place. */
  keeps: z.enum(["yes", "no"]),
  /** Whether the family has still to say that it keeps its place, or should have by now. */
  answer: z.enum(["open", "late"]),
  /** What was asked of the family, and whether it has answered (desk 37). */
  question: z.enum(questionFilters),
  disagreement: z.enum(["open"]),
  correction: z.enum(["open"]),
  /** What keeps the desk from deciding, or somebody from hearing of it. */
  missing: z.enum(incompleteReasons),
  /** How near the day is that was promised to a family which has not been told yet. */
  due: z.enum(dueFilters),
  /** Whether another one of its year is perhaps of the same student. */
  same: z.enum(["perhaps"]),
  label: id,
  from: day,
  until: day,
};

export type FilterName = keyof typeof filterSchemas;
export type Filters = { [Name in FilterName]?: z.output<(typeof filterSchemas)[Name]> } & {
  /** Also whom nobody decides on any more, because they were erased: a command's list has every match. */
  erased?: "too";
};

/**
 * What `speciality` and `syllabus` mean in a list: first choice, any choice, the assigned place, or the waiting list of
 * exactly this place. Unless said, the place (or its waiting list) where the list's state has one, else the first choice.
 */
export const meaningOf = ({ how, state }: Filters): (typeof choiceMatches)[number] =>
  how ?? (state && getState(state).holds ? "assigned" : "first");

export const filterNames = Object.keys(filterSchemas) as FilterName[];

export type Sort = (typeof sorts)[number];

/** Where in the list: after or before an enrollment, by its reference, so that nothing personal is in the address. */
export type ListCursor = { after?: string; before?: string };

export type ListQuery = { filters: Filters; sort: Sort; place: ListCursor; search?: string };

const reference = z.string().regex(/^\w{1,12}$/);

/** Whether a text of an address could be an enrollment's reference. */
export const isReference = (text: string): boolean => reference.safeParse(text).success;

type Parameters = Record<string, string | string[] | undefined>;

/** The list that an address asks for. */
export function parseListQuery(parameters: Parameters): ListQuery {
  const read = <T>(name: string, schema: z.ZodType<T>): T | undefined => {
    const result = schema.safeParse(parameters[name]);
    return result.success ? result.data : undefined;
  };
  const filters = Object.fromEntries(
    filterNames.flatMap((name) => {
      const value = read(name, filterSchemas[name] as z.ZodType<unknown>);
      return value === undefined ? [] : [[name, value]];
    }),
  ) as Filters;
  return {
    filters,
    sort: read("sort", z.enum(sorts)) ?? "newest",
    place: { after: read("after", reference), before: read("before", reference) },
    search: read("q", z.string().max(2_000)),
  };
}

/** Where a list is asked for as a file. */
export const getExportUrl = (query: Omit<ListQuery, "place">): string =>
  getListUrl(query).replace("/desk/enrollments", "/desk/exports/new");

/** The address of a list, from its first page unless `place` says otherwise. */
export function getListUrl(
  { filters, sort, search }: Omit<ListQuery, "place">,
  place: ListCursor = {},
): string {
  const parameters = new URLSearchParams();
  for (const name of filterNames)
    if (filters[name] !== undefined) parameters.set(name, String(filters[name]));
  if (sort !== "newest") parameters.set("sort", sort);
  if (search) parameters.set("q", search);
  if (place.after) parameters.set("after", place.after);
  if (place.before) parameters.set("before", place.before);
  const query = parameters.toString();
  return query ? `/desk/enrollments?${query}` : "/desk/enrollments";
}

/** A list without filters, where another would name its own. */
const ALL = "all";

/** A list as an enrollment's address carries it: its filters and its page, its search as sealed as in its own address. */
export const formatList = (query: Omit<ListQuery, "place">, place: ListCursor = {}): string =>
  getListUrl(query, place).split("?")[1] ?? ALL;

/** The list that an enrollment's address names. */
export const parseList = (text: unknown): ListQuery | undefined =>
  typeof text === "string" && text !== ""
    ? parseListQuery(Object.fromEntries(new URLSearchParams(text)))
    : undefined;

const NO_LIST: Omit<ListQuery, "place"> = { filters: {}, sort: "newest" };

/** Of a list's address: which enrollment stands beside it. */
const OPEN = "open";

/** An enrollment beside its list, in the list's own page (desk 35). */
export function getPaneUrl(reference: string, list?: string, query: Record<string, string> = {}): string {
  const asked = parseList(list);
  const address = asked ? getListUrl(asked, asked.place) : getListUrl(NO_LIST);
  return `${address}${address.includes("?") ? "&" : "?"}${new URLSearchParams({ [OPEN]: reference, ...query })}`;
}

/** The enrollment that stands open beside the list of an address. */
export const getOpenReference = (query: Record<string, unknown>): string | undefined => {
  const reference = query[OPEN];
  return typeof reference === "string" && isReference(reference) ? reference : undefined;
};

type Further = { below?: string; query?: Record<string, string> };

/** An enrollment's page, or one below it, within the list that it was opened from, if any. */
export function getEnrollmentUrl(
  reference: string,
  list?: string,
  { below = "", query }: Further = {},
): string {
  const parameters = new URLSearchParams({ ...query, ...(list && { list }) });
  return `/desk/enrollments/${reference}${below}${parameters.size > 0 ? `?${parameters}` : ""}`;
}
