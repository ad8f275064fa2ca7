import { z } from "zod";
import { lockEnrollmentStatus } from "@/lib/decisions/standing";
import { ActionError, defineAction } from "@/lib/people/verb";
import { isUuid } from "@/lib/platform/uuid";

/** Takes a question off the desk: its answer was read, or it is no longer asked (desk 37). @throws Refused */
export const closeQuestion = defineAction(
  "question_closed",
  "decide",
  z.object({ reference: z.string(), question: z.string() }),
  async ({ tx, now, audit }, { reference, question: id }) => {
    if (!isUuid(id)) throw new ActionError({ code: "question_gone" });
    await lockEnrollmentStatus(tx, { reference });
    const { count } = await tx.question.updateMany({
      where: { id, closedAt: null, enrollment: { reference } },
      data: { closedAt: now },
    });
    if (count === 0) throw new ActionError({ code: "question_gone" });
    await audit({ kind: "enrollment", id: reference });
  },
);
