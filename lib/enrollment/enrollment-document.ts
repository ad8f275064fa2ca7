import { randomInt, randomUUID } from "node:crypto";
import { isDeliverable } from "@/lib/mail/addresses";
import type { SetupMail } from "@/lib/mail/kinds";
import type { Day } from "@/lib/platform/dates";
import { getCurrentSandbox, LIVE, getLockName } from "@/lib/platform/sandbox";
import { currentTraceparent } from "@/lib/platform/trace";
import { fieldRows } from "./fields";
import { listRequestLocks } from "./idempotency";
import type { Origin } from "./origin";
import { type PersonRow, toPersonRows } from "./people";
import type { AdultEnrollment, MinorEnrollment } from "./schema";
import type { Terms } from "./terms";

export type Guardianship = { guardian_id: string; position: 1 | 2; kept_apart: boolean };

/** Who is written to about an enrollment, and as what. */
export type MailRecipient = { id: string; email: string; kind: SetupMail };

/** All that one enrollment writes. */
export type NewEnrollment = {
  /** What is asked of the enrollment itself; what it asks of people has become `people`. */
  input: Record<string, unknown>;
  studentId: string;
  /** Whom it brings into the system; who is known already is named by id alone. */
  people: PersonRow[];
  guardianships: Guardianship[];
  addressees: MailRecipient[];
  terms: Terms;
  origin: Origin;
};

/** The enrollment of an adult, or of a minor with guardians, none of whom is known (4.3, 4.4). */
export function prepareNewPeople(input: AdultEnrollment | MinorEnrollment, origin: Origin, terms: Terms) {
  const people = toPersonRows(input);
  const [student, ...guardians] = people as [PersonRow, ...PersonRow[]];
  return {
    input,
    studentId: student.id,
    people,
    guardianships: guardians.map(({ id }, at) => ({
      guardian_id: id,
      position: at + 1,
      kept_apart: false,
    })) as Guardianship[],
    addressees: people.map(({ role, ...person }) => ({
      ...person,
      kind: role === "student" ? getStudentMailKind(guardians.length > 0) : role,
    })),
    terms,
    origin,
  } satisfies NewEnrollment;
}

/** What a student is written. */
export const getStudentMailKind = (minor: boolean) => (minor ? "minor_student" : "adult_student");

/** What the one statement takes. */
export type EnrollmentDocument = ReturnType<typeof createEnrollmentDocument>;

/**
 * An enrollment as `prisma/sql/create-enrollment.sql` takes it, under a new reference.
 * @param answerBy the day by which its family is promised an answer
 */
export function createEnrollmentDocument(enrollment: NewEnrollment, answerBy: Day) {
  const { input, studentId, people, guardianships, addressees, terms, origin } = enrollment;
  const { sandboxId } = getCurrentSandbox();
  const isTest = sandboxId !== LIVE;
  const apiKeyId = isTest ? sandboxId : (origin.apiKeyId ?? null);
  const { idempotency } = origin;
  return {
    id: randomUUID(),
    reference: newReference(),
    student_id: studentId,
    ...columnsOf(input),
    terms_url: terms.url,
    terms_text_id: terms.textId ?? null,
    answer_by: answerBy,
    locale: origin.locale,
    source: origin.source,
    api_key_id: apiKeyId,
    draft_id: origin.draftId,
    more_references: undefined as string[] | undefined,
    submission_id: undefined as string | undefined,
    /** How many milliseconds before now, which no event of it comes before. */
    sent_before: 0,
    test: isTest,
    sandbox_id: sandboxId,
    traceparent: currentTraceparent() ?? null,
    locks: listLocks(people, origin),
    idempotency: idempotency && {
      api_key_id: apiKeyId,
      key: idempotency.key,
      request_hash: idempotency.requestHash,
    },
    people: people.map(({ role, ...row }) => row),
    guardianships,
    specialities: choicesOf(input, "specialities"),
    syllabi: choicesOf(input, "syllabi"),
    messages: addressees
      .filter(({ email }) => isDeliverable(email))
      .map(({ id, kind }) => ({ id: randomUUID(), kind, person_id: id })),
  };
}

/** What two requests may share: people's addresses and documents, a key or a draft. */
export const listLocks = (people: PersonRow[], origin: Origin): string[] => [
  ...people.flatMap(({ email_key, document_key }) => [
    getLockName("email", email_key),
    getLockName("document", document_key ?? email_key),
  ]),
  ...listRequestLocks(origin),
];

/** The enrollment's own columns. */
function columnsOf(input: Record<string, unknown>) {
  return Object.fromEntries(
    fieldRows.flatMap(([name, { stored }]) =>
      stored?.in === "enrollments" ? [[stored.column, input[name]]] : [],
    ),
  );
}

/** What was chosen from a list, each with its number. */
function choicesOf(input: Record<string, unknown>, list: "specialities" | "syllabi") {
  return fieldRows.flatMap(([name, { stored }]) =>
    stored?.in === list && input[name] !== undefined ? [{ option: stored.option, id: input[name] }] : [],
  );
}

/** Letters and digits that nobody takes for one another, on paper or on the telephone. */
const REFERENCE_ALPHABET = "34679ACDEFGHJKMNPQRTUWXY";

function newReference(): string {
  return Array.from({ length: 8 }, () => REFERENCE_ALPHABET[randomInt(REFERENCE_ALPHABET.length)]).join("");
}
