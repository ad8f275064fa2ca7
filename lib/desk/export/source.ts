import { findBulk } from "@/lib/desk/bulk/show";
import { readListQuery } from "@/lib/desk/filters";
import { unsealSearch } from "@/lib/desk/search";
import type { Actor } from "@/lib/staff/rights";
import type { ExportSource } from "./file";

/**
 * What a file is made of: the enrollments that were chosen together, or the list at an address, its filters, order
 * and search. Undefined for a search of another session, and for what is no bulk action.
 */
export async function exportSource(
  { bulk, list }: { bulk: string; list: string },
  session: { actor: Actor; hash: Uint8Array<ArrayBuffer> },
): Promise<ExportSource | undefined> {
  if (bulk) return (await findBulk(session.actor, bulk)) && { bulkId: bulk };
  const { filters, sort, search } = readListQuery(Object.fromEntries(new URLSearchParams(list)));
  const words = search ? unsealSearch(search, session) : undefined;
  return search && !words ? undefined : { filters, sort, words };
}
