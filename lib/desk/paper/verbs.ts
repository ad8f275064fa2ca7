import { z } from "zod";
import { insertClaims } from "@/lib/admission/claims/verbs";
import { type EnrollmentRequest, enroll } from "@/lib/enrollment/enroll/verbs";
import { toDocumentKey } from "@/lib/enrollment/field-schemas";
import { type FieldName, fields } from "@/lib/enrollment/fields";
import { findLastReference } from "@/lib/enrollment/writes";
import { locales } from "@/lib/i18n/locales";
import { toEmailKey } from "@/lib/mail/addresses";
import { insertAuditEntry, toRecordedActor } from "@/lib/people/audit-log";
import { type Actor, requirePermission } from "@/lib/people/staff/permissions";
import { looseVerb } from "@/lib/people/verb";
import { prisma } from "@/lib/platform/database/prisma";
import { type Day, isDay, startOfDay } from "@/lib/platform/dates";
import { AppError, type FieldIssue } from "@/lib/platform/errors";
import { getSchoolToday, getSettings } from "@/lib/school/settings";

/** A field of the paper form that is in use: the enrollment of its owner, and how to continue. */
export type FieldConflict = {
  field: string;
  code: string;
  reference?: string;
  remedy?: { how: ExistingFamily["how"]; reference: string };
};

type Answers = Record<string, unknown>;

const paper = z.object({
  /** The existing family; undefined for new people. */
  known: z.custom<ExistingFamily>().optional(),
  branch: z.enum(["adult", "minor"]),
  answers: z.record(z.string(), z.unknown()),
  /** Criterion codes of the year's round (admission 2). */
  merits: z.array(z.string()).default([]),
  signedBy: z.string(),
  signedOn: z.custom<Day>((given) => typeof given === "string" && isDay(given)),
  locale: z.enum(locales),
});

type Paper = z.output<typeof paper>;

type PaperResult = { reference: string } | { taken: FieldConflict[] };

/**
 * Enrolls from a paper form with the same rules, mails and answers as online. The signer and day are stored; the terms
 * count as accepted on that day (desk 15).
 * @throws AppError `validation_failed`, `not_found` when the existing family is gone
 */
export const enterPaper = looseVerb(
  "paper_entered",
  "enroll_on_paper",
  paper,
  async ({ actor }, paper): Promise<PaperResult> => {
    const { merits, signedBy, signedOn, locale } = paper;
    const [{ time_zone }, day] = await Promise.all([getSettings(), getSchoolToday()]);
    const origin = { source: "desk", locale } as const;
    try {
      const { reference } = await enroll(
        [toEnrollmentRequest(paper)],
        origin,
        async (client, [enrollment]) => {
          if (!enrollment) return;
          await client.query(
            "insert into papers (enrollment_id, signed_by, signed_on, member_id) values ($1, $2, $3, $4)",
            [enrollment.id, signedBy, signedOn, actor.kind === "staff" ? actor.id : null],
          );
          await client.query("update enrollments set terms_accepted_at = $2 where id = $1", [
            enrollment.id,
            startOfDay(signedOn, time_zone),
          ]);
          if (merits.length > 0)
            await insertClaims(client, [{ reference: enrollment.reference, codes: merits }], day);
          await insertAuditEntry(client, {
            actor: toRecordedActor(actor),
            action: "paper_entered",
            object: { kind: "enrollment", id: enrollment.reference },
            values: { signed_by: [null, signedBy], signed_on: [null, signedOn] },
          });
        },
      );
      return { reference };
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "duplicate") throw error;
      const taken = error.issues.map((issue) => findFieldConflict(issue, paper.answers, paper.known));
      return { taken: await Promise.all(taken) };
    }
  },
);

type ExistingFamily = { reference: string; name: string } & (
  | { how: "again"; studentId: string }
  /** `compared`: the guardian's values, which no child may reuse. */
  | { how: "sibling"; guardianId: string; compared: { guardian_email: string; guardian_document?: string } }
);

const person = { id: true, name: true, surname: true, email: true, document: true, erasedAt: true } as const;

/**
 * An enrollment's student for another year, or its first guardian for another child (desk 15).
 * @returns undefined when there is none
 */
