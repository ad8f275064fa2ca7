import { randomUUID } from "node:crypto";
import { z } from "zod";
import { Prisma } from "@/generated/prisma/client";
import {
  createPairCheck,
  getAssignedPlace,
  getRequestedPlaces,
  isKnownPlace,
  lockLimits,
} from "@/lib/decisions/place";
import { STATES_ENDED } from "@/lib/enrollment/sql";
import { stateNames } from "@/lib/enrollment/states";
import { toRecordedActor, writeAuditEntry } from "@/lib/people/audit-log";
import { type Actor, requirePermission } from "@/lib/people/staff/permissions";
import { checkboxSchema, verb } from "@/lib/people/verb";
import { addMinutes } from "@/lib/platform/dates";
import { isDatabaseUnavailable } from "@/lib/platform/errors";
import { columnId, columnInteger, isUuid } from "@/lib/platform/schema";
import { getSettings } from "@/lib/school/settings";
import { DecisionError, requiredTextSchema } from "./decision-error";
import { findPossibleDuplicates } from "./duplicates";
import { notifyDecision } from "./notifications/verbs";
import { findGuardianBlockers, readYearPlaces } from "./queries";
import { findNewestReason, listOfferedReasons, type OfferedReason } from "./reasons";
import { type EnrollmentStatus, lockEnrollmentStatus } from "./status";
import { type DecisionContext, type RequestedDecision, validateDecision } from "./validate-decision";
import { recordDecision, voidUnnotified } from "./writes";
import { createFreePlaceLookup, listBlockers, type YearPlaces } from "./year-places";

/** The service's own reason of withdrawal: the student has another active enrollment. */
const DUPLICATE_REASON = "repeated";

/**
 * Saves a guardian's disagreement in the caller's transaction. An unannounced acceptance becomes void, because the
 * desk must settle the disagreement first.
 */
export async function recordDisagreement(
  tx: Prisma.TransactionClient,
  { reference, guardianId, words }: { reference: string; guardianId: string; words: string },
  now: Date,
): Promise<void> {
  const enrollment = await lockEnrollmentStatus(tx, { reference });
  const actor = { kind: "family", id: guardianId } as const;
  if (enrollment.unnotified?.toState === "accepted") await voidUnnotified(tx, enrollment, actor, now);
  await tx.disagreement.create({
    data: { enrollmentId: enrollment.id, guardianId, words, createdAt: now },
    select: { id: true },
  });
  const object = { kind: "enrollment", id: reference } as const;
  await writeAuditEntry(tx, { actor, action: "disagreed", object, values: { words: [null, words] } });
}

/** Settles a disagreement, so that the enrollment can be accepted again. */
export const settleDisagreement = verb(
  "disagreement_settled",
  "decide",
  z.object({ reference: z.string(), disagreement: z.string(), settlement: requiredTextSchema }),
  async ({ tx, now, audit }, { reference, disagreement: id, settlement }) => {
    if (!isUuid(id)) return;
    await lockEnrollmentStatus(tx, { reference });
    const { count } = await tx.disagreement.updateMany({
      where: { id, settledAt: null, enrollment: { reference } },
      data: { settledAt: now, settlement },
    });
    if (count === 1) await audit({ kind: "enrollment", id: reference }, { words: [null, settlement] });
  },
);

/** When a decision is announced: after the school's delay ("held"), at once, or with the year's list. */
export const notifyWhen = ["held", "now", "with_list"] as const;

const optionalId = columnId.optional();
const optionalText = z.string().optional();

const decisionSchema = z.object({
  reference: z.string(),
  to: z.enum(stateNames),
  version: columnInteger.optional(),
  specialityId: optionalId,
  syllabusId: optionalId,
  onlyTaught: z.boolean().optional(),
  reason: optionalText,
  words: optionalText,
  internalReason: optionalText,
  tell: z.enum(notifyWhen).optional(),
  /** The reference of the active enrollment of which this one is a duplicate (desk 39). */
  repeats: optionalText,
} satisfies Record<keyof RequestedDecision | "reference" | "tell" | "repeats", z.ZodType>);

export type DecisionInput = z.input<typeof decisionSchema>;

/**
 * Decides on an enrollment, in the caller's transaction if there is one; the worker announces due decisions within
 * seconds. Returns the decision's id.
 * @throws DecisionError, PermissionError, DomainError
 */
export const decide = verb("decided", "decide", decisionSchema, async ({ tx, actor, now }, input) => {
  const id = randomUUID();
  const withList = input.tell === "with_list";
  const minutes = input.tell === "now" ? 0 : (await getSettings()).decision_hold_minutes;
  const tellAt = withList ? null : addMinutes(now, minutes);
  const valid = await validateEnrollmentDecision(tx, input, actor);
  const { repeats = null } = input;
  await recordDecision(tx, { ...valid, id, repeats, actor: toRecordedActor(actor), now, withList, tellAt });
  return id;
});

/** Like `decide`, and announces at once with `tell: "now"`. */
export async function decideAndNotify(input: DecisionInput, actor: Actor, now: Date): Promise<string> {
  const id = await decide(input, actor, now);
  if (input.tell === "now") await notifyDecision(id, now).catch(ignoreDatabaseUnavailable);
  return id;
}

