import { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import { DecisionError, toDecisionError } from "@/lib/decisions/decision-error";
import { filterPossibleDuplicates } from "@/lib/decisions/duplicates";
import { createPairCheck, getRequestedPlaces } from "@/lib/decisions/place";
import { decide } from "@/lib/decisions/verbs";
import { undoDecision } from "@/lib/decisions/writes";
import { sendGroupMail } from "@/lib/desk/bulk/mail";
import { type BulkKind, isBulkDecision, resolvePlace, skipsDuplicates } from "@/lib/desk/bulk/schema";
import { addLabel, removeLabel } from "@/lib/desk/labels/verbs";
import { resendInTransaction } from "@/lib/mail/writes";
import { type Actor, PermissionError } from "@/lib/people/staff/permissions";
import { findActor } from "@/lib/people/staff/sessions";
import { DomainError, verb } from "@/lib/people/verb";
import { prisma } from "@/lib/platform/database/prisma";
import { isDatabaseUnavailable } from "@/lib/platform/errors";
import { errorFields, logger } from "@/lib/platform/logger";
import { type BulkAction, findBulk, listUndelivered, purgeInputs } from "./queries";

/** Sends a message again, unless its address bounces. @returns the outcome */
const resendUndelivered = verb(
  "lost_sent_again",
  "correct",
  z.object({ reference: z.string() }),
  async ({ tx, audit }, { reference }): Promise<"done" | "nothing_to_resend" | "bounces"> => {
    const undelivered = await listUndelivered(tx, reference);
    if (undelivered.length === 0) return "nothing_to_resend";
    let sent = 0;
    for (const { id } of undelivered) {
      const auditResend = () => audit({ kind: "enrollment", id: reference }, {}, "sent_again");
      if ((await resendInTransaction(tx, id, auditResend)).outcome === "queued again") sent += 1;
    }
    return sent > 0 ? "done" : "bounces";
  },
);

const BATCH_SIZE = 100;
const MAX_ATTEMPTS = 3;

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
  const isUndoing = bulk.status === "undoing";
  const actor = await findActor(isUndoing ? bulk.undoneBy : bulk.startedBy);
  for (;;) {
    const rows: Row[] = await prisma().bulkRow.findMany({
      where: { bulkId: id, ...(isUndoing ? { outcome: "done", undone: null } : { outcome: null }) },
      orderBy: { position: "asc" },
      take: BATCH_SIZE,
      select: { position: true, enrollmentId: true, version: true, decisionId: true },
    });
    if (rows.length === 0) break;
    for (const row of rows) {
      if (stopping()) return false;
      await processRow({ bulk, actor, isUndoing }, row);
    }
  }
  await prisma().bulkAction.updateMany({
    where: { id, status: bulk.status },
    data: isUndoing ? { status: "undone" } : { status: "done", doneAt: new Date() },
  });
  await purgeInputs(new Date(), id);
  return true;
}

type BulkRun = { bulk: BulkAction; actor: Actor | undefined; isUndoing: boolean };

type Outcome = { code: string; decisionId?: string };

type RowTask = BulkRun & { actor: Actor; kind: BulkKind; reference: string; schoolYearId: number; row: Row };

/** An error in one row does not stop the others; an unavailable database stops the job for now. */
async function processRow(run: BulkRun, row: Row) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await prisma().$transaction((tx) => settleRow(tx, run, row));
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      if (toDecisionError(error)) return await saveOutcome(prisma(), run, row, { code: "erased" });
      if (attempt < MAX_ATTEMPTS) continue;
      logger.error({ bulkId: run.bulk.id, error: errorFields(error) }, "a row of a bulk action failed");
      return await saveOutcome(prisma(), run, row, { code: "failed" });
    }
  }
}

async function settleRow(tx: Prisma.TransactionClient, run: BulkRun, row: Row) {
  const [locked] = await tx.$queryRaw<{ outcome: string | null; undone: string | null }[]>`
    select outcome, undone from bulk_rows
    where bulk_id = ${run.bulk.id}::uuid and position = ${row.position} for update`;
  if (!locked || locked[run.isUndoing ? "undone" : "outcome"] !== null) return;
  await saveOutcome(tx, run, row, await processInTransaction(tx, run, row));
}

async function processInTransaction(tx: Prisma.TransactionClient, run: BulkRun, row: Row): Promise<Outcome> {
  const { actor, bulk, isUndoing } = run;
  if (!actor) return { code: "no_right" };
  const enrollment = await tx.enrollment.findUniqueOrThrow({
    where: { id: row.enrollmentId },
    select: { reference: true, schoolYearId: true },
  });
  const task = { ...run, ...enrollment, actor, kind: bulk.kind as BulkKind, row };
  try {
    return isUndoing ? await undoRow(tx, task) : await applyRow(tx, task);
  } catch (error) {
    // Domain errors are thrown before any write, so the transaction can still save the outcome.
    if (error instanceof DecisionError || error instanceof PermissionError) return { code: error.code };
    if (error instanceof DomainError) return { code: error.issues[0]?.code ?? "failed" };
    throw error;
  }
}

async function applyRow(tx: Prisma.TransactionClient, task: RowTask): Promise<Outcome> {
  const { actor, kind, bulk, reference, schoolYearId, row } = task;
  if (kind === "label") {
    const isNew = await addLabel({ reference, label: bulk.input.label ?? "" }, actor, new Date(), tx);
    return { code: isNew ? "done" : "had_it" };
  }
  if (kind === "resend") return { code: await resendUndelivered({ reference }, actor, new Date(), tx) };
  if (kind === "write")
    return { code: await sendGroupMail({ reference, bulk: bulk.id }, actor, new Date(), tx) };
  const isIncluded = bulk.input.included?.includes(reference) ?? false;
  if (
    skipsDuplicates(kind) &&
    !isIncluded &&
    (await filterPossibleDuplicates(tx, [row.enrollmentId])).size > 0
  )
    return { code: "possible_duplicate" };
  const place = await resolvePlace(kind, bulk.input, {
    listChoices: () => getRequestedPlaces(tx, row.enrollmentId),
    getPairCheck: () => createPairCheck(schoolYearId),
  });
  const input = {
    ...bulk.input,
    ...place,
    onlyTaught: !isIncluded,
    reference,
    to: kind,
    version: row.version,
  };
  return { code: "done", decisionId: await decide(input, actor, new Date(), tx) };
}

async function undoRow(tx: Prisma.TransactionClient, task: RowTask): Promise<Outcome> {
  const { actor, kind, bulk, reference, row } = task;
  if (isBulkDecision(kind)) {
    const decision = { reference, decisionId: row.decisionId ?? undefined };
    await undoDecision(decision, actor, new Date(), tx);
    return { code: "done" };
  }
  const hadLabel = await removeLabel({ reference, label: bulk.input.label ?? "" }, actor, new Date(), tx);
  return { code: hadLabel ? "done" : "nothing_to_undo" };
}

async function saveOutcome(
  tx: Prisma.TransactionClient,
  { bulk, isUndoing }: BulkRun,
  { position }: Row,
  { code, decisionId }: Outcome,
) {
  await tx.bulkRow.updateMany({
    where: { bulkId: bulk.id, position },
    data: isUndoing ? { undone: code } : { outcome: code, decisionId },
  });
}
