import { randomUUID } from "node:crypto";
import type { Prisma } from "@/generated/prisma/client";
import { findOpenConfirmation, settleConfirmation } from "@/lib/decisions/confirmations/verbs";
import { DecisionError } from "@/lib/decisions/decision-error";
import { notify } from "@/lib/decisions/notifications/verbs";
import { NO_PLACE } from "@/lib/decisions/place";
import { findNewestReason } from "@/lib/decisions/reasons";
import {
  type EnrollmentStatus,
  hasOtherActive,
  lockEnrollmentStatus,
  readEnrollmentStatus,
} from "@/lib/decisions/status";
import { findTransition, type Transition } from "@/lib/decisions/transitions";
import { recordDecision, voidUnnotified } from "@/lib/decisions/writes";
import { createRoleColumns, getFamilyRole, whereVisibleTo } from "@/lib/people/accounts/family-role";
import type { RecordedActor } from "@/lib/people/audit-log";
import { prisma } from "@/lib/platform/database/prisma";
import type { Day } from "@/lib/platform/dates";
import { AppError } from "@/lib/platform/errors";
import { getToday } from "@/lib/platform/sandbox";
import { getSettings } from "@/lib/school/settings";

type FamilyTransition = { reference: string; to: "withdrawn" | "pending"; reason?: keyof typeof answers };

/** The answer of an open place confirmation, by the reason of withdrawal. */
const answers = { family: "given_up", no_answer: "lapsed", not_me: "closed" } as const;

type AssertPermitted = (status: EnrollmentStatus, today: Day) => Promise<void>;

/**
 * Applies a transition in the family's name, starting from the announced state: voids an unannounced decision, and
 * sends the notification at once.
 * @throws DecisionError `not_allowed`, `day_is_over`
 */
export async function applyFamilyTransition(
  tx: Prisma.TransactionClient,
  { reference, to, reason: code = "family" }: FamilyTransition,
  actor: RecordedActor,
  now: Date,
  assertPermitted?: AssertPermitted,
) {
  const { accepted_may_withdraw_until: withdrawUntil, time_zone } = await getSettings();
  const locked = await lockEnrollmentStatus(tx, { reference });
  const days = { now, today: getToday(time_zone, now), withdrawUntil };
  await assertPermitted?.(locked, days.today);
  const transition = findTransition(locked.state, to);
  if (!transition?.allow.family) throw new DecisionError("not_allowed", { from: locked.state, to });
  const deadline =
    code === "no_answer" ? undefined : await getTransitionDeadline(tx, locked, transition, days);
  if (deadline === "over") throw new DecisionError("day_is_over");

  const enrollment = await voidUnnotified(tx, locked, actor, now);
  if (to === "withdrawn") await settleConfirmation(tx, locked.id, answers[code], now);
  const reason = transition.needs.includes("reason") ? await findNewestReason(tx, code) : null;
  const decision = { id: randomUUID(), enrollment, transition, place: NO_PLACE, reason, actor, now };
  await recordDecision(tx, {
    ...decision,
    words: null,
    internalReason: null,
    exceptions: [],
    withList: false,
    tellAt: now,
  });
  const decided = await readEnrollmentStatus(tx, { id: enrollment.id });
  if (decided.unnotified) await notify(tx, decided, decided.unnotified, now);
}

/** The family's options now; `until` is the last day or instant, if any. */
type FamilyOptions = {
  withdraw?: { until?: Day };
  undoWithdrawal?: { until: Date };
  hasPlace: boolean;
  /** The last day of the open place confirmation. */
  confirmUntil?: Day;
};

type Days = { now: Date; today: Day; withdrawUntil: Day };

const DAY_MS = 24 * 3600 * 1000;

