import { findBulk } from "@/lib/office/bulk/show";
import { all, NOT_ERASED } from "@/lib/office/conditions";
import { isNarrowed, readListQuery } from "@/lib/office/filters";
import { conditions } from "@/lib/office/list";
import { countOf } from "@/lib/office/order";
import { unsealSearch } from "@/lib/office/search";
import type { Actor } from "@/lib/people/staff/rights";
import { prisma } from "@/lib/platform/prisma";
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

/** How many lines a file will have. */
export async function totalOf(source: ExportSource): Promise<number> {
  if ("bulkId" in source) return prisma().bulkRow.count({ where: { bulkId: source.bulkId } });
  return countOf(await conditions(source.filters, source.words));
}

/** Whether a file leaves nobody out: of a list that nothing narrows, or of as many chosen together as there are. */
export async function hasEverybody(source: ExportSource): Promise<boolean> {
  if (!("bulkId" in source)) return !isNarrowed(source.filters, source.words);
  const everybody = all([await conditions({}, undefined), NOT_ERASED]);
  return (await totalOf(source)) >= (await countOf(everybody));
}
