import { type Actor, requirePermission } from "@/lib/people/staff/rights";
import type { ListQuery, ListCursor } from "./filters";
import { createListing, PAGE_SIZE } from "./list";
import { readNeighbours, readPageIds } from "./order";

/** A neighbour, and the page of the list on which it is. */
type Neighbour = { reference: string; place: ListCursor };

export type ListPosition = {
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
  const next = await readPageIds(await createListing(filters, sort, words), { place: { after: reference }, limit: 1 });
  return next.length > 0;
}
