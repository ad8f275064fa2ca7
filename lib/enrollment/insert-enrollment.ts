import { randomInt, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { AppError, type FieldIssue } from "@/lib/errors";
import { hasMailbox } from "@/lib/mail/addresses";
import { mailJobsStatement } from "@/lib/mail/queue";
import { pool, prisma } from "@/lib/prisma";
import { singleton } from "@/lib/singleton";
import { fieldRows } from "./fields";
import { dropExpired } from "./idempotency";
import type { Origin } from "./origin";
import type { Person } from "./people";
import type { AdultEnrollment, MinorEnrollment } from "./schema";

type Insert = {
  input: AdultEnrollment | MinorEnrollment;
  people: Person[];
  termsUrl: string;
  origin: Origin;
};

/**
 * Writes the enrollment, its people, its messages and their jobs in one statement; returns the reference.
 *
 * @throws AppError `duplicate` (4.3-8, 4.4-8): the unique indexes decide, also between
 *   simultaneous requests; `idempotency_in_progress` when the request with the same key still runs
 */
export async function insertEnrollment(insert: Insert): Promise<string> {
  const text = await statement();
  for (let attempt = 1; ; attempt++) {
    const document = enrollmentDocument(insert);
    const jobs = document.messages.map(({ id }) => ({ id, data: { messageId: id } }));
    try {
      await pool().query({
        name: "create-enrollment",
        text,
        values: [JSON.stringify(document), JSON.stringify(jobs)],
      });
      return document.reference;
    } catch (error) {
      const refused = await refusal(error, insert);
      if (refused) throw refused;
      if (attempt === 3) throw error;
    }
  }
}

function enrollmentDocument({ input, people, termsUrl, origin }: Insert) {
  const [student, ...guardians] = people as [Person, ...Person[]];
  const apiKeyId = origin.source === "api" ? origin.apiKeyId : null;
  const { idempotency } = origin;
  return {
    id: randomUUID(),
    reference: newReference(),
    student_id: student.id,
    ...columnsOf(input),
    terms_url: termsUrl,
    locale: origin.locale,
    source: origin.source,
    api_key_id: apiKeyId,
    draft_id: origin.draftId,
    test: origin.source === "api" && origin.test === true,
    locks: [
      ...people.flatMap(({ email_key, document_key }) => [
        `email ${email_key}`,
        `document ${document_key ?? email_key}`,
      ]),
      ...(idempotency ? [`idempotency ${apiKeyId} ${idempotency.key}`] : []),
      ...(origin.draftId ? [`draft ${origin.draftId}`] : []),
    ],
    idempotency: idempotency && {
      api_key_id: apiKeyId,
      key: idempotency.key,
      request_hash: idempotency.requestHash,
    },
    people: people.map(({ role, ...row }) => row),
    guardianships: guardians.map(({ id }, at) => ({ guardian_id: id, position: at + 1 })),
    specialities: choicesOf(input, "specialities"),
    syllabi: choicesOf(input, "syllabi"),
    messages: people
      .filter(({ email }) => hasMailbox(email))
      .map((person) => ({
        id: randomUUID(),
        kind: messageKind(person, guardians.length > 0),
        person_id: person.id,
      })),
  };
}

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

function messageKind({ role }: Person, minor: boolean) {
  if (role !== "student") return role;
  return minor ? "minor_student" : "adult_student";
}

/** Letters and digits that nobody takes for one another, on paper or on the telephone. */
const REFERENCE_ALPHABET = "34679ACDEFGHJKMNPQRTUWXY";

function newReference(): string {
  return Array.from({ length: 8 }, () => REFERENCE_ALPHABET[randomInt(REFERENCE_ALPHABET.length)]).join("");
}

/**
 * Lets PostgreSQL read the statement, so that a column which the schema lacks is found at the start and not
 * by the first family.
 *
 * @throws the database's error, which names the column
 */
export async function prepareEnrollments(): Promise<void> {
  const client = await pool().connect();
  try {
    await client.query(`prepare try_enrollment as ${await statement()}`);
    await client.query("deallocate try_enrollment");
  } finally {
    client.release();
  }
}

/** The people's and the enrollment's insert with pg-boss's own appended as the last of the chain. */
function statement(): Promise<string> {
  return singleton("create-enrollment", async () => {
    const enrollment = withColumns(readFileSync(path.resolve("prisma/sql/create-enrollment.sql"), "utf8"));
    const jobs = (await mailJobsStatement()).replaceAll("$1", "$2").replace(/^with\s/i, ", ");
    return `${enrollment}${jobs}`;
  });
}

/** Names the columns of the fields where the statement asks for them. */
function withColumns(text: string): string {
  return text.replace(/--(people|enrollments)\.(\w+)?$/gm, (_, table: string, form?: string) =>
    [...columnTypes(table)]
      .map(([column, type]) =>
        form === "types" ? `${column} ${type}` : `${form ? `${form}.` : ""}${column}`,
      )
      .map((text) => `${text},`)
      .join(" "),
  );
}

function columnTypes(table: string): Map<string, string> {
  return new Map(
    fieldRows.flatMap(([, { stored }]) =>
      stored && "column" in stored && stored.in === table ? [[stored.column, stored.type] as const] : [],
    ),
  );
}

/** What `refuse_enrollment` raises: something is known already; its constraint says what. */
const KNOWN = "MA001";
const UNIQUE_VIOLATION = "23505";
const LOCK_NOT_AVAILABLE = "55P03";

/** What to tell the caller; undefined when what was in the way is gone. */
async function refusal(error: unknown, { people, origin }: Insert): Promise<unknown> {
  const { code, constraint } = error as { code?: string; constraint?: string };
  const stillRunning = code === LOCK_NOT_AVAILABLE && (origin.idempotency ?? origin.draftId);
  if (stillRunning) return inProgress();
  if (code === UNIQUE_VIOLATION && constraint === "enrollments_reference_key") return;
  if (code !== KNOWN) return error;

  if (constraint === "idempotency") return (await dropExpired(origin)) ? undefined : inProgress();
  if (constraint === "draft") return inProgress();
  const taken = await takenFields(people);
  return taken.length > 0 ? new AppError("duplicate", taken) : undefined;
}

const inProgress = () => new AppError("idempotency_in_progress", [], ["Retry-After", "1"]);

/** Every field whose value somebody has. */
async function takenFields(people: Person[]): Promise<FieldIssue[]> {
  const documents = people.flatMap(({ document_key }) => document_key ?? []);
  const others = await prisma().person.findMany({
    where: {
      OR: [
        { emailKey: { in: people.map(({ email_key }) => email_key) } },
        { documentKey: { in: documents } },
      ],
    },
    select: { emailKey: true, documentKey: true },
  });
  const emails = new Set(others.map(({ emailKey }) => emailKey));
  const numbers = new Set(others.map(({ documentKey }) => documentKey));
  const guardiansFirst = [...people.slice(1, 2), ...people.slice(0, 1), ...people.slice(2)];
  return guardiansFirst.flatMap(({ role, email_key, document_key }): FieldIssue[] => [
    ...(emails.has(email_key) ? [{ field: `${role}_email`, code: "email_taken" as const }] : []),
    ...(document_key && numbers.has(document_key)
      ? [{ field: `${role}_document`, code: "document_taken" as const }]
      : []),
  ]);
}
