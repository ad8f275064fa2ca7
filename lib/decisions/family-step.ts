import { randomUUID } from "node:crypto";
import type { Prisma } from "@/generated/prisma/client";
import type { RecordedActor } from "@/lib/people/audit";
import type { Day } from "@/lib/platform/dates";
import { getToday } from "@/lib/platform/sandbox";
import { getSettings } from "@/lib/school/settings";
import { findOpenConfirmation, settleConfirmation } from "./answers/open-answer";
import { NO_PLACE } from "./place";
import { findNewestReason } from "./reasons";
import { recordDecision } from "./record-decision";
import { DecisionError } from "./refusal";
import { lockEnrollmentStatus, readEnrollmentStatus, type EnrollmentStatus } from "./standing";
import { notify } from "./tell";
import { type Transition, findTransition } from "./transitions";
import { voidUnnotified } from "./undo";

export type FamilyTransition = { reference: string; to: "withdrawn" | "pending"; reason?: keyof typeof answers };

/** What becomes of an answer that is open on a place, by the reason for which it is given up. */
const answers = { family: "given_up", no_answer: "lapsed", not_me: "closed" } as const;

type Check = (standing: EnrollmentStatus, today: Day) => Promise<void>;

/**
 * A step in the family's name, from what it has been told: a decision that it has not heard of is void, and it is
 * told at once.
 * @throws DecisionRefusal `not_allowed`, `day_is_over`
 */
export async function applyFamilyTransition(
  tx: Prisma.TransactionClient,
  { reference, to, reason: code = "family" }: FamilyTransition,
  actor: RecordedActor,
  now: Date,
  check?: Check,
) {
  const { accepted_may_withdraw_until: until, time_zone } = await getSettings();
  const before = await lockEnrollmentStatus(tx, { reference });
  const days = { now, today: getToday(time_zone, now), until };
  await check?.(before, days.today);
  const transition = findTransition(before.state, to);
  if (!transition?.who.family) throw new DecisionError("not_allowed", { from: before.state, to });
  const ends = code === "no_answer" ? undefined : await getTransitionDeadline(tx, before, transition, days);
  if (ends === "over") throw new DecisionError("day_is_over");

  const standing = await voidUnnotified(tx, before, actor, now);
  if (to === "withdrawn") await settleConfirmation(tx, before.id, answers[code], now);
  const reason = transition.needs.includes("reason") ? await findNewestReason(tx, code) : null;
  const decision = { id: randomUUID(), standing, transition, place: NO_PLACE, reason, actor, now };
  await recordDecision(tx, {
    ...decision,
    words: null,
    internalReason: null,
    exceptions: [],
    withList: false,
    tellAt: now,
  });
  const decided = await readEnrollmentStatus(tx, { id: standing.id });
  if (decided.untold) await notify(tx, decided, decided.untold, now);
}

type Days = { now: Date; today: Day; until: Day };

const DAY_MS = 24 * 3600 * 1000;

/** Until when the family may take a step: a day, a moment, or undefined for always. */
export async function getTransitionDeadline(
  tx: Prisma.TransactionClient,
  standing: EnrollmentStatus,
  { who }: Transition,
  { now, today, until }: Days,
): Promise<Day | Date | "over" | undefined> {
  if (who.family === "until_the_day") return getWithdrawalDeadline(tx, standing, { today, until });
  if (who.family !== "within_a_day") return;
  const told = await tx.decision.findFirst({
    where: { enrollmentId: standing.id, status: "told", toState: standing.state },
    orderBy: { settledAt: "desc" },
    select: { settledAt: true },
  });
  const end = new Date((told?.settledAt?.getTime() ?? 0) + DAY_MS);
  return now < end ? end : "over";
}

/** The school's day; while an answer is open it can always be given, also after its day where silence loses nothing. */
async function getWithdrawalDeadline(
  tx: Prisma.TransactionClient,
  { id }: EnrollmentStatus,
  { today, until }: Omit<Days, "now">,
): Promise<Day | "over" | undefined> {
  const open = await findOpenConfirmation(tx, id);
  const days = [until, open && !open.lapsed ? open.answerBy : ""].filter((day) => day >= today);
  if (days.length > 0) return days.sort().at(-1);
  return open && !open.lapsed ? undefined : "over";
}
