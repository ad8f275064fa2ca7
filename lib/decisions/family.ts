import { randomUUID } from "node:crypto";
import type { Prisma } from "@/generated/prisma/client";
import type { RecordedActor } from "@/lib/people/audit";
import { ageOn, type Day, dayOf } from "@/lib/platform/dates";
import { AppError } from "@/lib/platform/errors";
import { prisma } from "@/lib/platform/prisma";
import { todayIn } from "@/lib/platform/worlds";
import { settings } from "@/lib/school/settings";
import { NOWHERE } from "./place";
import { newestReason } from "./reasons";
import { recordDecision } from "./record-decision";
import { DecisionRefusal } from "./refusal";
import { lockStanding, readStanding, type Standing } from "./standing";
import { tell } from "./tell";
import { type Transition, transitionOf } from "./transitions";
import { voidUntold } from "./undo";

type Step = { reference: string; to: "withdrawn" | "pending"; reason?: "family" | "not_me" };

/**
 * The family's own step, withdrawing or taking that back within a day: it goes from what they have been
 * told, makes a decision that they have not heard of void, and is told at once.
 *
 * @param personId the student, or a minor's first guardian
 * @throws DecisionRefusal `not_their_own`, `not_allowed`, `day_is_over`
 */
export function decideAsFamily(step: Step, personId: string, now: Date): Promise<void> {
  const actor = { kind: "family", id: personId } as const;
  return prisma().$transaction((tx) =>
    takeStep(tx, step, actor, now, async ({ studentId }, today) => {
      if ((await senderOf(tx, studentId, today)) !== personId) throw new DecisionRefusal("not_their_own");
    }),
  );
}

/** Withdraws, in the caller's transaction, what somebody else has sent in a person's name. */
export const withdrawDisowned = (
  tx: Prisma.TransactionClient,
  reference: string,
  personId: string,
  now: Date,
): Promise<void> =>
  takeStep(tx, { reference, to: "withdrawn", reason: "not_me" }, { kind: "family", id: personId }, now);

/**
 * Withdraws an enrollment in the family's name, as long as the family itself could.
 *
 * @param apiKeyId the key that made the enrollment
 * @throws AppError `not_found` when it did not, `transition_not_allowed`
 */
export async function withdrawByKey(
  tx: Prisma.TransactionClient,
  reference: string,
  apiKeyId: number,
  now: Date,
): Promise<void> {
  const made = await tx.enrollment.count({ where: { reference, apiKeyId } });
  if (made === 0) throw new AppError("not_found");
  try {
    await takeStep(tx, { reference, to: "withdrawn" }, { kind: "api_key" }, now);
  } catch (error) {
    if (!(error instanceof DecisionRefusal)) throw error;
    const { state } = await readStanding(prisma(), { reference });
    const { withdraw } = await familyWays(reference, now);
    const allowed = withdraw ? ["withdrawn"] : [];
    throw new AppError("transition_not_allowed", [], [], { state, allowed, refusal: error.code });
  }
}

type Check = (standing: Standing, today: Day) => Promise<void>;

async function takeStep(
  tx: Prisma.TransactionClient,
  { reference, to, reason: code = "family" }: Step,
  actor: RecordedActor,
  now: Date,
  check?: Check,
) {
  const { accepted_may_withdraw_until: until, time_zone } = await settings();
  const before = await lockStanding(tx, { reference });
  const days = { now, today: todayIn(time_zone, now), until };
  await check?.(before, days.today);
  const transition = transitionOf(before.state, to);
  if (!transition?.who.family) throw new DecisionRefusal("not_allowed", { from: before.state, to });
  const ends = await endOf(tx, before, transition, days);
  if (ends === "over") throw new DecisionRefusal("day_is_over");

  const standing = await voidUntold(tx, before, actor, now);
  const reason = transition.needs.includes("reason") ? await newestReason(tx, code) : null;
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
}

/** What the family may do by itself now; `until` is the last day, or the moment, where there is one. */
export type FamilyWays = {
  withdraw?: { until?: Day };
  takeBack?: { until: Date };
  keep: boolean;
};

/** What whoever sent an enrollment may do with it by themselves, from what they have been told. */
export async function familyWays(reference: string, now: Date): Promise<FamilyWays> {
  const { accepted_may_withdraw_until, time_zone } = await settings();
  const standing = await readStanding(prisma(), { reference });
  const days = { now, today: todayIn(time_zone, now), until: accepted_may_withdraw_until };
  const end = async (to: "withdrawn" | "pending") => {
    const transition = transitionOf(standing.state, to);
    return transition?.who.family ? endOf(prisma(), standing, transition, days) : "over";
  };
  const [withdraw, takeBack] = await Promise.all([end("withdrawn"), end("pending")]);
  return {
    withdraw: withdraw === "over" || withdraw instanceof Date ? undefined : { until: withdraw },
    takeBack: takeBack instanceof Date ? { until: takeBack } : undefined,
    keep: standing.state === "accepted",
  };
}

/**
 * Who acts for an enrollment: a minor's first guardian, otherwise the student; who comes of age overnight
 * acts from that morning on.
 */
async function senderOf(tx: Prisma.TransactionClient, studentId: string, today: Day): Promise<string> {
  const { birthDate, guardians } = await tx.person.findUniqueOrThrow({
    where: { id: studentId },
    select: { birthDate: true, guardians: { where: { position: 1 }, select: { guardianId: true } } },
  });
  const minor = birthDate !== null && ageOn(dayOf(birthDate), today) < 18;
  return (minor && guardians[0]?.guardianId) || studentId;
}

type Days = { now: Date; today: Day; until: Day };

const DAY_MS = 24 * 3600 * 1000;

/** Until when the family may take a step: a day, a moment, or undefined for always. */
async function endOf(
  tx: Prisma.TransactionClient,
  standing: Standing,
  { who }: Transition,
  { now, today, until }: Days,
): Promise<Day | Date | "over" | undefined> {
  if (who.family === "until_the_day") return until && today <= until ? until : "over";
  if (who.family !== "within_a_day") return;
  const told = await tx.decision.findFirst({
    where: { enrollmentId: standing.id, status: "told", toState: standing.state },
    orderBy: { settledAt: "desc" },
    select: { settledAt: true },
  });
  const end = new Date((told?.settledAt?.getTime() ?? 0) + DAY_MS);
  return now < end ? end : "over";
}
