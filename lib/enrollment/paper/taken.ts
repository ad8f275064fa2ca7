import { findLastReference } from "@/lib/enrollment/address";
import { type FieldName, fields } from "@/lib/enrollment/fields";
import { toDocumentKey } from "@/lib/enrollment/values";
import { toEmailKey } from "@/lib/mail/addresses";
import type { FieldIssue } from "@/lib/platform/errors";
import { prisma } from "@/lib/platform/prisma";
import type { ExistingFamily } from "./known";

/** What stands in a paper's way: the field, the enrollment of whoever has it already, and how theirs goes on from there. */
export type FieldConflict = {
  field: string;
  code: string;
  reference?: string;
  remedy?: { how: ExistingFamily["how"]; reference: string };
};

type Answers = Record<string, unknown>;

/** Whom a refused answer belongs to, as far as staff may know: all of it. */
export async function findFieldConflict(
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

/** The guardian's child who is meant by address, document or name. */
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

/** The enrollment that is there already for the paper's year. */
async function findActiveReference(studentId: string | undefined, { school_year_id }: Answers) {
  if (!studentId) return;
  const found = await prisma().enrollment.findFirst({
    where: { studentId, schoolYearId: Number(school_year_id) },
    orderBy: { createdAt: "desc" },
    select: { reference: true },
  });
  return found?.reference;
}

/** From where a student's next year, or a first guardian's next child, is enrolled. */
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
