import { randomInt, randomUUID } from "node:crypto";
import { toDocumentKey } from "@/lib/enrollment/field-schemas";
import { type FieldName, type Fields, fieldRows, type Role } from "@/lib/enrollment/fields";
import type { AdultEnrollment, MinorEnrollment } from "@/lib/enrollment/schema";
import type { Terms } from "@/lib/enrollment/terms";
import type { Locale } from "@/lib/i18n/locales";
import { GENERATED_EMAIL_DOMAIN, isDeliverable, toEmailKey } from "@/lib/mail/addresses";
import type { setupKinds } from "@/lib/mail/mail-kinds";
import type { QueryRunner } from "@/lib/platform/database/prisma";
import type { Day } from "@/lib/platform/dates";
import { AppError } from "@/lib/platform/errors";
import { getCurrentSandbox, getLockName, LIVE } from "@/lib/platform/sandbox";
import { getTraceparent } from "@/lib/platform/trace";
import { listRequestLocks } from "./idempotency";

/** An `Idempotency-Key` with the SHA-256 (hex) of its request. */
type IdempotencyKey = { key: string; requestHash: string };

/** Where an enrollment comes from, and the language of its e-mails. */
export type Origin = { locale: Locale } & (
  | { source: "api"; apiKeyId: number; idempotency?: IdempotencyKey; draftId?: undefined }
  /** `draftId` (hex) makes resending idempotent; `terms` are those that the page displayed. */
  | { source: "form"; terms?: Terms; draftId?: string; apiKeyId?: undefined; idempotency?: undefined }
  /** A paper form, entered at the desk. */
  | { source: "desk"; draftId?: undefined; apiKeyId?: undefined; idempotency?: undefined }
);

type Column = Extract<Fields[FieldName], { stored: { in: "people" } }>["stored"]["column"];

/** A row of `people`, with the role in this enrollment. */
export type PersonRow = Partial<Record<Column, string>> & {
  role: Role;
  id: string;
  email: string;
  email_key: string;
  document_key?: string;
};

/** Builds a person from the fields of a role. */
export function toPersonRow(role: Role, input: Record<string, unknown>): PersonRow {
  const columns: Partial<Record<Column, string>> = {};
  for (const [name, row] of fieldRows) {
    if (row.person === role && row.stored?.in === "people")
      columns[row.stored.column as Column] = input[name] as string;
  }
  const email = columns.email ?? `${randomUUID()}@${GENERATED_EMAIL_DOMAIN}`;
  const { document } = columns;
  return {
    ...columns,
    role,
    id: randomUUID(),
    email,
    email_key: toEmailKey(email),
    document_key: document && toDocumentKey(document),
  };
}

/** Everything that one enrollment writes. */
export type NewEnrollment = {
  /** The validated fields. */
  input: Record<string, unknown>;
  studentId: string;
  /** New people; existing ones are referenced by id. */
  people: PersonRow[];
  guardianships: { guardian_id: string; position: 1 | 2; kept_apart: boolean }[];
  addressees: { id: string; email: string; kind: (typeof setupKinds)[number] }[];
  terms: Terms;
  origin: Origin;
};

/** Builds the enrollment of new people: an adult, or a minor with guardians (4.3, 4.4). */
export function prepareNewPeople(input: AdultEnrollment | MinorEnrollment, origin: Origin, terms: Terms) {
  const people = toPersonRows(input);
  const [student, ...guardians] = people as [PersonRow, ...PersonRow[]];
  return {
    input,
    studentId: student.id,
    people,
    guardianships: guardians.map(({ id }, index) => ({
      guardian_id: id,
      position: index + 1,
      kept_apart: false,
    })) as NewEnrollment["guardianships"],
    addressees: people.map(({ role, ...person }) => ({
      ...person,
      kind: role === "student" ? getStudentMailKind(guardians.length > 0) : role,
    })),
    terms,
    origin,
  } satisfies NewEnrollment;
}

export const getStudentMailKind = (minor: boolean) => (minor ? "minor_student" : "adult_student");

