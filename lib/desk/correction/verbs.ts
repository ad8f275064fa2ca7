import { z } from "zod";
import type { CorrectionRequest, Prisma } from "@/generated/prisma/client";
import { lockEnrollmentStatus, writeEnrollmentStatus } from "@/lib/decisions/status";
import { voidUnnotified } from "@/lib/decisions/writes";
import {
  type AnswerChange,
  correctParts,
  type EnrollmentPart,
  listChanges,
  type PartAnswers,
  readPart,
  toChoices,
} from "@/lib/desk/correction/queries";
import type { FieldName } from "@/lib/enrollment/fields";
import { getFieldColumn } from "@/lib/enrollment/stored-answers";
import {
  type Contact,
  changeChoices,
  changeContact,
  correctPerson,
  correctPersonEmail,
  findLastReference,
  type PersonCorrection,
} from "@/lib/enrollment/writes";
import { enqueueMessage } from "@/lib/mail/writes";
import { whereVisibleTo } from "@/lib/people/accounts/family-role";
import { type RecordedActor, toRecordedActor } from "@/lib/people/audit-log";
import { type Actor, requirePermission } from "@/lib/people/staff/permissions";
import { DomainError, type VerbContext, verb } from "@/lib/people/verb";
import { prisma } from "@/lib/platform/database/prisma";
import { type Day, subtractYears, toDay, toLocalDay } from "@/lib/platform/dates";
import { isUuid } from "@/lib/platform/schema";
import { getSettings } from "@/lib/school/settings";

/**
 * `isPending`: the address changes once the person opens the link. `stale`: the answers that somebody else has changed.
 */
type CorrectionResult = { changes: AnswerChange[]; isPending: boolean } | { stale: EnrollmentPart };

const correctionSchema = z.object({
  reference: z.string(),
  part: z.enum(correctParts),
  version: z.string(),
  /** Every field of the part, validated by the form's schema and rules. */
  wanted: z.custom<PartAnswers>((value) => typeof value === "object" && value !== null),
});

/** Corrects the answers of a part, all or none. Changed choices or birth date void unnotified decisions. */
export const correctAnswers = verb(
  "answers_corrected",
  "correct",
  correctionSchema,
  async (context, { reference, part, version, wanted }): Promise<CorrectionResult> => {
    const { tx, now } = context;
    const { time_zone } = await getSettings();
    const unlocked = await readPart(tx, reference, part);
    if (!unlocked) throw new DomainError({ code: "gone" });
    await lockPart(tx, unlocked);
    const current = await readPart(tx, reference, part);
    if (!current) throw new DomainError({ code: "gone" }); // erased while its rows were waited for
    if (current.version !== version) return { stale: current };
    const changes = listChanges(current, wanted);
    assertEmailKept(changes);
    const correction = { ...context, current, reference, wanted, changes, today: toLocalDay(time_zone, now) };
    const save = part === "studies" ? correctStudies : correctPersonPart;
    return { changes, isPending: await save(correction) };
  },
);

/** An address can be changed, but not removed. @throws DomainError */
export function assertEmailKept(changes: AnswerChange[]): void {
  const lost = changes.find(({ field, now }) => getFieldColumn(field) === "email" && now === undefined);
  if (lost) throw new DomainError({ field: lost.field, code: "email_stays" });
}

export async function listCorrectionRequests(actor: Actor, reference: string) {
  requirePermission(actor, "read");
  return prisma().correctionRequest.findMany({
    where: { settledAt: null, person: wherePeople(reference) },
    orderBy: { createdAt: "asc" },
    select: {
      id: true,
      personId: true,
      name: true,
      surname: true,
      birthDate: true,
      documentType: true,
      document: true,
      createdAt: true,
      person: { select: { name: true, surname: true } },
    },
  });
}

const MAX_ANSWER_LENGTH = 2_000;

const answerSchema = z
  .string()
  .transform((text) => text.trim().slice(0, MAX_ANSWER_LENGTH))
  .refine((text) => text !== "", "required");

