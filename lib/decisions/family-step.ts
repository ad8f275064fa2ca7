import { randomUUID } from "node:crypto";
import type { Prisma } from "@/generated/prisma/client";
import type { RecordedActor } from "@/lib/people/audit";
import type { Day } from "@/lib/platform/dates";
import { todayIn } from "@/lib/platform/sandbox";
import { settings } from "@/lib/school/settings";
import { openAnswer, settleAnswer } from "./answers/open-answer";
import { NOWHERE } from "./place";
import { newestReason } from "./reasons";
import { recordDecision } from "./record-decision";
import { DecisionRefusal } from "./refusal";
import { lockStanding, readStanding, type Standing } from "./standing";
import { tell } from "./tell";
import { type Transition, transitionOf } from "./transitions";
import { voidUntold } from "./undo";

export type Step = { reference: string; to: "withdrawn" | "pending"; reason?: keyof typeof answers };

/** What becomes of an answer that is open on a place, by the reason for which it is given up. */
const answers = { family: "given_up", no_answer: "lapsed", not_me: "closed" } as const;

type Check = (standing: Standing, today: Day) => Promise<void>;

/**
 * A step in the family's name, from what it has been told: a decision that it has not heard of is void, and it is
 * told at once.
 * @throws DecisionRefusal `not_allowed`, `day_is_over`
 */
export async function takeStep(
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
  const ends = code === "no_answer" ? undefined : await endOf(tx, before, transition, days);
  if (ends === "over") throw new DecisionRefusal("day_is_over");

  const standing = await voidUntold(tx, before, actor, now);
  if (to === "withdrawn") await settleAnswer(tx, before.id, answers[code], now);
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

type Days = { now: Date; today: Day; until: Day };

const DAY_MS = 24 * 3600 * 1000;

/** Until when the family may take a step: a day, a moment, or undefined for always. */
export async function endOf(
  tx: Prisma.TransactionClient,
  standing: Standing,
  { who }: Transition,
  { now, today, until }: Days,
): Promise<Day | Date | "over" | undefined> {
  if (who.family === "until_the_day") return untilTheDay(tx, standing, { today, until });
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
async function untilTheDay(
  tx: Prisma.TransactionClient,
  { id }: Standing,
  { today, until }: Omit<Days, "now">,
): Promise<Day | "over" | undefined> {
  const open = await openAnswer(tx, id);
  const days = [until, open && !open.lapsed ? open.answerBy : ""].filter((day) => day >= today);
  if (days.length > 0) return days.sort().at(-1);
  return open && !open.lapsed ? undefined : "over";
}
