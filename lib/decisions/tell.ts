import type { Prisma } from "@/generated/prisma/client";
import { isEnded, getState } from "@/lib/enrollment/states";
import { enqueueMessages } from "@/lib/mail/queue";
import { writeAuditEntry } from "@/lib/people/audit";
import { errorFields, logger } from "@/lib/platform/logger";
import { prisma } from "@/lib/platform/prisma";
import { withSandbox } from "@/lib/platform/sandbox";
import { getConfirmationDeadline, createConfirmation, settleConfirmation } from "./answers/open-answer";
import { createDecisionMessages } from "./messages";
import { settleDecision } from "./record-decision";
import { readEnrollmentStatus, type EnrollmentStatus, type UnnotifiedDecision, writeEnrollmentStatus } from "./standing";

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

/** How the enrollment of a decision stands, whose row is held from now on; undefined where there is none any more. */
async function lockDecided(tx: Prisma.TransactionClient, decision: string): Promise<EnrollmentStatus | undefined> {
  const [held] = await tx.$queryRaw<{ id: string }[]>`
    select e.id::text from enrollments e
    where e.id = (select d.enrollment_id from decisions d where d.id = ${decision}::uuid) for update`;
  return held && readEnrollmentStatus(tx, held);
}

/** Tells in the caller's transaction; the enrollment's row is held. */
export async function notify(tx: Prisma.TransactionClient, standing: EnrollmentStatus, untold: UnnotifiedDecision, now: Date) {
  const { toState, specialityId, syllabusId, words, reason } = untold;
  await writeEnrollmentStatus(tx, standing, {
    state: toState,
    keepsPlaceAt: null,
    ...(isEnded(toState) && getState(standing.state).holds && { gaveUpAt: now }),
  });
  await settleDecision(tx, untold.id, "told", now);
  const { id: enrollmentId, schoolYearId, studentId } = standing;
  await settleConfirmation(tx, enrollmentId, "closed", now); // of the place that they were told of before
  const keepBy = getState(toState).holds === "place" ? await getConfirmationDeadline(tx, schoolYearId) : undefined;
  if (keepBy) await createConfirmation(tx, enrollmentId, keepBy);
  const told = { to: toState, schoolYearId, place: { specialityId, syllabusId }, words, reason, keepBy };
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
