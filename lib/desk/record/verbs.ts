import { z } from "zod";
import { Prisma } from "@/generated/prisma/client";
import { requiredTextSchema } from "@/lib/decisions/decision-error";
import { email as emailSchema } from "@/lib/enrollment/field-schemas";
import { correctPersonEmail, findLastReference } from "@/lib/enrollment/writes";
import { toEmailKey } from "@/lib/mail/addresses";
import { whereMessagesOf } from "@/lib/mail/sql";
import { resendInTransaction } from "@/lib/mail/writes";
import { type Actor, requirePermission } from "@/lib/people/staff/permissions";
import { readMemberNames } from "@/lib/people/staff/queries";
import { checkboxSchema, DomainError, verb } from "@/lib/people/verb";
import { prisma } from "@/lib/platform/database/prisma";
import { isUuid } from "@/lib/platform/schema";

/**
 * Marks one guardian to be kept apart from the other, or removes the mark: they no longer see the other's address,
 * contact and answers, for all children they share. The reason is recorded (desk 13).
 */
export const markGuardian = verb(
  "guardian_kept_apart",
  "mark_guardian",
  z.object({
    reference: z.string(),
    guardian: z.string(),
    apart: checkboxSchema,
    reason: requiredTextSchema,
  }),
  async ({ tx, audit }, { reference, guardian: guardianId, apart, reason }) => {
    const references = isUuid(guardianId) ? await findSharedEnrollments(tx, reference, guardianId) : [];
    if (references.length === 0) throw new DomainError({ field: "reason", code: "gone" });
    const { count } = await tx.guardianship.updateMany({
      where: {
        guardianId,
        keptApart: !apart,
        student: { enrollments: { some: { reference: { in: references } } } },
      },
      data: { keptApart: apart },
    });
    if (count === 0) return apart; // another member has set it meanwhile
    await audit(
      { kind: "person", id: guardianId },
      { reason: [null, reason], enrollments: [null, references.join(" ")] },
      apart ? undefined : "guardian_told_again",
    );
    return apart;
  },
);

/** The last mark of each guardian with author, time and reason. */
export async function readGuardianMarks(actor: Actor, reference: string) {
  requirePermission(actor, "read");
  const entries = await prisma().auditEntry.findMany({
    where: {
      action: { in: ["guardian_kept_apart", "guardian_told_again"] },
      objectKind: "person",
      values: { some: { name: "enrollments", new: { contains: reference } } },
    },
    orderBy: { id: "asc" },
    select: {
      at: true,
      actorId: true,
      objectId: true,
      values: { where: { name: "reason" }, select: { new: true } },
    },
  });
  const names = await readMemberNames(entries.map(({ actorId }) => actorId));
  return new Map(
    entries.map(({ at, actorId, objectId, values }) => [
      objectId,
      { at, author: names.get(actorId), reason: values[0]?.new ?? "" },
    ]),
  );
}

/**
 * Corrects the address of a message and sends it again. A person with a password has to confirm the new address first.
 */
export const correctAndResend = verb(
  "sent_again",
  "correct",
  z.object({ reference: z.string(), message: z.string(), email: z.string() }),
  async ({ tx, now, audit }, { reference, message: id, email: typedEmail }) => {
    const object = { kind: "enrollment", id: reference } as const;
    const message = await findMessage(tx, reference, id);
    const parsed = emailSchema.safeParse(typedEmail);
    if (!parsed.success) throw createError("invalid");

    const { person, state } = message;
    const isSame = toEmailKey(parsed.data) === person.emailKey;
    if (!isSame) {
      const change = await correctPersonEmail(tx, person.id, parsed.data, now);
      if (change !== "asked" && "taken" in change)
        throw createError("taken", { reference: (await findLastReference(tx, change.taken)) ?? "–" });
      const action = change === "asked" ? "address_asked" : "address_corrected";
      await audit({ kind: "person", id: person.id }, { email: [person.email, parsed.data] }, action);
      if (change === "asked") return "asked" as const;
    }
    // Queued messages with a new address are queued again by the change.
    if (isSame || state !== "queued") {
      const { outcome } = await resendInTransaction(tx, id, () => audit(object));
      if (isSame && outcome in errorCodes) throw createError(errorCodes[outcome as keyof typeof errorCodes]);
    }
    return isSame ? ("resent" as const) : ("addressed" as const);
  },
);

/** The enrollments of all children that the two guardians share. */
async function findSharedEnrollments(tx: Prisma.TransactionClient, reference: string, guardianId: string) {
  const rows = await tx.$queryRaw<{ reference: string }[]>(Prisma.sql`
    select n.reference from enrollments e
    join guardianships g on g.student_id = e.student_id and g.guardian_id = ${guardianId}::uuid
    join guardianships other on other.student_id = e.student_id and other.guardian_id <> g.guardian_id
    join guardianships own on own.guardian_id = g.guardian_id
    join guardianships theirs on theirs.student_id = own.student_id and theirs.guardian_id = other.guardian_id
    join enrollments n on n.student_id = own.student_id
    where e.reference = ${reference} order by n.reference`);
  return rows.map((row) => row.reference);
}

const errorCodes = {
  suppressed: "bounces",
  "no mailbox": "bounces",
  "kept apart": "kept_apart",
  unknown: "gone",
} as const;

const createError = (code: string, values?: Record<string, string>) =>
  new DomainError({ field: "email", code, ...(values && { values }) });

async function findMessage(tx: Prisma.TransactionClient, reference: string, id: string) {
  const enrollment = await tx.enrollment.findUnique({
    where: { reference },
    select: {
      id: true,
      reference: true,
      submissionId: true,
      studentId: true,
      student: { select: { guardians: { where: { deniedAt: null }, select: { guardianId: true } } } },
    },
  });
  const message =
    enrollment &&
    isUuid(id) &&
    (await tx.mailMessage.findFirst({
      where: { id, ...whereMessagesOf(enrollment) },
      select: { state: true, person: { select: { id: true, email: true, emailKey: true } } },
    }));
  if (!message) throw createError("gone");
  return message;
}