export async function findExistingFamily(
  actor: Actor,
  reference: string,
  how: ExistingFamily["how"],
): Promise<ExistingFamily | undefined> {
  requirePermission(actor, "enroll_on_paper");
  const found = await prisma().enrollment.findUnique({
    where: { reference },
    select: {
      student: {
        select: {
          ...person,
          guardians: { where: { position: 1 }, select: { guardian: { select: person } } },
        },
      },
    },
  });
  if (!found) return;
  const { guardians, ...student } = found.student;
  const who = how === "again" ? student : guardians[0]?.guardian;
  if (!who || who.erasedAt) return;
  const name = [who.name, who.surname].filter(Boolean).join(" ") || who.email;
  if (how === "again") return { how, reference, name, studentId: who.id };
  const compared = { guardian_email: who.email, ...(who.document && { guardian_document: who.document }) };
  return { how, reference, name, guardianId: who.id, compared };
}

/** The owner of a rejected value; staff may see it. */
async function findFieldConflict(
  { field, code }: FieldIssue,
  answers: Answers,
  known: ExistingFamily | undefined,
): Promise<FieldConflict> {
  if (code === "already_enrolled") {
    const studentId = known?.how === "again" ? known.studentId : await childOf(answers, known);
    return { field, code, reference: await findActiveReference(studentId, answers) };
  }
  const id = code === "student_known" ? await childOf(answers, known) : await personWith(answers[field]);
  if (!id) return { field, code };
  const reference = await findLastReference(prisma(), id);
  const role = (fields[field as FieldName] as { person?: string }).person;
  const own = await ownEnrollment(id, role);
  return { field, code, reference: own?.reference ?? reference, ...(own && { remedy: own }) };
}

async function personWith(value: unknown): Promise<string | undefined> {
  const [email, document] = [toEmailKey(String(value)), toDocumentKey(String(value))];
  const found = await prisma().person.findFirst({
    where: { OR: [{ emailKey: email }, { documentKey: document }] },
    select: { id: true },
  });
  return found?.id;
}

/** The guardian's child with this e-mail, document or name. */
async function childOf(answers: Answers, known: ExistingFamily | undefined): Promise<string | undefined> {
  if (known?.how !== "sibling") return;
  const { student_email, student_document, student_name, student_surname } = answers;
  const same = [
    ...(student_email ? [{ emailKey: toEmailKey(String(student_email)) }] : []),
    ...(student_document ? [{ documentKey: toDocumentKey(String(student_document)) }] : []),
    { name: String(student_name), surname: String(student_surname) },
  ];
  const guardians = { some: { guardianId: known.guardianId, position: 1 } };
  const child = await prisma().person.findFirst({
    where: { guardians, OR: same },
    select: { id: true },
  });
  return child?.id;
}

/** The active enrollment in the form's year. */
async function findActiveReference(studentId: string | undefined, { school_year_id }: Answers) {
  if (!studentId) return;
  const found = await prisma().enrollment.findFirst({
    where: { studentId, schoolYearId: Number(school_year_id) },
    orderBy: { createdAt: "desc" },
    select: { reference: true },
  });
  return found?.reference;
}

/** The enrollment from which the student's next year or the guardian's next child is entered. */
async function ownEnrollment(personId: string, role: string | undefined): Promise<FieldConflict["remedy"]> {
  if (role !== "student" && role !== "guardian") return;
  const own =
    role === "student"
      ? { studentId: personId }
      : { student: { guardians: { some: { guardianId: personId, position: 1 } } } };
  const found = await prisma().enrollment.findFirst({
    where: own,
    orderBy: { createdAt: "desc" },
    select: { reference: true },
  });
  return found ? { how: role === "student" ? "again" : "sibling", reference: found.reference } : undefined;
}

function toEnrollmentRequest({ known, branch, answers }: Paper): EnrollmentRequest {
  const submitted = { ...answers, terms_and_conditions: true };
  if (!known) return { kind: branch, submitted };
  return known.how === "again"
    ? { kind: "returning", studentId: known.studentId, submitted }
    : { kind: "sibling", guardianId: known.guardianId, submitted };
}
