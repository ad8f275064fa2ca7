import { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import { DecisionError, toDecisionError } from "@/lib/decisions/decision-error";
import { possibleDuplicates } from "@/lib/decisions/duplicates";
import { createPairCheck, getRequestedPlaces } from "@/lib/decisions/place";
import { decide } from "@/lib/decisions/verbs";
import { undoDecision } from "@/lib/decisions/writes";
import { sendGroupMail } from "@/lib/desk/bulk/mail";
import { type BulkKind, isBulkDecision, resolvePlace, skipsDuplicates } from "@/lib/desk/bulk/schema";
import { addLabel, removeLabel } from "@/lib/desk/labels/verbs";
import { resendInTransaction } from "@/lib/mail/writes";
import { type Actor, PermissionError } from "@/lib/people/staff/permissions";
import { findActor } from "@/lib/people/staff/sessions";
import { verb } from "@/lib/people/verb";
import { prisma } from "@/lib/platform/database/prisma";
import { isDatabaseUnavailable } from "@/lib/platform/errors";
import { errorFields, logger } from "@/lib/platform/logger";
import { type BulkAction, findBulk, lostMessages, purgeInputs } from "./queries";

/** Sends a message again, unless its address bounces. @returns the outcome */
const resendUndelivered = verb(
  "lost_sent_again",
  "correct",
  z.object({ reference: z.string() }),
  async ({ tx, audit }, { reference }): Promise<"done" | "nothing_to_resend" | "bounces"> => {
    const lost = await lostMessages(tx, reference);
    if (lost.length === 0) return "nothing_to_resend";
    let sent = 0;
    for (const { id } of lost) {
      const again = () => audit({ kind: "enrollment", id: reference }, {}, "sent_again");
      if ((await resendInTransaction(tx, id, again)).outcome === "queued again") sent += 1;
    }
    return sent > 0 ? "done" : "bounces";
  },
);

const AT_ONCE = 100;
const TRIES = 3;

type Row = { position: number; enrollmentId: string; version: number; decisionId: string | null };

/**
 * Processes the open rows, each in its own transaction with its outcome, so that a restart neither repeats nor skips a
 * row.
 * @param stopping checked between rows; true stops early
 * @returns whether all rows are done
 */
export async function runBulk(id: string, stopping: () => boolean = () => false): Promise<boolean> {
  const bulk = await findBulk({ kind: "command" }, id);
  if (bulk?.status !== "working" && bulk?.status !== "undoing") return true;
  const undoing = bulk.status === "undoing";
  const actor = await findActor(undoing ? bulk.undoneBy : bulk.startedBy);
  for (;;) {
    const rows: Row[] = await prisma().bulkRow.findMany({
      where: { bulkId: id, ...(undoing ? { outcome: "done", undone: null } : { outcome: null }) },
      orderBy: { position: "asc" },
      take: AT_ONCE,
      select: { position: true, enrollmentId: true, version: true, decisionId: true },
    });
    if (rows.length === 0) break;
    for (const row of rows) {
      if (stopping()) return false;
      await processRow({ bulk, actor, undoing }, row);
    }
  }
  await prisma().bulkAction.updateMany({
    where: { id, status: bulk.status },
    data: undoing ? { status: "undone" } : { status: "done", doneAt: new Date() },
  });
  await purgeInputs(new Date(), id);
  return true;
}

type Work = { bulk: BulkAction; actor: Actor | undefined; undoing: boolean };

type Outcome = { code: string; decisionId?: string };

type Doing = Work & { actor: Actor; kind: BulkKind; reference: string; schoolYearId: number; row: Row };

/** An error in one row does not stop the others; an unavailable database stops the job for now. */
async function processRow(work: Work, row: Row) {
  for (let tries = 1; ; tries++) {
    try {
      return await prisma().$transaction((tx) => settleIn(tx, work, row));
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      if (toDecisionError(error)) return await saveOutcome(prisma(), work, row, { code: "erased" });
      if (tries < TRIES) continue;
      logger.error({ bulkId: work.bulk.id, error: errorFields(error) }, "a row of a bulk action failed");
      return await saveOutcome(prisma(), work, row, { code: "failed" });
    }
  }
}

async function settleIn(tx: Prisma.TransactionClient, work: Work, row: Row) {
  const [held] = await tx.$queryRaw<{ outcome: string | null; undone: string | null }[]>`
    select outcome, undone from bulk_rows
    where bulk_id = ${work.bulk.id}::uuid and position = ${row.position} for update`;
  if (!held || held[work.undoing ? "undone" : "outcome"] !== null) return;
  await saveOutcome(tx, work, row, await outcomeOf(tx, work, row));
}

async function outcomeOf(tx: Prisma.TransactionClient, work: Work, row: Row): Promise<Outcome> {
  const { actor, bulk, undoing } = work;
  if (!actor) return { code: "no_right" };
  const enrollment = await tx.enrollment.findUniqueOrThrow({
    where: { id: row.enrollmentId },
    select: { reference: true, schoolYearId: true },
  });
  const doing = { ...work, ...enrollment, actor, kind: bulk.kind as BulkKind, row };
  try {
    return undoing ? await undoRow(tx, doing) : await applyRow(tx, doing);
  } catch (error) {
    // Domain errors are thrown before any write, so the transaction can still save the outcome.
    if (error instanceof DecisionError || error instanceof PermissionError) return { code: error.code };
    throw error;
  }
}

async function applyRow(tx: Prisma.TransactionClient, doing: Doing): Promise<Outcome> {
  const { actor, kind, bulk, reference, schoolYearId, row } = doing;
  if (kind === "label") {
    const isNew = await addLabel({ reference, label: bulk.input.label ?? "" }, actor, new Date(), tx);
    return { code: isNew ? "done" : "had_it" };
  }
  if (kind === "resend") return { code: await resendUndelivered({ reference }, actor, new Date(), tx) };
  if (kind === "write")
    return { code: await sendGroupMail({ reference, bulk: bulk.id }, actor, new Date(), tx) };
  const isIncluded = bulk.input.included?.includes(reference) ?? false;
  if (skipsDuplicates(kind) && !isIncluded && (await possibleDuplicates(tx, [row.enrollmentId])).size > 0)
    return { code: "possible_duplicate" };
  const place = await resolvePlace(kind, bulk.input, {
    wishes: () => getRequestedPlaces(tx, row.enrollmentId),
    taught: () => createPairCheck(schoolYearId),
  });
  const wanted = {
    ...bulk.input,
    ...place,
    onlyTaught: !isIncluded,
    reference,
    to: kind,
    version: row.version,
  };
  return { code: "done", decisionId: await decide(wanted, actor, new Date(), tx) };
}

async function undoRow(tx: Prisma.TransactionClient, doing: Doing): Promise<Outcome> {
  const { actor, kind, bulk, reference, row } = doing;
  if (isBulkDecision(kind)) {
    const which = { reference, decisionId: row.decisionId ?? undefined };
    await undoDecision(which, actor, new Date(), tx);
    return { code: "done" };
  }
  const was = await removeLabel({ reference, label: bulk.input.label ?? "" }, actor, new Date(), tx);
  return { code: was ? "done" : "nothing_to_undo" };
}

async function saveOutcome(
  tx: Prisma.TransactionClient,
  { bulk, undoing }: Work,
  { position }: Row,
  { code, decisionId }: Outcome,
) {
  await tx.bulkRow.updateMany({
    where: { bulkId: bulk.id, position },
    data: undoing ? { undone: code } : { outcome: code, decisionId },
  });
}
