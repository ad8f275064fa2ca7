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
  remedy?: { kind: ExistingFamily["kind"]; reference: string };
};

type Answers = Record<string, unknown>;

const paperSchema = z.object({
  /** The existing family; undefined for new people. */
  family: z.custom<ExistingFamily>().optional(),
  branch: z.enum(["adult", "minor"]),
  answers: z.record(z.string(), z.unknown()),
  /** Criterion codes of the year's round (admission 2). */
  merits: z.array(z.string()).default([]),
  signedBy: z.string(),
  signedOn: z.custom<Day>((input) => typeof input === "string" && isDay(input)),
  locale: z.enum(locales),
});

type Paper = z.output<typeof paperSchema>;

type PaperResult = { reference: string } | { conflicts: FieldConflict[] };

/**
 * Enrolls from a paper form with the same rules, mails and answers as online. The signer and day are stored; the terms
 * count as accepted on that day (desk 15).
 * @throws AppError `validation_failed`, `not_found` when the existing family is gone
 */
export const enterPaper = looseVerb(
  "paper_entered",
  "enroll_on_paper",
  paperSchema,
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
      const conflicts = error.issues.map((issue) => findFieldConflict(issue, paper.answers, paper.family));
      return { conflicts: await Promise.all(conflicts) };
    }
  },
);

type ExistingFamily = { reference: string; name: string } & (
  | { kind: "again"; studentId: string }
  /** `compared`: the guardian's values, which no child may reuse. */
  | { kind: "sibling"; guardianId: string; compared: { guardian_email: string; guardian_document?: string } }
);

const columns = { id: true, name: true, surname: true, email: true, document: true, erasedAt: true } as const;

/**
 * An enrollment's student for another year, or its first guardian for another child (desk 15).
 * @returns undefined when there is none
 */
export async function findExistingFamily(
  actor: Actor,
  reference: string,
  kind: ExistingFamily["kind"],
): Promise<ExistingFamily | undefined> {
  requirePermission(actor, "enroll_on_paper");
  const enrollment = await prisma().enrollment.findUnique({
    where: { reference },
    select: {
      student: {
        select: {
          ...columns,
          guardians: { where: { position: 1 }, select: { guardian: { select: columns } } },
        },
      },
    },
  });
  if (!enrollment) return;
  const { guardians, ...student } = enrollment.student;
  const person = kind === "again" ? student : guardians[0]?.guardian;
  if (!person || person.erasedAt) return;
  const name = [person.name, person.surname].filter(Boolean).join(" ") || person.email;
  if (kind === "again") return { kind, reference, name, studentId: person.id };
  const { email, document } = person;
  const compared = { guardian_email: email, ...(document && { guardian_document: document }) };
  return { kind, reference, name, guardianId: person.id, compared };
}

/** The owner of a rejected value; staff may see it. */
async function findFieldConflict(
  { field, code }: FieldIssue,
  answers: Answers,
  family: ExistingFamily | undefined,
): Promise<FieldConflict> {
  if (code === "already_enrolled") {
    const studentId = family?.kind === "again" ? family.studentId : await findChild(answers, family);
    return { field, code, reference: await findActiveReference(studentId, answers) };
  }
  const id = code === "student_known" ? await findChild(answers, family) : await findOwner(answers[field]);
  if (!id) return { field, code };
  const reference = await findLastReference(prisma(), id);
  const role = (fields[field as FieldName] as { person?: string }).person;
  const remedy = await findRemedy(id, role);
  return { field, code, reference: remedy?.reference ?? reference, ...(remedy && { remedy }) };
}

async function findOwner(value: unknown): Promise<string | undefined> {
  const [email, document] = [toEmailKey(String(value)), toDocumentKey(String(value))];
  const person = await prisma().person.findFirst({
    where: { OR: [{ emailKey: email }, { documentKey: document }] },
    select: { id: true },
  });
  return person?.id;
}

/** The guardian's child with this e-mail, document or name. */
async function findChild(answers: Answers, family: ExistingFamily | undefined): Promise<string | undefined> {
  if (family?.kind !== "sibling") return;
  const { student_email, student_document, student_name, student_surname } = answers;
  const alternatives = [
    ...(student_email ? [{ emailKey: toEmailKey(String(student_email)) }] : []),
    ...(student_document ? [{ documentKey: toDocumentKey(String(student_document)) }] : []),
    { name: String(student_name), surname: String(student_surname) },
  ];
  const guardians = { some: { guardianId: family.guardianId, position: 1 } };
  const child = await prisma().person.findFirst({
    where: { guardians, OR: alternatives },
    select: { id: true },
  });
  return child?.id;
}

/** The active enrollment in the form's year. */
async function findActiveReference(studentId: string | undefined, { school_year_id }: Answers) {
  if (!studentId) return;
  const enrollment = await prisma().enrollment.findFirst({
    where: { studentId, schoolYearId: Number(school_year_id) },
    orderBy: { createdAt: "desc" },
    select: { reference: true },
  });
  return enrollment?.reference;
}

/** The enrollment from which the student's next year or the guardian's next child is entered. */
async function findRemedy(personId: string, role: string | undefined): Promise<FieldConflict["remedy"]> {
  if (role !== "student" && role !== "guardian") return;
  const where =
    role === "student"
      ? { studentId: personId }
      : { student: { guardians: { some: { guardianId: personId, position: 1 } } } };
  const row = await prisma().enrollment.findFirst({
    where,
    orderBy: { createdAt: "desc" },
    select: { reference: true },
  });
  return row ? { kind: role === "student" ? "again" : "sibling", reference: row.reference } : undefined;
}

function toEnrollmentRequest({ family, branch, answers }: Paper): EnrollmentRequest {
  const submitted = { ...answers, terms_and_conditions: true };
  if (!family) return { kind: branch, submitted };
  return family.kind === "again"
    ? { kind: "returning", studentId: family.studentId, submitted }
    : { kind: "sibling", guardianId: family.guardianId, submitted };
}
