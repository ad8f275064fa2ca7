import { isReference, type ListQuery, listAddress, type Place, readListQuery } from "./filters";

/** A list without filters, where another would name its own. */
const ALL = "all";
const NO_LIST: Omit<ListQuery, "place"> = { filters: {}, sort: "newest" };

/** Of a list's address: which enrollment stands beside it. */
const OPEN = "open";

/** A list as an enrollment's address carries it: its filters and its page, its search as sealed as in its own address. */
export const listText = (query: Omit<ListQuery, "place">, place: Place = {}): string =>
  listAddress(query, place).split("?")[1] ?? ALL;

/** The list that an enrollment's address names. */
export const readListText = (text: unknown): ListQuery | undefined =>
  typeof text === "string" && text !== ""
    ? readListQuery(Object.fromEntries(new URLSearchParams(text)))
    : undefined;

/** An enrollment beside its list, in the list's own page (desk 35). */
export function paneAddress(reference: string, list?: string, query: Record<string, string> = {}): string {
  const asked = readListText(list);
  const address = asked ? listAddress(asked, asked.place) : listAddress(NO_LIST);
  return `${address}${address.includes("?") ? "&" : "?"}${new URLSearchParams({ [OPEN]: reference, ...query })}`;
}

/** The enrollment that stands open beside the list of an address. */
export const openIn = (query: Record<string, unknown>): string | undefined => {
  const reference = query[OPEN];
  return typeof reference === "string" && isReference(reference) ? reference : undefined;
};

type Further = { below?: string; query?: Record<string, string> };

/** An enrollment's page, or one below it, within the list that it was opened from, if any. */
export function enrollmentAddress(
  reference: string,
  list?: string,
  { below = "", query }: Further = {},
): string {
  const parameters = new URLSearchParams({ ...query, ...(list && { list }) });
  return `/desk/enrollments/${reference}${below}${parameters.size > 0 ? `?${parameters}` : ""}`;
}