/**
 * Builds the parameter of `prisma/sql/create-enrollment.sql`, with a new reference.
 * @param answerBy the last day for the school's answer
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
    ...toColumns(input),
    terms_url: terms.url,
    terms_text_id: terms.textId ?? null,
    answer_by: answerBy,
    locale: origin.locale,
    source: origin.source,
    api_key_id: apiKeyId,
    draft_id: origin.draftId,
    more_references: undefined as string[] | undefined,
    submission_id: undefined as string | undefined,
    /** Milliseconds before now; keeps the order of children sent together. */
    sent_before: 0,
    test: isTest,
    sandbox_id: sandboxId,
    traceparent: getTraceparent() ?? null,
    locks: listLocks(people, origin),
    idempotency: idempotency && {
      api_key_id: apiKeyId,
      key: idempotency.key,
      request_hash: idempotency.requestHash,
    },
    people: people.map(({ role, ...row }) => row),
    guardianships,
    specialities: toChoices(input, "specialities"),
    syllabi: toChoices(input, "syllabi"),
    messages: addressees
      .filter(({ email }) => isDeliverable(email))
      .map(({ id, kind }) => ({ id: randomUUID(), kind, person_id: id })),
  };
}

/** The advisory locks of values that two requests may share: addresses, documents, idempotency key, draft. */
export const listLocks = (people: PersonRow[], origin: Origin): string[] => [
  ...people.flatMap(({ email_key, document_key }) => [
    getLockName("email", email_key),
    getLockName("document", document_key ?? email_key),
  ]),
  ...listRequestLocks(origin),
];

/** The columns of an existing person that may be empty; the e-mail never is. */
const columns = new Map(
  fieldRows.flatMap(([, { stored }]) =>
    stored?.in === "people" && stored.column !== "email" ? [[stored.column, stored.type] as const] : [],
  ),
);

/**
 * Fills empty columns of an existing person; never overwrites a value. The caller holds the locks of `answers`.
 * @param answers the person's answers
 * @throws AppError `duplicate` when another person has the document; checked before the update, because a unique
 * violation would write the number into PostgreSQL's log
 */
export async function completePerson(client: QueryRunner, id: string, answers: PersonRow): Promise<void> {
  const entries = Object.entries(answers).filter(([name, value]) => columns.has(name) && value !== undefined);
  if (entries.length === 0) return;
  const key = answers.document_key ?? null;
  const { rowCount: taken } = await client.query(
    "select 1 from people where document_key = $1 and id <> $2",
    [key, id],
  );
  if (taken) throw new AppError("duplicate", [{ field: `${answers.role}_document`, code: "document_taken" }]);
  const sets = entries.map(
    ([column], index) => `${column} = coalesce(${column}, $${index + 3}::${columns.get(column)})`,
  );
  await client.query(
    `update people set document_key = case when document is null then coalesce($2, document_key) else document_key end,
       ${sets.join(", ")} where id = $1`,
    [id, key, ...entries.map(([, value]) => value)],
  );
}

/** The new people of an enrollment, the student first. */
function toPersonRows(input: AdultEnrollment | MinorEnrollment): PersonRow[] {
  const people = [toPersonRow("student", input)];
  if (!("guardian_email" in input)) return people;

  people.push(toPersonRow("guardian", input));
  if (input.second_guardian_email) people.push(toPersonRow("second_guardian", input));
  return people;
}

function toColumns(input: Record<string, unknown>) {
  return Object.fromEntries(
    fieldRows.flatMap(([name, { stored }]) =>
      stored?.in === "enrollments" ? [[stored.column, input[name]]] : [],
    ),
  );
}

/** The chosen options of a list with their numbers. */
function toChoices(input: Record<string, unknown>, list: "specialities" | "syllabi") {
  return fieldRows.flatMap(([name, { stored }]) =>
    stored?.in === list && input[name] !== undefined ? [{ option: stored.option, id: input[name] }] : [],
  );
}

/** Without letters and digits that are easily confused. */
const REFERENCE_ALPHABET = "34679ACDEFGHJKMNPQRTUWXY";

function newReference(): string {
  return Array.from({ length: 8 }, () => REFERENCE_ALPHABET[randomInt(REFERENCE_ALPHABET.length)]).join("");
}