/** The options of the applicant, from the announced state. */
export async function getFamilyOptions(reference: string, now: Date): Promise<FamilyOptions> {
  const { accepted_may_withdraw_until: withdrawUntil, time_zone } = await getSettings();
  const enrollment = await readEnrollmentStatus(prisma(), { reference });
  const days = { now, today: getToday(time_zone, now), withdrawUntil };
  const getDeadline = async (to: "withdrawn" | "pending") => {
    const transition = findTransition(enrollment.state, to);
    return transition?.allow.family ? getTransitionDeadline(prisma(), enrollment, transition, days) : "over";
  };
  const [withdraw, undoWithdrawal, open] = await Promise.all([
    getDeadline("withdrawn"),
    getDeadline("pending"),
    findOpenConfirmation(prisma(), enrollment.id),
  ]);
  const canUndo = undoWithdrawal instanceof Date && !(await hasOtherActive(prisma(), enrollment));
  return {
    withdraw: withdraw === "over" || withdraw instanceof Date ? undefined : { until: withdraw },
    undoWithdrawal: canUndo ? { until: undoWithdrawal } : undefined,
    hasPlace: enrollment.state === "accepted" && !open?.isExpired,
    confirmUntil: open?.isExpired ? undefined : open?.answerBy,
  };
}

/**
 * Withdraws an enrollment as its family, or takes that back within a day. Voids an unannounced decision and sends the
 * notification at once.
 * @param personId the student, or a minor's first guardian
 * @throws DecisionError `not_their_own`, `not_allowed`, `day_is_over`
 */
export function decideAsFamily(step: FamilyTransition, personId: string, now: Date): Promise<void> {
  const actor = { kind: "family", id: personId } as const;
  return prisma().$transaction((tx) =>
    applyFamilyTransition(tx, step, actor, now, async ({ id }, today) => {
      const where = { id, ...whereVisibleTo(personId) };
      const row = await tx.enrollment.findFirst({ where, select: createRoleColumns(personId) });
      if (!row || getFamilyRole(row, personId, today) !== "sender") throw new DecisionError("not_their_own");
    }),
  );
}

/**
 * Withdraws an enrollment for an integrator, while the family itself could.
 * @param apiKeyId the key that created the enrollment
 * @throws AppError `not_found` for another key's enrollment, `transition_not_allowed`
 */
export async function withdrawByKey(
  tx: Prisma.TransactionClient,
  reference: string,
  apiKeyId: number,
  now: Date,
): Promise<void> {
  const count = await tx.enrollment.count({ where: { reference, apiKeyId } });
  if (count === 0) throw new AppError("not_found");
  try {
    await applyFamilyTransition(tx, { reference, to: "withdrawn" }, { kind: "api_key" }, now);
  } catch (error) {
    if (!(error instanceof DecisionError)) throw error;
    const { state } = await readEnrollmentStatus(prisma(), { reference });
    const { withdraw } = await getFamilyOptions(reference, now);
    const allowed = withdraw ? ["withdrawn"] : [];
    throw new AppError("transition_not_allowed", [], [], { state, allowed, refusal: error.code });
  }
}

/** Until when the family may make a transition: a day, an instant, or undefined for no limit. */
async function getTransitionDeadline(
  tx: Prisma.TransactionClient,
  enrollment: EnrollmentStatus,
  { allow }: Transition,
  { now, today, withdrawUntil }: Days,
): Promise<Day | Date | "over" | undefined> {
  if (allow.family === "until_deadline")
    return getWithdrawalDeadline(tx, enrollment, { today, withdrawUntil });
  if (allow.family !== "within_a_day") return;
  const notified = await tx.decision.findFirst({
    where: { enrollmentId: enrollment.id, status: "told", toState: enrollment.state },
    orderBy: { settledAt: "desc" },
    select: { settledAt: true },
  });
  const end = new Date((notified?.settledAt?.getTime() ?? 0) + DAY_MS);
  return now < end ? end : "over";
}

/** The school's last day. An open place confirmation can be answered longer, where not answering does not lose the place. */
async function getWithdrawalDeadline(
  tx: Prisma.TransactionClient,
  { id }: EnrollmentStatus,
  { today, withdrawUntil }: Omit<Days, "now">,
): Promise<Day | "over" | undefined> {
  const open = await findOpenConfirmation(tx, id);
  const days = [withdrawUntil, open && !open.isExpired ? open.answerBy : ""].filter((day) => day >= today);
  if (days.length > 0) return days.sort().at(-1);
  return open && !open.isExpired ? undefined : "over";
}
