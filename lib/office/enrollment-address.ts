import { type ListQuery, listAddress, type Place, readListQuery } from "./filters";

/** A list without filters, where another would name its own. */
const ALL = "all";

/** A list as an enrollment's address carries it: its filters and its page, its search as sealed as in its own address. */
export const listText = (query: Omit<ListQuery, "place">, place: Place = {}): string =>
  listAddress(query, place).split("?")[1] ?? ALL;

/** The list that an enrollment's address names. */
export const readListText = (text: unknown): ListQuery | undefined =>
  typeof text === "string" && text !== ""
    ? readListQuery(Object.fromEntries(new URLSearchParams(text)))
    : undefined;

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
