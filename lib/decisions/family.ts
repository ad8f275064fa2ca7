import { randomUUID } from "node:crypto";
import type { Prisma } from "@/generated/prisma/client";
import { type Day, dayIn } from "@/lib/dates";
import { prisma } from "@/lib/prisma";
import { settings } from "@/lib/school/settings";
import { NOWHERE } from "./place";
import { currentReasons, type OfferedReason } from "./reasons";
import { recordDecision } from "./record-decision";
import { DecisionRefusal } from "./refusal";
import { lockStanding, readStanding, type Standing } from "./standing";
import { tell } from "./tell";
import { type Transition, transitionOf } from "./transitions";
import { voidUntold } from "./undo";

/**
 * The family's own step, withdrawing or taking that back within a day: it goes from what they have been
 * told, makes a decision that they have not heard of void, and is told at once.
 *
 * @param personId the adult student, or the minor's first guardian
 * @throws DecisionRefusal `not_their_own`, `not_allowed`, `day_is_over`
 */
export async function decideAsFamily(
  { reference, to }: { reference: string; to: "withdrawn" | "pending" },
  personId: string,
  now: Date,
): Promise<void> {
  const { accepted_may_withdraw_until, time_zone } = await settings();
  const actor = { kind: "family", id: personId } as const;
  await prisma().$transaction(async (tx) => {
    const before = await lockStanding(tx, { reference });
    if ((await senderOf(tx, before.studentId)) !== personId) throw new DecisionRefusal("not_their_own");
    const transition = transitionOf(before.state, to);
    if (!transition?.who.family) throw new DecisionRefusal("not_allowed", { from: before.state, to });
    await checkDay(tx, before, transition, {
      now,
      today: dayIn(time_zone, now),
      until: accepted_may_withdraw_until,
    });

    const standing = await voidUntold(tx, before, actor, now);
    const reason = await familyReason(tx, transition);
    const decision = { id: randomUUID(), standing, transition, place: NOWHERE, reason, actor, now };
    await recordDecision(tx, {
      ...decision,
      words: null,
      internalReason: null,
      exceptions: [],
      withList: false,
      tellAt: now,
    });
    const decided = await readStanding(tx, { id: standing.id });
    if (decided.untold) await tell(tx, decided, decided.untold, now);
  });
}

/** Who sent it and therefore may withdraw it. */
async function senderOf(tx: Prisma.TransactionClient, studentId: string): Promise<string> {
  const first = await tx.guardianship.findUnique({
    where: { studentId_position: { studentId, position: 1 } },
    select: { guardianId: true },
  });
  return first?.guardianId ?? studentId;
}

type Days = { now: Date; today: Day; until: Day };

const DAY_MS = 24 * 3600 * 1000;

async function checkDay(
  tx: Prisma.TransactionClient,
  standing: Standing,
  { who }: Transition,
  { now, today, until }: Days,
) {
  if (who.family === "until_the_day" && (!until || today > until)) throw new DecisionRefusal("day_is_over");
  if (who.family !== "within_a_day") return;
  const told = await tx.decision.findFirst({
    where: { enrollmentId: standing.id, status: "told", toState: standing.state },
    orderBy: { settledAt: "desc" },
    select: { settledAt: true },
  });
  const since = told?.settledAt?.getTime() ?? 0;
  if (now.getTime() - since >= DAY_MS) throw new DecisionRefusal("day_is_over");
}

async function familyReason(
  tx: Prisma.TransactionClient,
  { needs }: Transition,
): Promise<OfferedReason | null> {
  if (!needs.includes("reason")) return null;
  return (await currentReasons(tx)).find(({ code }) => code === "family") ?? null;
}
