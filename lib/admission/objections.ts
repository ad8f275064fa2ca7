import { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import { requiredTextSchema } from "@/lib/decisions/refusal";
import { writeAuditEntry } from "@/lib/people/audit";
import { type Actor, requirePermission } from "@/lib/people/staff/rights";
import { parseActionInput, ActionError, defineAction } from "@/lib/people/verb";
import { columnId } from "@/lib/platform/columns";
import { toDay } from "@/lib/platform/dates";
import { prisma } from "@/lib/platform/prisma";
import { getSchoolToday } from "@/lib/school/today";
import type { Round } from "./round";
import { incrementVersion, lockRound } from "./round";

/** Whether families may object now: the provisional list stands, and the day is not over. */
export async function canObject({
  state,
  objectionsBy,
}: Pick<Round, "state" | "objectionsBy">): Promise<boolean> {
  return state === "provisional" && (!objectionsBy || toDay(objectionsBy) >= (await getSchoolToday()));
}

type NewObjection = { enrollmentId: string; personId: string; reference: string; words: string };

/**
 * A family's words against the provisional list, in the caller's transaction, which has made sure whose they are.
 * @throws Refused `objections_over`, `already_objected` while the one before has no answer
 */
export async function createObjection(
  tx: Prisma.TransactionClient,
  round: Pick<Round, "id" | "code" | "state" | "objectionsBy">,
  { enrollmentId, personId, reference, words }: NewObjection,
): Promise<void> {
  const { words: given } = parseActionInput(z.object({ words: requiredTextSchema }), { words });
  await tx.$queryRaw`select 1 from rounds where code = ${round.code} for share`; // no list is published meanwhile
  const now = await tx.round.findUnique({
    where: { id: round.id },
    select: { state: true, objectionsBy: true },
  });
  if (!now || !(await canObject(now))) throw new ActionError({ code: "objections_over" });
  const open = { roundId: round.id, enrollmentId, answeredAt: null };
  if ((await tx.objection.count({ where: open })) > 0) throw new ActionError({ code: "already_objected" });
  await tx.objection.create({
    data: { roundId: round.id, enrollmentId, personId, words: given },
    select: { id: true },
  });
  await writeAuditEntry(tx, {
    actor: { kind: "family", id: personId },
    action: "objected",
    object: { kind: "enrollment", id: reference },
  });
}

/** The objections of a round, those without an answer first. */
export async function listObjections(actor: Actor, roundId: number) {
  requirePermission(actor, "read");
  return prisma().objection.findMany({
    where: { roundId },
    orderBy: [{ answeredAt: { sort: "asc", nulls: "first" } }, { id: "asc" }],
    select: {
      id: true,
      words: true,
      createdAt: true,
      answer: true,
      upheld: true,
      answeredAt: true,
      enrollment: {
        select: {
          reference: true,
          student: { select: { name: true, surname: true } },
          merits: { select: { criterionId: true, state: true, mark: true } },
        },
      },
    },
  });
}

/**
 * The school's answer, which the family reads on its card. What is upheld changes merits (`checkMerit`) or places
 * (`moveEntry`); the allotment is run again with them.
 * @throws Refused `objection_answered`
 */
export const answerObjection = defineAction(
  "objection_answered",
  "run_round",
  z.object({ code: z.string(), objection: columnId, upheld: z.boolean(), answer: requiredTextSchema }),
  async (doing, { code, objection, upheld, answer }) => {
    const round = await lockRound(doing, { code }, "provisional");
    const { tx, actor, now, audit } = doing;
    const found = await tx.objection.findFirst({
      where: { id: objection, roundId: round.id },
      select: { answeredAt: true, enrollment: { select: { reference: true } } },
    });
    if (!found || found.answeredAt) throw new ActionError({ code: "objection_answered" });
    await tx.objection.update({
      where: { id: objection },
      data: { answer, upheld, answeredAt: now, memberId: "id" in actor ? actor.id : null },
      select: { id: true },
    });
    await incrementVersion(doing, round);
    await audit({ kind: "enrollment", id: found.enrollment.reference }, { upheld: [null, String(upheld)] });
  },
);