/** Accepts a family's correction request or answers it with a text. A changed birth date voids unnotified decisions. */
export const answerCorrectionRequest = verb(
  "correction_declined",
  "correct",
  z.object({ reference: z.string(), correction: z.string(), answer: answerSchema.optional() }),
  async ({ tx, actor, now, audit }, { reference, correction: id, answer: words }) => {
    const goneError = new DomainError({ code: "answer_gone" });
    const where = { id, settledAt: null, person: wherePeople(reference) };
    const request = isUuid(id) ? await tx.correctionRequest.findFirst({ where }) : null;
    if (!request) throw goneError;
    const { personId, askedById } = request;
    await lockStudentEnrollments(tx, personId);
    const { count } = await tx.correctionRequest.updateMany({
      where: { id, settledAt: null },
      data: { settledAt: now, accepted: words === undefined, answer: words ?? null },
    });
    if (count === 0) throw goneError;
    const object = { kind: "person", id: personId } as const;
    if (words === undefined) {
      const changed = await applyCorrection(tx, request);
      if (changed.birthDate) await voidUnnotifiedDecisions(tx, personId, toRecordedActor(actor), now);
      await audit(object, changed, "person_corrected");
    } else await audit(object);
    await notifyRequester(tx, askedById, reference, words);
  },
);

/** Locks the student's enrollments before the student, in the order that decisions use. */
async function lockStudentEnrollments(tx: Prisma.TransactionClient, studentId: string) {
  await tx.$queryRaw`select 1 from enrollments where student_id = ${studentId}::uuid order by reference for update`;
}

/** Voids the student's unnotified decisions, because the birth date may matter. */
async function voidUnnotifiedDecisions(
  tx: Prisma.TransactionClient,
  studentId: string,
  actor: RecordedActor,
  now: Date,
) {
  const enrollments = await tx.enrollment.findMany({
    where: { studentId },
    orderBy: { id: "asc" },
    select: { id: true },
  });
  for (const { id } of enrollments)
    await voidUnnotified(tx, await lockEnrollmentStatus(tx, { id }), actor, now);
}

type Context = VerbContext & {
  current: EnrollmentPart;
  reference: string;
  wanted: PartAnswers;
  changes: AnswerChange[];
  today: Day;
};

/** Locks enrollments before people, in the order that decisions use, to avoid deadlocks. */
async function lockPart(tx: Prisma.TransactionClient, { studentId, personId }: EnrollmentPart) {
  await lockStudentEnrollments(tx, studentId);
  if (personId) await tx.$queryRaw`select 1 from people where id = ${personId}::uuid for update`;
}

async function correctPersonPart(context: Context): Promise<boolean> {
  const { tx, actor, audit, current, wanted, changes, now, today } = context;
  const personId = current.personId as string;
  const changedColumns = new Set(changes.map(({ field }) => getFieldColumn(field) as string));
  const values = Object.fromEntries(
    current.fields.map((field) => [getFieldColumn(field), (wanted[field] as string | undefined) ?? null]),
  );
  const pick = (columns: readonly string[]) =>
    Object.fromEntries(columns.map((column) => [column, values[column]]));

  const identity = pick(IDENTITY.filter((column) => changedColumns.has(column)));
  const corrected = await correctPerson(tx, personId, identity as PersonCorrection);
  if ("taken" in corrected) throw await createTakenError(context, "document", corrected.taken);
  const contact = CONTACT.some((column) => changedColumns.has(column))
    ? await changeContact(tx, personId, pick(CONTACT) as Contact, subtractYears(today, 18))
    : {};
  const email = changedColumns.has("email") ? await correctEmail(context, values.email as string) : {};
  const isConfirmationSent = email === "asked";
  const changed = { ...corrected.changed, ...contact, ...(!isConfirmationSent && email) };
  const object = { kind: "person", id: personId } as const;
  if (isConfirmationSent) {
    const old = current.answers[getField(current, "email")] as string;
    await audit(object, { email: [old, values.email ?? null] }, "address_asked");
  }
  if (Object.keys(changed).length > 0) await audit(object, changed, "person_corrected");
  if ("birthDate" in changed) await voidUnnotifiedDecisions(tx, personId, toRecordedActor(actor), now);
  return isConfirmationSent;
}

