import { randomUUID } from "node:crypto";
import { z } from "zod";
import { Prisma } from "@/generated/prisma/client";
import { RENEWAL_ORDER } from "@/lib/enrollment/state-sql";
import { IS_NOT_ERASED } from "@/lib/office/conditions";
import type { Filters } from "@/lib/office/filters";
import { createListCondition } from "@/lib/office/list";
import { PermissionError } from "@/lib/people/staff/rights";
import { defineAction } from "@/lib/people/verb";
import { prisma } from "@/lib/platform/prisma";
import { isUuid } from "@/lib/platform/uuid";

/** Rows that were ticked, by their references, all that a list shows, or what another bulk action left out. */
const selection = z.union([
  z.object({ references: z.array(z.string()) }),
  z.object({ filters: z.custom<Filters>((given) => given instanceof Object), words: z.string().optional() }),
  z.object({ leftOutOf: z.string() }),
]);

export type Selection = z.output<typeof selection>;

/**
 * Freezes a selection: which enrollments, and how each stands, in the order in which they were sent, who renews before newcomers.
 * What is no reference of any is left out. Returns the bulk action's id; undefined for nobody.
 */
export const selectEnrollments = defineAction(
  "bulk_selected",
  "work_in_bulk",
  selection,
  async ({ tx, actor }, selected) => {
    if (actor.kind !== "staff") throw new PermissionError("no_right");
    const id = randomUUID();
    const matching = await matchingOf(selected);
    await tx.bulkAction.create({ data: { id, memberId: actor.id }, select: { id: true } });
    const count = await tx.$executeRaw`
    insert into bulk_rows (bulk_id, position, enrollment_id, version)
    select ${id}::uuid, row_number() over (order by ${RENEWAL_ORDER}, e.created_at, e.id), e.id, e.version
    from enrollments e where ${matching} and ${IS_NOT_ERASED}`;
    // Without whoever was erased: prisma/sql/functions/leave_out_erased_rows.sql.
    if (count > 0) return id;
    await tx.bulkAction.delete({ where: { id }, select: { id: true } });
    return undefined;
  },
);

async function matchingOf(selection: Selection): Promise<Prisma.Sql> {
  if ("references" in selection) {
    return Prisma.sql`e.reference = any(${selection.references.filter((row) => /^\w{1,12}$/.test(row))})`;
  }
  if ("filters" in selection) return createListCondition(selection.filters, selection.words);
  const { leftOutOf } = selection;
  if (!isUuid(leftOutOf)) return Prisma.sql`false`;
  return Prisma.sql`e.id in (select b.enrollment_id from bulk_rows b join bulk_actions a on a.id = b.bulk_id
    where a.id = ${leftOutOf}::uuid and a.status in ('done', 'undone') and b.outcome <> 'done')`;
}

/** Forgets what was chosen and never done; returns how many. */
export async function purgeBulk(now: Date): Promise<number> {
  const dayAgo = new Date(now.getTime() - 24 * 3600 * 1000);
  const { count } = await prisma().bulkAction.deleteMany({
    where: { status: "draft", createdAt: { lt: dayAgo } },
  });
  return count;
}
