import { z } from "zod";
import { Prisma } from "@/generated/prisma/client";
import type { EnrollmentState } from "@/generated/prisma/enums";
import {
  createConfirmation,
  getConfirmationDeadline,
  settleConfirmation,
} from "@/lib/decisions/confirmations/verbs";
import { requireYear } from "@/lib/decisions/place";
import {
  type EnrollmentStatus,
  readEnrollmentStatus,
  type UnnotifiedDecision,
  writeEnrollmentStatus,
} from "@/lib/decisions/status";
import { settleDecision } from "@/lib/decisions/writes";
import { getState, isEnded } from "@/lib/enrollment/states";
import { enqueueMessages } from "@/lib/mail/writes";
import { writeAuditEntry } from "@/lib/people/audit-log";
import { type Actor, requirePermission } from "@/lib/people/staff/permissions";
import { DomainError, type VerbContext, verb } from "@/lib/people/verb";
import { prisma } from "@/lib/platform/database/prisma";
import { errorFields, logger } from "@/lib/platform/logger";
import { withSandbox } from "@/lib/platform/sandbox";
import { columnId } from "@/lib/platform/schema";
import { createDecisionMessages } from "./mail";

/**
 * Tells a decision that is due: what the family knows, their messages and the jobs that deliver them,
 * in one transaction. Of several who try, and after any crash, it is told once.
 *
 * @returns false when there is nothing to tell any more: told, undone, replaced, put off
 */
export async function notifyDecision(id: string, now: Date): Promise<boolean> {
  return prisma().$transaction(async (tx) => {
    const standing = await lockDecided(tx, id);
    if (!standing) return false;
    const { untold } = standing;
    if (untold?.id !== id || !untold.tellAt || untold.tellAt > now) return false;
    await notify(tx, standing, untold, now);
    return true;
  });
}

/** Tells in the caller's transaction; the enrollment's row is held. */
export async function notify(
  tx: Prisma.TransactionClient,
  standing: EnrollmentStatus,
  untold: UnnotifiedDecision,
  now: Date,
) {
  const { toState, specialityId, syllabusId, words, reason } = untold;
  await writeEnrollmentStatus(tx, standing, {
    state: toState,
    keepsPlaceAt: null,
    ...(isEnded(toState) && getState(standing.state).holds && { gaveUpAt: now }),
  });
  await settleDecision(tx, untold.id, "told", now);
  const { id: enrollmentId, schoolYearId, studentId } = standing;
  await settleConfirmation(tx, enrollmentId, "closed", now); // of the place that they were told of before
  const keepBy =
    getState(toState).holds === "place" ? await getConfirmationDeadline(tx, schoolYearId) : undefined;
  if (keepBy) await createConfirmation(tx, enrollmentId, keepBy);
  const place = { specialityId, syllabusId };
  const told = { enrollmentId, to: toState, schoolYearId, place, words, reason, keepBy };
  const messages = await createDecisionMessages(tx, studentId, told, now);
  await enqueueMessages(
    tx,
    messages.map(({ kind, personId, locale, tells }) => ({ kind, personId, locale, enrollmentId, tells })),
  );
  await writeAuditEntry(tx, {
    actor: { kind: "system" },
    action: "told",
    object: { kind: "enrollment", id: standing.reference },
    values: { state: [standing.state, toState] },
  });
}

const BATCH_SIZE = 100;
/** Most of telling one is waiting for the database. */
const CONCURRENCY = 4;

/**
 * Tells everything that is due in every sandbox, the longest due first, a few side by side. One that fails is logged,
 * keeps nobody else from being told, and is tried again at the next call.
 * @param stopping asked between two decisions; true ends it early
 */
