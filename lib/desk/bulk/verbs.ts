import { randomUUID } from "node:crypto";
import { z } from "zod";
import { Prisma } from "@/generated/prisma/client";
import { assertTypedCount, TYPED_CONFIRMATION_OVER } from "@/lib/decisions/notifications/verbs";
import { countChanges } from "@/lib/desk/bulk/preview";
import { type BulkAction, canUndo, findBulk } from "@/lib/desk/bulk/queries";
import { bulkIdSchema } from "@/lib/desk/bulk/schema";
import type { Filters } from "@/lib/desk/list/filters";
import { createListCondition } from "@/lib/desk/list/queries";
import { IS_NOT_ERASED } from "@/lib/desk/list/sql";
import { RENEWAL_ORDER } from "@/lib/enrollment/sql";
import { PermissionError } from "@/lib/people/staff/permissions";
import { DomainError, looseVerb, type VerbContext, verb, versionSchema } from "@/lib/people/verb";
import { prisma } from "@/lib/platform/database/prisma";
import { enqueueJob } from "@/lib/platform/jobs";
import { isUuid } from "@/lib/platform/schema";

/** Selected references, a whole list, or the rows that another bulk action skipped. */
const selectionSchema = z.union([
  z.object({ references: z.array(z.string()) }),
  z.object({ filters: z.custom<Filters>((given) => given instanceof Object), words: z.string().optional() }),
  z.object({ leftOutOf: z.string() }),
]);

export type Selection = z.output<typeof selectionSchema>;

/**
 * Saves a selection of enrollments with their versions, in the order of sending with renewals first. Unknown references
 * are left out. Returns the bulk action's id; undefined when empty.
 */
export const selectEnrollments = verb(
  "bulk_selected",
  "work_in_bulk",
  selectionSchema,
  async ({ tx, actor }, selection) => {
    if (actor.kind !== "staff") throw new PermissionError("no_right");
    const id = randomUUID();
    const matching = await toCondition(selection);
    await tx.bulkAction.create({ data: { id, memberId: actor.id }, select: { id: true } });
    const count = await tx.$executeRaw`
    insert into bulk_rows (bulk_id, position, enrollment_id, version)
    select ${id}::uuid, row_number() over (order by ${RENEWAL_ORDER}, e.created_at, e.id), e.id, e.version
    from enrollments e where ${matching} and ${IS_NOT_ERASED}`;
    // prisma/sql/functions/leave_out_erased_rows.sql removes erased people.
    if (count > 0) return id;
    await tx.bulkAction.delete({ where: { id }, select: { id: true } });
    return undefined;
  },
);

/** Deletes selections that were never started; returns how many. */
export async function purgeBulk(now: Date): Promise<number> {
  const dayAgo = new Date(now.getTime() - 24 * 3600 * 1000);
  const { count } = await prisma().bulkAction.deleteMany({
    where: { status: "draft", createdAt: { lt: dayAgo } },
  });
  return count;
}

/**
 * Queues a bulk action once, even for concurrent requests. `version` is that of the preview, `typed` the confirmed
 * number of changes above fifty.
 */
export const startBulk = looseVerb(
  "bulk_started",
  "work_in_bulk",
  z.object({ bulk: bulkIdSchema, version: versionSchema, typed: z.string().default("") }),
  async ({ actor, inTransaction }, { bulk: id, version, typed }) => {
    const bulk = await requireBulk(findBulk(actor, id));
    if (bulk.count > TYPED_CONFIRMATION_OVER) assertTypedCount(await countChanges(actor, bulk), typed);
    await inTransaction(async (context) => {
      const { count } = await context.tx.bulkAction.updateMany({
        where: { id, version, status: "draft", kind: { not: null } },
        data: { status: "working", startedAt: context.now, startedBy: getMemberId(context) },
      });
      await queueBulk(context, bulk, count);
    });
  },
);

/** Queues the undo of everything that nobody was notified of. */
export const undoBulk = verb(
  "bulk_undone",
  "work_in_bulk",
  z.object({ bulk: bulkIdSchema }),
  async (context, { bulk: id }) => {
    const bulk = await requireBulk(findBulk(context.actor, id));
    const { count } = (await canUndo(id))
      ? await context.tx.bulkAction.updateMany({
          where: { id, status: "done" },
          data: { status: "undoing", undoneBy: getMemberId(context) },
        })
      : { count: 0 };
    await queueBulk(context, bulk, count);
  },
);

async function toCondition(selection: Selection): Promise<Prisma.Sql> {
  if ("references" in selection) {
    return Prisma.sql`e.reference = any(${selection.references.filter((row) => /^\w{1,12}$/.test(row))})`;
  }
  if ("filters" in selection) return createListCondition(selection.filters, selection.words);
  const { leftOutOf } = selection;
  if (!isUuid(leftOutOf)) return Prisma.sql`false`;
  return Prisma.sql`e.id in (select b.enrollment_id from bulk_rows b join bulk_actions a on a.id = b.bulk_id
    where a.id = ${leftOutOf}::uuid and a.status in ('done', 'undone') and b.outcome <> 'done')`;
}

async function requireBulk(search: ReturnType<typeof findBulk>): Promise<BulkAction> {
  const bulk = await search;
  if (!bulk) throw new DomainError({ code: "bulk_gone" });
  return bulk;
}

const getMemberId = ({ actor }: VerbContext) => ("id" in actor ? actor.id : null);

async function queueBulk({ tx, audit }: VerbContext, { id, kind, count }: BulkAction, updatedCount: number) {
  if (updatedCount === 0) throw new DomainError({ code: "bulk_begun" });
  await enqueueJob(tx, "bulk", { bulkId: id });
  await audit({ kind: "bulk_action", id }, { kind: [null, kind], enrollments: [null, count] });
}