/**
 * Validates a decision and locks the enrollment and its limits until the transaction ends.
 * @param year the places of its year if read already, for a preview
 * @throws DecisionError, PermissionError
 */
export async function validateEnrollmentDecision(
  tx: Prisma.TransactionClient,
  input: DecisionInput,
  actor: Actor,
  year?: YearPlaces,
) {
  requirePermission(actor, "decide");
  const { repeats } = input;
  if (repeats) await lockPair(tx, [input.reference, repeats]);
  const enrollment = await lockEnrollmentStatus(tx, { reference: input.reference });
  if (enrollment.student.erasedAt && !isPlainWithdrawal(input)) throw new DecisionError("erased");
  const context = createDecisionContext(tx, enrollment, year && (async () => year));
  if (!repeats) return { enrollment, ...(await validateDecision(context, input, actor)) };
  const listReasons = () => findDuplicateReason(tx, enrollment.id, repeats);
  const withdrawal = { ...input, reason: DUPLICATE_REASON };
  return { enrollment, ...(await validateDecision({ ...context, listReasons }, withdrawal, actor)) };
}

/** The context of a decision in a transaction; `year` are the places of its year if read already. */
export const createDecisionContext = (
  tx: Prisma.TransactionClient,
  enrollment: EnrollmentStatus,
  year = () => readYearPlaces(tx, enrollment.schoolYearId),
): DecisionContext => ({
  version: enrollment.version,
  decidedState: enrollment.decidedState,
  isUnnotified: enrollment.unnotified !== undefined,
  assigned: getAssignedPlace(enrollment),
  findGuardianBlocker: async () => (await findGuardianBlockers(tx, [enrollment.id])).get(enrollment.id),
  isKnownPlace: (place) => isKnownPlace(enrollment, place),
  listChoices: () => getRequestedPlaces(tx, enrollment.id),
  getPairCheck: () => createPairCheck(enrollment.schoolYearId),
  getBlockers: async (lockedPlace) => {
    if (lockedPlace) await lockLimits(tx, enrollment.schoolYearId, lockedPlace);
    const getFreePlace = createFreePlaceLookup(await year(), enrollment);
    return (place) => listBlockers(getFreePlace(place));
  },
  listReasons: () => listOfferedReasons(tx),
});

/**
 * Marks two students with the same name and birth date as two people, or removes the mark; applies to every page and
 * year (desk 39).
 * @throws DecisionError `changed_meanwhile` when they are no possible duplicates any more
 */
export const markNotDuplicate = verb(
  "said_two_people",
  "decide",
  z.object({ reference: z.string(), other: z.string(), two: checkboxSchema }),
  async ({ tx, now, audit }, { reference, other, two }) => {
    await lockPair(tx, [reference, other]);
    const enrollment = await tx.enrollment.findUnique({
      where: { reference },
      select: { id: true, studentId: true },
    });
    const duplicates = enrollment ? await findPossibleDuplicates(tx, enrollment.id) : [];
    const duplicate = duplicates.find((candidate) => candidate.reference === other);
    if (!enrollment || !duplicate) throw new DecisionError("changed_meanwhile");
    if (duplicate.areTwo === two) return two; // another user has done the same meanwhile
    const [oneId = "", otherId = ""] = [enrollment.studentId, duplicate.studentId].sort();
    if (two) await tx.differentPeople.create({ data: { oneId, otherId, createdAt: now } });
    else await tx.differentPeople.delete({ where: { oneId_otherId: { oneId, otherId } } });
    await audit(
      { kind: "enrollment", id: reference },
      { other: [null, other] },
      two ? undefined : "said_perhaps_same",
    );
    return two;
  },
);

/** The decision is committed: if the database is unavailable now, the worker sends the notification later. */
function ignoreDatabaseUnavailable(error: unknown): void {
  if (!isDatabaseUnavailable(error)) throw error;
}

/** A withdrawal without text, the only decision that is possible about an erased person. */
const isPlainWithdrawal = ({ to, words, internalReason }: DecisionInput) =>
  to === "withdrawn" && !words?.trim() && !internalReason?.trim();

/** Locks both rows in one order, so that two withdrawals of each other's duplicate are serialised. */
const lockPair = (tx: Prisma.TransactionClient, references: [string, string]) => tx.$queryRaw`
  select 1 from enrollments where reference in (${Prisma.join(references)}) order by reference for update`;

/**
 * The reason for withdrawing an enrollment as a duplicate of an active one, whose row is locked.
 * @throws DecisionError `changed_meanwhile` when that is no duplicate or not active any more
 */
async function findDuplicateReason(
  tx: Prisma.TransactionClient,
  enrollmentId: string,
  repeats: string,
): Promise<OfferedReason[]> {
  const [other] = await tx.$queryRaw<{ reference: string }[]>`
    select reference from enrollments where reference = ${repeats} and decided_state not in ${STATES_ENDED}`;
  const duplicates = await findPossibleDuplicates(tx, enrollmentId);
  if (!other || !duplicates.some(({ reference, areTwo }) => reference === other.reference && !areTwo))
    throw new DecisionError("changed_meanwhile");
  const reason = await findNewestReason(tx, DUPLICATE_REASON);
  return reason ? [{ ...reason, offeredFor: ["withdrawn"] }] : [];
}
