import { Prisma } from "@/generated/prisma/client";
import { findBulk } from "@/lib/office/bulk/show";
import { joinConditions, IS_NOT_ERASED } from "@/lib/office/conditions";
import { parseListQuery } from "@/lib/office/filters";
import { createListCondition } from "@/lib/office/list";
import { countMatching } from "@/lib/office/order";
import { decryptSearch } from "@/lib/office/search";
import type { Actor } from "@/lib/people/staff/rights";
import { prisma } from "@/lib/platform/prisma";
import type { ExportSource } from "./file";

/**
 * What a file is made of: the enrollments that were chosen together, or the list at an address, its filters, order
 * and search. Undefined for a search of another session, and for what is no bulk action.
 */
export async function resolveExportSource(
  { bulk, list }: { bulk: string; list: string },
  session: { actor: Actor; hash: Uint8Array<ArrayBuffer> },
): Promise<ExportSource | undefined> {
  if (bulk) return (await findBulk(session.actor, bulk)) && { bulkId: bulk };
  const { filters, sort, search } = parseListQuery(Object.fromEntries(new URLSearchParams(list)));
  const words = search ? decryptSearch(search, session) : undefined;
  return search && !words ? undefined : { filters, sort, words };
}

/** How many lines a file will have. */
export async function countExportRows(source: ExportSource): Promise<number> {
  if ("bulkId" in source) return prisma().bulkRow.count({ where: { bulkId: source.bulkId } });
  return countMatching(await createListCondition(source.filters, source.words));
}

/** Whether a file leaves nobody out, whichever filters or choice it comes from: who was erased does not count. */
export async function includesEverybody(source: ExportSource): Promise<boolean> {
  const wanted =
    "bulkId" in source
      ? Prisma.sql`e.id in (select r.enrollment_id from bulk_rows r where r.bulk_id = ${source.bulkId}::uuid)`
      : await createListCondition(source.filters, source.words);
  const [inFile, inAll] = await Promise.all([countMatching(joinConditions([wanted, IS_NOT_ERASED])), countMatching(IS_NOT_ERASED)]);
  return inFile >= inAll;
}
