import type { Prisma } from "@/generated/prisma/client";
import { TYPED_OVER } from "@/lib/decisions/tell-list";
import { recorded, writeEntry } from "@/lib/people/audit";
import { type Actor, demand } from "@/lib/people/staff/rights";
import { prisma } from "@/lib/platform/prisma";
import { queueIn } from "@/lib/platform/queues";
import { canUndo } from "./forget-inputs";
import { countChanges } from "./preview";
import type { Bulk } from "./show";

/** `count`: the number that should have been typed. */
export type Started = "started" | "changed_meanwhile" | { count: number };

/**
 * Lets the worker do it. Of two who start the same one, one does; `version` is that of the page that
 * showed what it would do.
 * @param typed the number of enrollments that change, over fifty
 */
export async function startBulk(
  actor: Actor,
  bulk: Bulk,
  { version, typed }: { version: number; typed: string },
  now: Date,
): Promise<Started> {
  demand(actor, "work_in_bulk");
  const changes = bulk.count > TYPED_OVER ? await countChanges(actor, bulk) : 0;
  if (changes > TYPED_OVER && typed.trim() !== String(changes)) return { count: changes };
  const by = "id" in actor ? actor.id : null;
  const started = await prisma().$transaction(async (tx) => {
    const { count } = await tx.bulkAction.updateMany({
      where: { id: bulk.id, version, status: "draft", kind: { not: null } },
      data: { status: "working", startedAt: now, startedBy: by },
    });
    if (count === 1) await queueWork(tx, actor, bulk, "bulk_started");
    return count === 1;
  });
  return started ? "started" : "changed_meanwhile";
}

/** Lets the worker take back what nobody has been told of. @returns false when somebody has begun that */
export async function undoBulk(actor: Actor, bulk: Bulk): Promise<boolean> {
  demand(actor, "work_in_bulk");
  if (!(await canUndo(bulk.id))) return false;
  const by = "id" in actor ? actor.id : null;
  return prisma().$transaction(async (tx) => {
    const { count } = await tx.bulkAction.updateMany({
      where: { id: bulk.id, status: "done" },
      data: { status: "undoing", undoneBy: by },
    });
    if (count === 1) await queueWork(tx, actor, bulk, "bulk_undone");
    return count === 1;
  });
}

async function queueWork(tx: Prisma.TransactionClient, actor: Actor, bulk: Bulk, action: string) {
  await queueIn(tx, "bulk", { bulkId: bulk.id });
  await writeEntry(tx, {
    actor: recorded(actor),
    action,
    object: { kind: "bulk_action", id: bulk.id },
    values: { kind: [null, bulk.kind], enrollments: [null, bulk.count] },
  });
}
