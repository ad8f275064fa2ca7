import { z } from "zod";
import { TYPED_CONFIRMATION_OVER } from "@/lib/decisions/tell-list";
import { type ActionContext, defineLooseAction, ActionError, versionSchema, defineAction } from "@/lib/people/verb";
import { enqueueJob } from "@/lib/platform/queues";
import { canUndo } from "./forget-inputs";
import { bulkIdSchema } from "./input";
import { countChanges } from "./preview";
import { type BulkAction, findBulk } from "./show";

/**
 * Lets the worker do it. Of two who start the same one, one does; `version` is that of the page that
 * showed what it would do, `typed` the number of enrollments that change, over fifty.
 */
export const startBulk = defineLooseAction(
  "bulk_started",
  "work_in_bulk",
  z.object({ bulk: bulkIdSchema, version: versionSchema, typed: z.string().default("") }),
  async ({ actor, inTransaction }, { bulk: id, version, typed }) => {
    const bulk = await existing(findBulk(actor, id));
    const changes = bulk.count > TYPED_CONFIRMATION_OVER ? await countChanges(actor, bulk) : 0;
    if (changes > TYPED_CONFIRMATION_OVER && typed.trim() !== String(changes))
      throw new ActionError({ field: "typed", code: "count_wrong", values: { count: String(changes) } });
    await inTransaction(async (doing) => {
      const { count } = await doing.tx.bulkAction.updateMany({
        where: { id, version, status: "draft", kind: { not: null } },
        data: { status: "working", startedAt: doing.now, startedBy: memberOf(doing) },
      });
      await queueWork(doing, bulk, count);
    });
  },
);

/** Lets the worker take back what nobody has been told of. */
export const undoBulk = defineAction(
  "bulk_undone",
  "work_in_bulk",
  z.object({ bulk: bulkIdSchema }),
  async (doing, { bulk: id }) => {
    const bulk = await existing(findBulk(doing.actor, id));
    const { count } = (await canUndo(id))
      ? await doing.tx.bulkAction.updateMany({
          where: { id, status: "done" },
          data: { status: "undoing", undoneBy: memberOf(doing) },
        })
      : { count: 0 };
    await queueWork(doing, bulk, count);
  },
);

async function existing(found: ReturnType<typeof findBulk>): Promise<BulkAction> {
  const bulk = await found;
  if (!bulk) throw new ActionError({ code: "bulk_gone" });
  return bulk;
}

const memberOf = ({ actor }: ActionContext) => ("id" in actor ? actor.id : null);

async function queueWork({ tx, audit }: ActionContext, { id, kind, count }: BulkAction, begun: number) {
  if (begun === 0) throw new ActionError({ code: "bulk_begun" });
  await enqueueJob(tx, "bulk", { bulkId: id });
  await audit({ kind: "bulk_action", id }, { kind: [null, kind], enrollments: [null, count] });
}
