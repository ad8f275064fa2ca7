import { z } from "zod";
import { getState, stateNames } from "@/lib/enrollment/states";
import { isDay } from "@/lib/platform/dates";
import { typedId } from "@/lib/platform/schema";

/** `turn`: the order of waiting lists. */
export const sorts = ["newest", "oldest", "name", "turn"] as const;
const choiceMatches = ["first", "any", "assigned", "waits"] as const;
export const incompleteReasons = [
  "choice",
  "combination",
  "mail",
  "correction",
  "disagreement",
  "answer",
  "question",
  "reply",
  "same",
] as const;

const id = typedId;
const day = z.string().refine(isDay);

/** Where a filter is set: the line above the list, the folded part, a tab, or only in links. */
type Place = "line" | "fold" | "tab" | "link";

/** `plain`: the tag shows the value without the filter's name. */
const filter = <S extends z.ZodType>(place: Place, schema: S, plain = false) => ({ place, schema, plain });

/**
 * The filters of the list by query parameter; others are ignored. A new one needs a row here, its condition
 * (`conditions` in sql.ts) and its texts (`desk.list.filters`, for a choice `desk.list.values`).
 */
export const filterTable = {
  /** Without it all years; the desk's page then shows the current year (`listInYear`). */
  year: filter("line", z.literal("all").or(id)),
  state: filter("tab", z.enum(stateNames)),
  speciality: filter("line", id),
  syllabus: filter("line", id),
  /** Meaning of `speciality` and `syllabus`; default by `meaningOf`. */
  how: filter("fold", z.enum(choiceMatches)),
  age: filter("fold", z.enum(["adult", "minor"]), true),
  source: filter("fold", z.enum(["form", "api", "desk"]), true),
  mail: filter("link", z.enum(["trouble"]), true),
  /** Decided but unnotified, also those scheduled with the list; or voided by the family. */
  told: filter("fold", z.enum(["no", "with_list", "void"]), true),
  /** Whether an accepted family has confirmed the place. */
  keeps: filter("fold", z.enum(["yes", "no"])),
  /** Open or overdue place confirmations. */
  answer: filter("fold", z.enum(["open", "late"])),
  /** The school's question to the family: open, overdue or answered (desk 37). */
  question: filter("link", z.enum(["open", "late", "answered"]), true),
  disagreement: filter("link", z.enum(["open"])),
  correction: filter("link", z.enum(["open"])),
  /** What blocks the decision or a notification. */
  missing: filter("line", z.enum(incompleteReasons)),
  /** Time until the promised day of unnotified families. */
  due: filter("line", z.enum(["late", "today", "week"]), true),
  same: filter("link", z.enum(["perhaps"]), true),
  label: filter("line", id),
  from: filter("fold", day),
  until: filter("fold", day),
};

type FilterTable = typeof filterTable;
export type FilterName = keyof FilterTable;
export type Filters = { [Name in FilterName]?: z.output<FilterTable[Name]["schema"]> } & {
  /** Includes erased people, for the command. */
  erased?: "too";
};

/**
 * The meaning of `speciality` and `syllabus`: first choice, any choice, the assigned place, or the waiting list of
 * exactly this place. By default the place or waiting list where the state has one, else the first choice.
 */
export const meaningOf = ({ how, state }: Filters): (typeof choiceMatches)[number] =>
  how ?? (state && getState(state).holds ? "assigned" : "first");

export const filterNames = Object.keys(filterTable) as FilterName[];

/** The values of a filter; empty for free ones. */
export const getFilterValues = (name: FilterName): readonly string[] => {
  const { schema } = filterTable[name];
  return "options" in schema && "enum" in schema ? schema.options : [];
};

export type Sort = (typeof sorts)[number];

/** Cursor by reference, so that the address has no personal data. */
export type ListCursor = { after?: string; before?: string };

export type ListQuery = { filters: Filters; sort: Sort; place: ListCursor; search?: string };

const reference = z.string().regex(/^\w{1,12}$/);

export const isReference = (text: string): boolean => reference.safeParse(text).success;

type Parameters = Record<string, string | string[] | undefined>;

export function parseListQuery(parameters: Parameters): ListQuery {
  const read = <T>(name: string, schema: z.ZodType<T>): T | undefined => {
    const result = schema.safeParse(parameters[name]);
    return result.success ? result.data : undefined;
  };
  const filters = Object.fromEntries(
    filterNames.flatMap((name) => {
      const value = read(name, filterTable[name].schema as z.ZodType<unknown>);
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

export const getExportUrl = (query: Omit<ListQuery, "place">): string =>
  getListUrl(query).replace("/desk/enrollments", "/desk/exports/new");

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

const ALL = "all";

export const formatList = (query: Omit<ListQuery, "place">, place: ListCursor = {}): string =>
  getListUrl(query, place).split("?")[1] ?? ALL;

/** The inverse of `formatList`. */
export const parseList = (text: unknown): ListQuery | undefined =>
  typeof text === "string" && text !== ""
    ? parseListQuery(Object.fromEntries(new URLSearchParams(text)))
    : undefined;

const NO_LIST: Omit<ListQuery, "place"> = { filters: {}, sort: "newest" };

/** Query parameter of the enrollment shown beside the list. */
const OPEN = "open";

/** The address of an enrollment beside its list (desk 35). */
export function getPaneUrl(reference: string, list?: string, query: Record<string, string> = {}): string {
  const asked = parseList(list);
  const address = asked ? getListUrl(asked, asked.place) : getListUrl(NO_LIST);
  return `${address}${address.includes("?") ? "&" : "?"}${new URLSearchParams({ [OPEN]: reference, ...query })}`;
}

export const getOpenReference = (query: Record<string, unknown>): string | undefined => {
  const reference = query[OPEN];
  return typeof reference === "string" && isReference(reference) ? reference : undefined;
};

type Further = { below?: string; query?: Record<string, string> };

/** The address of an enrollment or a page below it, with the list it was opened from. */
export function getEnrollmentUrl(
  reference: string,
  list?: string,
  { below = "", query }: Further = {},
): string {
  const parameters = new URLSearchParams({ ...query, ...(list && { list }) });
  return `/desk/enrollments/${reference}${below}${parameters.size > 0 ? `?${parameters}` : ""}`;
}
