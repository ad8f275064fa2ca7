import { isReference, type ListQuery, getListUrl, type ListCursor, parseListQuery } from "./filters";

/** A list without filters, where another would name its own. */
const ALL = "all";
const NO_LIST: Omit<ListQuery, "place"> = { filters: {}, sort: "newest" };

/** Of a list's address: which enrollment stands beside it. */
const OPEN = "open";

/** A list as an enrollment's address carries it: its filters and its page, its search as sealed as in its own address. */
export const formatList = (query: Omit<ListQuery, "place">, place: ListCursor = {}): string =>
  getListUrl(query, place).split("?")[1] ?? ALL;

/** The list that an enrollment's address names. */
export const parseList = (text: unknown): ListQuery | undefined =>
  typeof text === "string" && text !== ""
    ? parseListQuery(Object.fromEntries(new URLSearchParams(text)))
    : undefined;

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