const IDENTITY = ["name", "surname", "birthDate", "documentType", "document"] as const;
const CONTACT = ["phoneCountryCode", "phone", "country", "city", "zipCode", "address"] as const;

async function correctEmail(context: Context, email: string) {
  const { tx, current, now } = context;
  const change = await correctPersonEmail(tx, current.personId as string, email, now);
  if (change === "asked") return change;
  if ("taken" in change) throw await createTakenError(context, "email", change.taken);
  const old = current.answers[getField(current, "email")] as string | undefined;
  return { email: [old, email] as [string | undefined, string] };
}

async function correctStudies(context: Context): Promise<false> {
  const { tx, actor, audit, current, reference, wanted, changes, now } = context;
  const enrollment = await lockEnrollmentStatus(tx, { reference });
  const columns = changes.flatMap(({ field, old, now: value }) => {
    const column = getFieldColumn(field);
    return column ? [[column, old, value] as const] : [];
  });
  if (columns.length > 0) {
    await tx.enrollment.update({
      where: { id: current.enrollmentId },
      data: Object.fromEntries(columns.map(([column, , value]) => [column, value ?? null])),
      select: { id: true },
    });
  }
  const choices = await changeChoices(tx, enrollment, toChoices(wanted));
  if (choices)
    await writeEnrollmentStatus(tx, await voidUnnotified(tx, enrollment, toRecordedActor(actor), now), {});
  if (columns.length === 0 && !choices) return false;
  await audit(
    { kind: "enrollment", id: reference },
    {
      ...Object.fromEntries(
        columns.map(([column, old, value]) => [column, [old as string, value as string]]),
      ),
      ...(choices && { choices }),
    },
  );
  return false;
}

/** The owner of the value, by one of their enrollments; rolls the transaction back. */
async function createTakenError({ tx, current }: Context, column: "document" | "email", personId: string) {
  const reference = (await findLastReference(tx, personId)) ?? "–";
  return new DomainError({ field: getField(current, column), code: "taken", values: { reference } });
}

const getField = ({ fields }: EnrollmentPart, column: string): FieldName =>
  fields.find((field) => getFieldColumn(field) === column) as FieldName;

async function applyCorrection(tx: Prisma.TransactionClient, request: CorrectionRequest) {
  const { name, surname, birthDate, documentType, document } = request;
  const result = await correctPerson(tx, request.personId, {
    ...(name && { name }),
    ...(surname && { surname }),
    ...(birthDate && { birthDate: toDay(birthDate) }),
    ...(documentType && { documentType }),
    ...(document && { document }),
  });
  if ("taken" in result) throw new DomainError({ code: "answer_taken" });
  return result.changed;
}

/**
 * Notifies the requester of the outcome, with the school's text after a refusal, only about a person whom they may see:
 * nothing about one from whom they are kept apart.
 */
async function notifyRequester(
  tx: Prisma.TransactionClient,
  askedById: string,
  reference: string,
  words?: string,
) {
  const { locale } = await tx.person.findUniqueOrThrow({
    where: { id: askedById },
    select: { locale: true },
  });
  const visible = await tx.enrollment.findMany({
    where: whereVisibleTo(askedById),
    orderBy: { createdAt: "desc" },
    select: enrollmentColumns,
  });
  const { id, studentId } =
    visible.find((enrollment) => enrollment.reference === reference) ??
    visible[0] ??
    (await tx.enrollment.findUniqueOrThrow({ where: { reference }, select: enrollmentColumns }));
  const reader = askedById === studentId ? ("student" as const) : ("guardian" as const);
  await enqueueMessage(tx, {
    kind: "correction_settled",
    personId: askedById,
    locale,
    enrollmentId: id,
    tells: { reader, words },
  });
}

const enrollmentColumns = { id: true, reference: true, studentId: true } as const;

const wherePeople = (reference: string) =>
  ({
    OR: [
      { enrollments: { some: { reference } } },
      { guardianOf: { some: { student: { enrollments: { some: { reference } } } } } },
    ],
  }) satisfies Prisma.PersonWhereInput;
