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
const daySchema = z.string().refine(isDay);

/** Where a filter is set: the line above the list, the folded part, a tab, or only in links. */
type Area = "line" | "fold" | "tab" | "link";

/** `plain`: the tag shows the value without the filter's name. */
const defineFilter = <S extends z.ZodType>(area: Area, schema: S, plain = false) => ({ area, schema, plain });

/**
 * The filters of the list by query parameter; others are ignored. A new one needs a row here, its condition
 * (`conditions` in sql.ts) and its texts (`desk.list.filters`, for a choice `desk.list.values`).
 */
export const filterTable = {
  /** Without it all years; the desk's page then shows the current year (`listInYear`). */
  year: defineFilter("line", z.literal("all").or(id)),
  state: defineFilter("tab", z.enum(stateNames)),
  speciality: defineFilter("line", id),
  syllabus: defineFilter("line", id),
  /** Meaning of `speciality` and `syllabus`; default by `getChoiceMatch`. */
  how: defineFilter("fold", z.enum(choiceMatches)),
  age: defineFilter("fold", z.enum(["adult", "minor"]), true),
  source: defineFilter("fold", z.enum(["form", "api", "desk"]), true),
  mail: defineFilter("link", z.enum(["trouble"]), true),
  /** Decided but unnotified, also those scheduled with the list; or voided by the family. */
  told: defineFilter("fold", z.enum(["no", "with_list", "void"]), true),
  /** Whether an accepted family has confirmed the place. */
  keeps: defineFilter("fold", z.enum(["yes", "no"])),
  /** Open or overdue place confirmations. */
  answer: defineFilter("fold", z.enum(["open", "late"])),
  /** The school's question to the family: open, overdue or answered (desk 37). */
  question: defineFilter("link", z.enum(["open", "late", "answered"]), true),
  disagreement: defineFilter("link", z.enum(["open"])),
  correction: defineFilter("link", z.enum(["open"])),
  /** What blocks the decision or a notification. */
  missing: defineFilter("line", z.enum(incompleteReasons)),
  /** Time until the promised day of unnotified families. */
  due: defineFilter("line", z.enum(["late", "today", "week"]), true),
  same: defineFilter("link", z.enum(["perhaps"]), true),
  label: defineFilter("line", id),
  from: defineFilter("fold", daySchema),
  until: defineFilter("fold", daySchema),
};

type FilterTable = typeof filterTable;
export type FilterName = keyof FilterTable;
export type Filters = { [Name in FilterName]?: z.output<FilterTable[Name]["schema"]> } & {
  /** Includes erased people, for the command. */
  erased?: "too";
};

/** `how` filters by itself where no `speciality` or `syllabus` gives it another meaning. */
export const isHowAlone = ({ how, speciality, syllabus }: Filters): boolean =>
  (how === "assigned" || how === "waits") && speciality === undefined && syllabus === undefined;

/**
 * The meaning of `speciality` and `syllabus`: first choice, any choice, the assigned place, or the waiting list of
 * exactly this place. By default the place or waiting list where the state has one, else the first choice.
 */
export const getChoiceMatch = ({ how, state }: Filters): (typeof choiceMatches)[number] =>
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

export type ListQuery = { filters: Filters; sort: Sort; cursor: ListCursor; search?: string };

const referenceSchema = z.string().regex(/^\w{1,12}$/);

export const isReference = (text: string): boolean => referenceSchema.safeParse(text).success;

type Parameters = Record<string, string | string[] | undefined>;

export function parseListQuery(parameters: Parameters): ListQuery {
  const parse = <T>(name: string, schema: z.ZodType<T>): T | undefined => {
    const result = schema.safeParse(parameters[name]);
    return result.success ? result.data : undefined;
  };
  const filters = Object.fromEntries(
    filterNames.flatMap((name) => {
      const value = parse(name, filterTable[name].schema as z.ZodType<unknown>);
      return value === undefined ? [] : [[name, value]];
    }),
  ) as Filters;
  return {
    filters,
    sort: parse("sort", z.enum(sorts)) ?? "newest",
    cursor: { after: parse("after", referenceSchema), before: parse("before", referenceSchema) },
    search: parse("q", z.string().max(2_000)),
  };
}

export const getExportUrl = (query: Omit<ListQuery, "cursor">): string =>
  getListUrl(query).replace("/desk/enrollments", "/desk/exports/new");

export function getListUrl(
  { filters, sort, search }: Omit<ListQuery, "cursor">,
  cursor: ListCursor = {},
): string {
  const parameters = new URLSearchParams();
  for (const name of filterNames)
    if (filters[name] !== undefined) parameters.set(name, String(filters[name]));
  if (sort !== "newest") parameters.set("sort", sort);
  if (search) parameters.set("q", search);
  if (cursor.after) parameters.set("after", cursor.after);
  if (cursor.before) parameters.set("before", cursor.before);
  const query = parameters.toString();
  return query ? `/desk/enrollments?${query}` : "/desk/enrollments";
}

const ALL = "all";

export const formatList = (query: Omit<ListQuery, "cursor">, cursor: ListCursor = {}): string =>
  getListUrl(query, cursor).split("?")[1] ?? ALL;

/** The inverse of `formatList`; without filters for no list. */
export const parseList = (text: unknown): ListQuery =>
  parseListQuery(Object.fromEntries(new URLSearchParams(typeof text === "string" ? text : "")));

/** Query parameter of the enrollment shown beside the list. */
const OPEN = "open";

/** The address of an enrollment beside its list (desk 35). */
export function getPaneUrl(reference: string, list?: string, query: Record<string, string> = {}): string {
  const { cursor, ...listQuery } = parseList(list);
  const address = getListUrl(listQuery, cursor);
  return `${address}${address.includes("?") ? "&" : "?"}${new URLSearchParams({ [OPEN]: reference, ...query })}`;
}

export const getOpenReference = (query: Record<string, unknown>): string | undefined => {
  const reference = query[OPEN];
  return typeof reference === "string" && isReference(reference) ? reference : undefined;
};

type UrlParts = { below?: string; query?: Record<string, string> };

const createUrlBuilder =
  (folder: string) =>
  (id: string, list?: string, { below = "", query }: UrlParts = {}): string => {
    const parameters = new URLSearchParams({ ...query, ...(list && { list }) });
    return `${folder}/${id}${below}${parameters.size > 0 ? `?${parameters}` : ""}`;
  };

/** The address of an enrollment or a page below it, with the list it was opened from. */
export const getEnrollmentUrl = createUrlBuilder("/desk/enrollments");

/** The address of a bulk action or a page below it, with the list of its selection. */
export const getBulkUrl = createUrlBuilder("/desk/bulk");
