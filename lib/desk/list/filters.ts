import { z } from "zod";
import { getState, stateNames } from "@/lib/enrollment/states";
import { isDay } from "@/lib/platform/dates";
import { typedId } from "@/lib/platform/schema";

/** `turn`: as they come on a waiting list. */
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

/** Where a filter is set: in the line above the list, in the part that is folded, by a tab, or only by a link to the list. */
type Place = "line" | "fold" | "tab" | "link";

/** `plain`: the tag of the filter says its value, which needs no name before it. */
const filter = <S extends z.ZodType>(place: Place, schema: S, plain = false) => ({ place, schema, plain });

/**
 * Every filter of the list, as it stands in the address; what is not one of them is left out. A new one is a row here,
 * its condition (`conditions` in sql.ts) and its words (`desk.list.filters` and, for a choice, `desk.list.values`).
 */
export const filterTable = {
  /** A list without one is of every year too; the desk's page then shows the current year (`listInYear`). */
  year: filter("line", z.literal("all").or(id)),
  state: filter("tab", z.enum(stateNames)),
  speciality: filter("line", id),
  syllabus: filter("line", id),
  /** What `speciality` and `syllabus` mean; without it `meaningOf` the list. */
  how: filter("fold", z.enum(choiceMatches)),
  age: filter("fold", z.enum(["adult", "minor"]), true),
  source: filter("fold", z.enum(["form", "api", "desk"]), true),
  mail: filter("link", z.enum(["trouble"]), true),
  /** Decided, and the family does not know yet, or will with the list; or decided, and overtaken by the family. */
  told: filter("fold", z.enum(["no", "with_list", "void"]), true),
  /** Whether an accepted family has said that it keeps the place. */
  keeps: filter("fold", z.enum(["yes", "no"])),
  /** Whether the family has still to say that it keeps its place, or should have by now. */
  answer: filter("fold", z.enum(["open", "late"])),
  /** What was asked of the family: it has time to answer, it has none left, or it has answered (desk 37). */
  question: filter("link", z.enum(["open", "late", "answered"]), true),
  disagreement: filter("link", z.enum(["open"])),
  correction: filter("link", z.enum(["open"])),
  /** What keeps the desk from deciding, or somebody from hearing of it. */
  missing: filter("line", z.enum(incompleteReasons)),
  /** How near the day is that was promised to a family which has not been told yet. */
  due: filter("line", z.enum(["late", "today", "week"]), true),
  /** Whether another one of its year is perhaps of the same student. */
  same: filter("link", z.enum(["perhaps"]), true),
  label: filter("line", id),
  from: filter("fold", day),
  until: filter("fold", day),
};

type FilterTable = typeof filterTable;
export type FilterName = keyof FilterTable;
export type Filters = { [Name in FilterName]?: z.output<FilterTable[Name]["schema"]> } & {
  /** Also whom nobody decides on any more, because they were erased: a command's list has every match. */
  erased?: "too";
};

/**
 * What `speciality` and `syllabus` mean in a list: first choice, any choice, the assigned place, or the waiting list of
 * exactly this place. Unless said, the place (or its waiting list) where the list's state has one, else the first choice.
 */
export const meaningOf = ({ how, state }: Filters): (typeof choiceMatches)[number] =>
  how ?? (state && getState(state).holds ? "assigned" : "first");

export const filterNames = Object.keys(filterTable) as FilterName[];

/** The values of a filter that has a closed list of them. */
export const getFilterValues = (name: FilterName): readonly string[] => {
  const { schema } = filterTable[name];
  return "options" in schema && "enum" in schema ? schema.options : [];
};

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