export async function notifyDue(
  now: Date,
  stopping: () => boolean = () => false,
): Promise<{ told: number; failed: number }> {
  const failed: string[] = [];
  let told = 0;
  const tellNext = async (due: Iterable<{ id: string; sandboxId: number }>) => {
    for (const { id, sandboxId } of due) {
      if (stopping()) return;
      try {
        if (await withSandbox({ sandboxId }, () => notifyDecision(id, now))) told += 1;
      } catch (error) {
        failed.push(id);
        logger.error({ decisionId: id, error: errorFields(error) }, "decision not told");
      }
    }
  };
  for (;;) {
    const due = await prisma().$queryRaw<{ id: string; sandboxId: number }[]>`
      select id, sandbox_id as "sandboxId" from all_decisions
      where status = 'untold' and tell_at <= ${now} and id <> all(${failed}::uuid[])
      order by tell_at, id limit ${BATCH_SIZE}`;
    const left = due.values(); // each takes the next one that is left
    await Promise.all(Array.from({ length: CONCURRENCY }, () => tellNext(left)));
    if (due.length < BATCH_SIZE || stopping()) return { told, failed: failed.length };
  }
}

type ListStatus = {
  /** Decisions that wait for the list, by what they tell. */
  waiting: { state: EnrollmentState; count: number }[];
  /** Decisions whose day and hour have been set, and the soonest of these. */
  scheduled: number;
  at: Date | undefined;
};

/** What a year's list would tell, and what is about to be told of it. */
export async function readListStatus(schoolYearId: number, actor: Actor): Promise<ListStatus> {
  requirePermission(actor, "tell_list");
  const [waiting, scheduled] = await Promise.all([
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
  ]);
  return {
    waiting: waiting.map(({ toState, _count }) => ({ state: toState, count: _count._all })),
    scheduled: scheduled._count._all,
    at: scheduled._min.tellAt ?? undefined,
  };
}

/** Above this many the number is typed (desk 24). */
export const TYPED_CONFIRMATION_OVER = 50;

const year = columnId;

/**
 * Lets the list of a year be told at a time: all that wait for it now; what is decided later waits for
 * the next one. The worker tells them. Returns how many they are.
 *
 * `shown`: how many decisions there were for whoever has looked, and the number that was typed, over fifty; of a list
 * that is another one nothing is told.
 */
export const scheduleList = verb(
  "list_to_be_told",
  "tell_list",
  z.object({
    year,
    at: z.date(),
    shown: z.object({ count: z.number(), typed: z.string() }).optional(),
  }),
  async (doing, { year, at, shown }) => {
    if (shown && shown.count > TYPED_CONFIRMATION_OVER && shown.typed.trim() !== String(shown.count))
      throw new DomainError({ field: "typed", code: "count_wrong", values: { count: String(shown.count) } });
    const found = await setTime(doing, year, null, at);
    if (shown && shown.count !== found) throw new DomainError({ code: "list_changed", values: { found } });
    return found;
  },
);

/** Takes the time back from what has not been told of a year's list; it waits again. Returns how many. */
export const unscheduleList = verb("list_held", "tell_list", z.object({ year }), (doing, { year }) =>
  setTime(doing, year, { not: null }, null),
);

type Time = null | { not: null };

/** The decisions that wait for a year's list, with a time or without. */
export const whereOnList = (schoolYearId: number, tellAt: Time) =>
  ({ schoolYearId, status: "untold", withList: true, tellAt }) as const;

/** Those without a time, as SQL of `decisions d`. */
export const isUnscheduled = (schoolYearId: number) => Prisma.sql`(
  d.school_year_id = ${schoolYearId} and d.status = 'untold' and d.with_list and d.tell_at is null)`;

/** How the enrollment of a decision stands, whose row is held from now on; undefined where there is none any more. */
async function lockDecided(
  tx: Prisma.TransactionClient,
  decision: string,
): Promise<EnrollmentStatus | undefined> {
  const [held] = await tx.$queryRaw<{ id: string }[]>`
    select e.id::text from enrollments e
    where e.id = (select d.enrollment_id from decisions d where d.id = ${decision}::uuid) for update`;
  return held && readEnrollmentStatus(tx, held);
}

async function setTime(
  { tx, audit }: VerbContext,
  year: number,
  from: Time,
  to: Date | null,
): Promise<number> {
  await requireYear(tx, year);
  const where = whereOnList(year, from);
  const before = await tx.decision.aggregate({ where, _min: { tellAt: true } });
  const { count } = await tx.decision.updateMany({ where, data: { tellAt: to } });
  await audit(
    { kind: "school_year", id: year },
    { decisions: [null, count], at: [before._min.tellAt?.toISOString(), to?.toISOString()] },
  );
  return count;
}
