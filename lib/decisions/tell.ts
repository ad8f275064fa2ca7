import type { Prisma } from "@/generated/prisma/client";
import { isOver, stateRow } from "@/lib/enrollment/states";
import { queueMessages } from "@/lib/mail/queue";
import { writeEntry } from "@/lib/people/audit";
import { errorFields, logger } from "@/lib/platform/logger";
import { prisma } from "@/lib/platform/prisma";
import { inside } from "@/lib/platform/sandbox";
import { answerDay, openNewAnswer, settleAnswer } from "./answers/open-answer";
import { messagesOf } from "./messages";
import { settle } from "./record-decision";
import { readStanding, type Standing, type Untold, writeStanding } from "./standing";

/**
 * Tells a decision that is due: what the family knows, their messages and the jobs that deliver them,
 * in one transaction. Of several who try, and after any crash, it is told once.
 *
 * @returns false when there is nothing to tell any more: told, undone, replaced, put off
 */
export async function tellDecision(id: string, now: Date): Promise<boolean> {
  return prisma().$transaction(async (tx) => {
    const standing = await lockDecided(tx, id);
    if (!standing) return false;
    const { untold } = standing;
    if (untold?.id !== id || !untold.tellAt || untold.tellAt > now) return false;
    await tell(tx, standing, untold, now);
    return true;
  });
}

/** How the enrollment of a decision stands, whose row is held from now on; undefined where there is none any more. */
async function lockDecided(tx: Prisma.TransactionClient, decision: string): Promise<Standing | undefined> {
  const [held] = await tx.$queryRaw<{ id: string }[]>`
    select e.id::text from enrollments e
    where e.id = (select d.enrollment_id from decisions d where d.id = ${decision}::uuid) for update`;
  return held && readStanding(tx, held);
}

/** Tells in the caller's transaction; the enrollment's row is held. */
export async function tell(tx: Prisma.TransactionClient, standing: Standing, untold: Untold, now: Date) {
  const { toState, specialityId, syllabusId, words, reason } = untold;
  await writeStanding(tx, standing, {
    state: toState,
    keepsPlaceAt: null,
    ...(isOver(toState) && stateRow(standing.state).holds && { gaveUpAt: now }),
  });
  await settle(tx, untold.id, "told", now);
  const { id: enrollmentId, schoolYearId, studentId } = standing;
  await settleAnswer(tx, enrollmentId, "closed", now); // of the place that they were told of before
  const keepBy = stateRow(toState).holds === "place" ? await answerDay(tx, schoolYearId) : undefined;
  if (keepBy) await openNewAnswer(tx, enrollmentId, keepBy);
  const told = { to: toState, schoolYearId, place: { specialityId, syllabusId }, words, reason, keepBy };
  const messages = await messagesOf(tx, studentId, told, now);
  await queueMessages(
    tx,
    messages.map(({ kind, personId, locale, tells }) => ({ kind, personId, locale, enrollmentId, tells })),
  );
  await writeEntry(tx, {
    actor: { kind: "system" },
    action: "told",
    object: { kind: "enrollment", id: standing.reference },
    values: { state: [standing.state, toState] },
  });
}

const AT_ONCE = 100;
/** Most of telling one is waiting for the database. */
const SIDE_BY_SIDE = 4;

/**
 * Tells everything that is due in every sandbox, the longest due first, a few side by side. One that fails is logged,
 * keeps nobody else from being told, and is tried again at the next call.
 * @param stopping asked between two decisions; true ends it early
 */
export async function tellDue(
  now: Date,
  stopping: () => boolean = () => false,
): Promise<{ told: number; failed: number }> {
  const failed: string[] = [];
  let told = 0;
  const tellNext = async (due: Iterable<{ id: string; sandboxId: number }>) => {
    for (const { id, sandboxId } of due) {
      if (stopping()) return;
      try {
        if (await inside({ sandboxId }, () => tellDecision(id, now))) told += 1;
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
      order by tell_at, id limit ${AT_ONCE}`;
    const left = due.values(); // each takes the next one that is left
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, () => tellNext(left)));
    if (due.length < AT_ONCE || stopping()) return { told, failed: failed.length };
  }
}
