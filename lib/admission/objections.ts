import { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import { givenWords } from "@/lib/decisions/refusal";
import { writeEntry } from "@/lib/people/audit";
import { type Actor, demand } from "@/lib/people/staff/rights";
import { checked, Refused, verb } from "@/lib/people/verb";
import { columnId } from "@/lib/platform/columns";
import { dayOf } from "@/lib/platform/dates";
import { prisma } from "@/lib/platform/prisma";
import { today } from "@/lib/school/today";
import type { Round } from "./round";
import { countChange, holdRound } from "./round";

/** Whether families may object now: the provisional list stands, and the day is not over. */
export async function mayObject({
  state,
  objectionsBy,
}: Pick<Round, "state" | "objectionsBy">): Promise<boolean> {
  return state === "provisional" && (!objectionsBy || dayOf(objectionsBy) >= (await today()));
}

type Objecting = { enrollmentId: string; personId: string; reference: string; words: string };

/**
 * A family's words against the provisional list, in the caller's transaction, which has made sure whose they are.
 * @throws Refused `objections_over`, `already_objected` while the one before has no answer
 */
export async function object(
  tx: Prisma.TransactionClient,
  round: Pick<Round, "id" | "code" | "state" | "objectionsBy">,
  { enrollmentId, personId, reference, words }: Objecting,
): Promise<void> {
  const { words: given } = checked(z.object({ words: givenWords }), { words });
  await tx.$queryRaw`select 1 from rounds where code = ${round.code} for share`; // no list is published meanwhile
  const now = await tx.round.findUnique({
    where: { id: round.id },
    select: { state: true, objectionsBy: true },
  });
  if (!now || !(await mayObject(now))) throw new Refused({ code: "objections_over" });
  const open = { roundId: round.id, enrollmentId, answeredAt: null };
  if ((await tx.objection.count({ where: open })) > 0) throw new Refused({ code: "already_objected" });
  await tx.objection.create({
    data: { roundId: round.id, enrollmentId, personId, words: given },
    select: { id: true },
  });
  await writeEntry(tx, {
    actor: { kind: "family", id: personId },
    action: "objected",
    object: { kind: "enrollment", id: reference },
  });
}

/** The objections of a round, those without an answer first. */
export async function objectionsOf(actor: Actor, roundId: number) {
  demand(actor, "read");
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
export const answerObjection = verb(
  "objection_answered",
  "run_round",
  z.object({ code: z.string(), objection: columnId, upheld: z.boolean(), answer: givenWords }),
  async (doing, { code, objection, upheld, answer }) => {
    const round = await holdRound(doing, { code }, "provisional");
    const { tx, actor, now, audit } = doing;
    const found = await tx.objection.findFirst({
      where: { id: objection, roundId: round.id },
      select: { answeredAt: true, enrollment: { select: { reference: true } } },
    });
    if (!found || found.answeredAt) throw new Refused({ code: "objection_answered" });
    await tx.objection.update({
      where: { id: objection },
      data: { answer, upheld, answeredAt: now, memberId: "id" in actor ? actor.id : null },
      select: { id: true },
    });
    await countChange(doing, round);
    await audit({ kind: "enrollment", id: found.enrollment.reference }, { upheld: [null, String(upheld)] });
  },
);
