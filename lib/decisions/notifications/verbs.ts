import { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import { getConfirmationDeadline, settleConfirmation } from "@/lib/decisions/confirmations/verbs";
import { requireYear } from "@/lib/decisions/place";
import { type EnrollmentStatus, readEnrollmentStatus, writeEnrollmentStatus } from "@/lib/decisions/status";
import { settleDecision } from "@/lib/decisions/writes";
import { getState, isEnded } from "@/lib/enrollment/states";
import { enqueueMessages } from "@/lib/mail/writes";
import { writeAuditEntry } from "@/lib/people/audit-log";
import { type Actor, requirePermission } from "@/lib/people/staff/permissions";
import { DomainError, type VerbContext, verb } from "@/lib/people/verb";
import { prisma } from "@/lib/platform/database/prisma";
import { type Day, toDate } from "@/lib/platform/dates";
import { errorFields, logger } from "@/lib/platform/logger";
import { withSandbox } from "@/lib/platform/sandbox";
import { columnId } from "@/lib/platform/schema";
import { getSettings } from "@/lib/school/settings";
import { createDecisionMessages } from "./mail";

type UnnotifiedDecision = NonNullable<EnrollmentStatus["unnotified"]>;

/**
 * Notifies the family of a due decision: writes the announced state, the messages and their jobs in one transaction.
 * Safe to call concurrently and after a crash.
 * @returns false when it is not due any more: announced, undone, replaced or delayed
 */
export async function notifyDecision(id: string, now: Date): Promise<boolean> {
  return prisma().$transaction(async (tx) => {
    const enrollment = await lockDecidedEnrollment(tx, id);
    if (!enrollment) return false;
    const { unnotified } = enrollment;
    if (unnotified?.id !== id || !unnotified.tellAt || unnotified.tellAt > now) return false;
    await notify(tx, enrollment, unnotified, now);
    return true;
  });
}

/** Notifies in the caller's transaction; the enrollment must be locked. */
export async function notify(
  tx: Prisma.TransactionClient,
  enrollment: EnrollmentStatus,
  unnotified: UnnotifiedDecision,
  now: Date,
) {
  const { toState, specialityId, syllabusId, words, reason } = unnotified;
  await writeEnrollmentStatus(tx, enrollment, {
    state: toState,
    keepsPlaceAt: null,
    ...(isEnded(toState) && getState(enrollment.state).holds && { gaveUpAt: now }),
  });
  await settleDecision(tx, unnotified.id, "told", now);
  const { id: enrollmentId, schoolYearId, studentId } = enrollment;
  await settleConfirmation(tx, enrollmentId, "closed", now); // the confirmation of an earlier place
  const keepBy =
    getState(toState).holds === "place" ? await getConfirmationDeadline(tx, schoolYearId) : undefined;
  if (keepBy) await createConfirmation(tx, enrollmentId, keepBy);
  const place = { specialityId, syllabusId };
  const content = { enrollmentId, to: toState, schoolYearId, place, words, reason, keepBy };
  const messages = await createDecisionMessages(tx, studentId, content, now);
  await enqueueMessages(
    tx,
    messages.map(({ kind, personId, locale, tells }) => ({ kind, personId, locale, enrollmentId, tells })),
  );
  await writeAuditEntry(tx, {
    actor: { kind: "system" },
    action: "told",
    object: { kind: "enrollment", id: enrollment.reference },
    values: { state: [enrollment.state, toState] },
  });
}

const BATCH_SIZE = 100;
/** Each notification mostly waits for the database. */
const CONCURRENCY = 4;

/**
 * Sends all due notifications of every sandbox, earliest first, several at once. A failed one is logged and retried
 * at the next call.
 * @param stopping checked between two decisions; true ends early
 */
export async function notifyDue(
  now: Date,
  stopping: () => boolean = () => false,
): Promise<{ notified: number; failed: number }> {
  const failed: string[] = [];
  let notified = 0;
  const notifyNext = async (due: Iterable<{ id: string; sandboxId: number }>) => {
    for (const { id, sandboxId } of due) {
      if (stopping()) return;
      try {
        if (await withSandbox({ sandboxId }, () => notifyDecision(id, now))) notified += 1;
      } catch (error) {
        failed.push(id);
        logger.error({ decisionId: id, error: errorFields(error) }, "decision not notified");
      }
    }
  };
  for (;;) {
    const due = await prisma().$queryRaw<{ id: string; sandboxId: number }[]>`
      select id, sandbox_id as "sandboxId" from all_decisions
      where status = 'untold' and tell_at <= ${now} and id <> all(${failed}::uuid[])
      order by tell_at, id limit ${BATCH_SIZE}`;
    const queue = due.values(); // shared by the concurrent loops
    await Promise.all(Array.from({ length: CONCURRENCY }, () => notifyNext(queue)));
    if (due.length < BATCH_SIZE || stopping()) return { notified, failed: failed.length };
  }
}

export async function readListStatus(schoolYearId: number, actor: Actor) {
  requirePermission(actor, "tell_list");
  const [waiting, scheduled, withoutList] = await Promise.all([
    prisma().decision.groupBy({
      by: ["toState"],
      orderBy: { toState: "asc" },
      where: whereOnList(schoolYearId, null),
      _count: { _all: true },
    }),
    prisma().decision.aggregate({
      where: whereOnList(schoolYearId, { not: null }),
      _count: { _all: true },
      _min: { tellAt: true },
    }),
    prisma().decision.count({ where: { schoolYearId, status: "untold", withList: false } }),
  ]);
  return {
    waiting: waiting.map(({ toState, _count }) => ({ state: toState, count: _count._all })),
    scheduled: scheduled._count._all,
    scheduledAt: scheduled._min.tellAt ?? undefined,
    withoutList,
  };
}

/** For a larger list, the number must be typed as confirmation (desk 24). */
export const TYPED_CONFIRMATION_OVER = 50;

export function assertTypedCount(count: number, typed: string): void {
  if (count > TYPED_CONFIRMATION_OVER && typed.trim() !== String(count))
    throw new DomainError({ field: "typed", code: "count_wrong", values: { count: String(count) } });
}

const year = columnId;

/**
 * Schedules the announcement of all decisions that wait for a year's list; the worker sends them. Later decisions
 * wait for the next list. Returns their number.
 * `shown` is the number that the page displayed, and the typed confirmation; a changed list is refused.
 */
export const scheduleList = verb(
  "list_to_be_told",
  "tell_list",
  z.object({ year, at: z.date(), shown: z.object({ count: z.number(), typed: z.string() }).optional() }),
  async (context, { year, at, shown }) => {
    if (shown) assertTypedCount(shown.count, shown.typed);
    const count = await setNotifyTime(context, year, null, at);
    if (shown && shown.count !== count)
      throw new DomainError({ code: "list_changed", values: { found: count } });
    return count;
  },
);

/** Unschedules the decisions of a year's list that are not announced yet. Returns their number. */
export const unscheduleList = verb("list_held", "tell_list", z.object({ year }), (context, { year }) =>
  setNotifyTime(context, year, { not: null }, null),
);

type NotifyTime = null | { not: null };

export const whereOnList = (schoolYearId: number, tellAt: NotifyTime) =>
  ({ schoolYearId, status: "untold", withList: true, tellAt }) as const;

/** Locks the enrollment of a decision; undefined when it was deleted. */
async function lockDecidedEnrollment(
  tx: Prisma.TransactionClient,
  decisionId: string,
): Promise<EnrollmentStatus | undefined> {
  const [locked] = await tx.$queryRaw<{ id: string }[]>`
    select e.id::text from enrollments e
    where e.id = (select d.enrollment_id from decisions d where d.id = ${decisionId}::uuid) for update`;
  return locked && readEnrollmentStatus(tx, locked);
}

async function setNotifyTime(
  { tx, audit }: VerbContext,
  year: number,
  from: NotifyTime,
  to: Date | null,
): Promise<number> {
  await requireYear(tx, year);
  const where = whereOnList(year, from);
  const current = await tx.decision.aggregate({ where, _min: { tellAt: true } });
  const { count } = await tx.decision.updateMany({ where, data: { tellAt: to } });
  await audit(
    { kind: "school_year", id: year },
    { decisions: [null, count], at: [current._min.tellAt?.toISOString(), to?.toISOString()] },
  );
  return count;
}

/**
 * Creates a place confirmation in the transaction that announces the place; a trigger writes the event
 * (`record_place_event.sql`).
 */
async function createConfirmation(
  tx: Prisma.TransactionClient,
  enrollmentId: string,
  deadline: Day,
): Promise<void> {
  const { place_answer_silence } = await getSettings();
  await tx.placeAnswer.create({
    data: { enrollmentId, answerBy: toDate(deadline), loses: place_answer_silence === "lost" },
    select: { id: true },
  });
}
