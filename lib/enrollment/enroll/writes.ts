import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Prisma } from "@/generated/prisma/client";
import { fieldRows } from "@/lib/enrollment/fields";
import { createJobData, getMailJobsSql, getMailQueue } from "@/lib/mail/writes";
import { invalidate } from "@/lib/platform/cache";
import { getPool, type QueryRunner, withConnection } from "@/lib/platform/database/prisma";
import type { Day } from "@/lib/platform/dates";
import { AppError } from "@/lib/platform/errors";
import { enrollmentsCreated, enrollmentsRefused } from "@/lib/platform/metrics";
import { singleton } from "@/lib/platform/singleton";
import { getAnswerDeadline, getSettings } from "@/lib/school/settings";
import { findTakenFields, toDuplicateError } from "./duplicate-error";
import {
  createEnrollmentDocument,
  type NewEnrollment,
  type Origin,
  type PersonRow,
} from "./enrollment-document";
import { findReplay } from "./idempotency";

type EnrollmentDocument = ReturnType<typeof createEnrollmentDocument>;

/**
 * Lets PostgreSQL parse the insert statement, so that a missing column fails the start and not a family's request.
 * @throws the database's error, which names the column
 */
export async function checkInsertSql(): Promise<void> {
  const statement = await getInsertSql();
  await withConnection(async (client) => {
    await client.query(`prepare try_enrollment as ${statement}`);
    await client.query("deallocate try_enrollment");
  });
}

/**
 * Inserts the enrollment, its people, messages and jobs with one statement; returns the reference.
 * @throws AppError `duplicate` (4.3-8, 4.4-8), decided by unique indexes, also between concurrent requests;
 * `idempotency_in_progress` while a request with the same key runs
 */
export async function insertEnrollment(enrollment: NewEnrollment): Promise<string> {
  const text = await getInsertSql();
  return withRetry(
    () => [enrollment],
    enrollment.origin,
    async () => {
      const document = createEnrollmentDocument(enrollment, await getAnswerByDay());
      await getPool().query(toStatement(document, text));
      return document.reference;
    },
  );
}

export type RunInTransaction = <T>(write: (client: QueryRunner) => Promise<T>) => Promise<T>;

/** An enrollment to be written together with others. */
type PreparedEnrollment = {
  /** The names of its advisory locks. */
  locks: string[];
  /** Reads the existing people and builds the enrollment, on the writing connection, after all locks are taken. */
  prepare: (client: QueryRunner) => Promise<NewEnrollment>;
  /** Set when nothing must be read first: then one statement writes it. */
  enrollment?: NewEnrollment;
};

export type WriteWithEnrollments = (client: QueryRunner, documents: EnrollmentDocument[]) => Promise<void>;

/**
 * Inserts the enrollments of a family in one transaction: takes all locks in one order, then runs one statement per
 * child. Returns the references in order.
 * @param writeAlso writes in the same transaction
 * @param runInTransaction opens the transaction
 * @throws AppError as `insertEnrollment`, and the errors of `prepare`
 */
export async function insertTogether(
  prepared: PreparedEnrollment[],
  origin: Origin,
  writeAlso?: WriteWithEnrollments,
  runInTransaction: RunInTransaction = withConnection,
): Promise<string[]> {
  const locks = prepared.flatMap((request) => request.locks);
  const [text, answerBy] = [await getInsertSql(), await getAnswerByDay()];
  let enrollments: NewEnrollment[] = [];
  return withRetry(
    () => enrollments,
    origin,
    () =>
      runInTransaction(async (client) => {
        await client.query(LOCK, [locks]);
        enrollments = [];
        for (const { prepare } of prepared) enrollments.push(await prepare(client));
        enrollments = mergeFamily(enrollments);
        const documents = createDocuments(enrollments, answerBy);
        for (const document of documents) await client.query(toStatement(document, text));
        await writeAlso?.(client, documents);
        return documents.map(({ reference }) => reference);
      }),
  );
}

/**
 * Inserts unrelated enrollments of new people in the caller's transaction. Returns the documents in order.
 * @throws AppError `duplicate` when a person is known
 */
export async function insertNewPeople(
  tx: Prisma.TransactionClient,
  enrollments: NewEnrollment[],
): Promise<EnrollmentDocument[]> {
  const text = await getInsertSql();
  const answerBy = await getAnswerByDay();
  const documents = enrollments.map((enrollment) => createEnrollmentDocument(enrollment, answerBy));
  await tx.$queryRawUnsafe(
    LOCK,
    documents.flatMap(({ locks }) => locks),
  );
  const takenFields = await findTakenFields(enrollments);
  if (takenFields.length > 0) throw new AppError("duplicate", takenFields);
  for (const document of documents) await tx.$executeRawUnsafe(text, ...toStatement(document, text).values);
  return documents;
}

/** Creates enrollments idempotently, and counts created and refused ones in the metrics. */
export async function register(origin: Origin, attempt: () => Promise<string[]>) {
  const { source } = origin;
  try {
    const references = await retryWithFreshCatalogue(attempt);
    enrollmentsCreated.inc({ source }, references.length);
    return toCreated(references, false);
  } catch (error) {
    // A retried request may conflict with its own people, or come after the year has closed: return its first
    // response.
    const references = error instanceof AppError && (await findReplay(origin));
    if (references) return toCreated(references, true);
    if (error instanceof AppError) enrollmentsRefused.inc({ source, reason: error.code });
    throw error;
  }
}

/** The insert statement with pg-boss's own insert appended as the last CTE. */
function getInsertSql(): Promise<string> {
  return singleton(`create-enrollment ${getMailQueue()}`, async () => {
    const enrollment = expandColumns(readFileSync(path.resolve("prisma/sql/create-enrollment.sql"), "utf8"));
    const jobs = (await getMailJobsSql()).replaceAll("$1", "$2").replace(/^with\s/i, ", ");
    return `${enrollment}${jobs}`;
  });
}

/** Replaces the placeholders of the statement by the columns of the fields. */
function expandColumns(text: string): string {
  return text.replace(/--(people|enrollments)\.(\w+)?$/gm, (_, table: string, form?: string) =>
    [...getColumnTypes(table)]
      .map(([column, type]) =>
        form === "types" ? `${column} ${type}` : `${form ? `${form}.` : ""}${column}`,
      )
      .map((text) => `${text},`)
      .join(" "),
  );
}

function getColumnTypes(table: string): Map<string, string> {
  return new Map(
    fieldRows.flatMap(([, { stored }]) =>
      stored && "column" in stored && stored.in === table ? [[stored.column, stored.type] as const] : [],
    ),
  );
}

/**
 * Merges enrollments sent together: a guardian who comes with several children becomes one person with one message.
 * @throws AppError `validation_failed` when two other new people have the same address or document
 */
function mergeFamily(enrollments: NewEnrollment[]): NewEnrollment[] {
  const guardians = new Map<string, PersonRow>();
  const notified = new Set<string>();
  const family = enrollments.map((enrollment) => {
    const replacements = new Map(
      enrollment.people.flatMap((person) => {
        const known = person.role === "student" ? undefined : guardians.get(person.email_key);
        return known ? [[person.id, known.id] as const] : [];
      }),
    );
    const child = replacePeople(enrollment, replacements);
    for (const person of child.people) if (person.role !== "student") guardians.set(person.email_key, person);
    const addressees = child.addressees.filter(({ id }) => !notified.has(id));
    for (const { id } of addressees) notified.add(id);
    return { ...child, addressees };
  });
  assertDistinctPeople(family.flatMap(({ people }) => people));
  return family;
}

/** Replaces new people by those of an earlier child. */
function replacePeople(enrollment: NewEnrollment, replacements: Map<string, string>): NewEnrollment {
  const { people, guardianships, addressees } = enrollment;
  const resolveId = (id: string) => replacements.get(id) ?? id;
  return {
    ...enrollment,
    people: people.filter(({ id }) => !replacements.has(id)),
    guardianships: guardianships.map((row) => ({ ...row, guardian_id: resolveId(row.guardian_id) })),
    addressees: addressees.map((addressee) => ({ ...addressee, id: resolveId(addressee.id) })),
  };
}

/** @throws AppError `validation_failed` when two people have the same address or document */
function assertDistinctPeople(people: PersonRow[]) {
  const emails = new Set(people.map(({ email_key }) => email_key));
  if (emails.size < people.length)
    throw new AppError("validation_failed", [{ field: "student_email", code: "email_not_distinct" }]);
  const documents = people.flatMap(({ document_key }) => document_key ?? []);
  if (new Set(documents).size < documents.length)
    throw new AppError("validation_failed", [{ field: "student_document", code: "document_not_distinct" }]);
}

/** Takes the locks sorted by key, as `create-enrollment.sql` does, so that requests never deadlock. */
const LOCK = `select count(pg_advisory_xact_lock(ordered.key)) from (
  select distinct hashtextextended(name, 0) as key from unnest($1::text[]) as name order by key
) as ordered`;

/** The last day for the school's answer to an enrollment of today. */
const getAnswerByDay = async () => getAnswerDeadline(new Date(), await getSettings());

/** Links the enrollments to each other and to the draft, and keeps their order. */
function createDocuments(enrollments: NewEnrollment[], answerBy: Day): EnrollmentDocument[] {
  const [first, ...more] = enrollments.map((enrollment, index) => ({
    ...createEnrollmentDocument(enrollment, answerBy),
    sent_before: enrollments.length - 1 - index,
  }));
  if (!first || more.length === 0) return first ? [first] : [];
  const submission_id = randomUUID();
  const more_references = more.map(({ reference }) => reference);
  return [
    { ...first, submission_id, more_references },
    ...more.map((document) => ({ ...document, submission_id, draft_id: undefined, idempotency: undefined })),
  ];
}

function toStatement(document: EnrollmentDocument, text: string) {
  const jobs = document.messages.map(({ id }) => ({ id, data: createJobData(id) }));
  return {
    name: `create-enrollment ${getMailQueue()}`,
    text,
    values: [JSON.stringify(document), JSON.stringify(jobs)],
  };
}

/** Retries at most twice, while the conflict disappears by itself. */
async function withRetry<T>(
  enrollments: () => NewEnrollment[],
  origin: Origin,
  insert: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await insert();
    } catch (error) {
      const duplicateError = await toDuplicateError(error, enrollments(), origin);
      if (duplicateError) throw duplicateError;
      if (attempt === 3) throw error;
    }
  }
}

/**
 * The reference, 8 characters without look-alikes, also displayed to the family, and those of the other children, in
 * order; `replayed` for the stored response to an earlier request with the same idempotency key.
 */
function toCreated([reference = "", ...moreReferences]: string[], replayed: boolean) {
  return { reference, moreReferences, replayed };
}

const FOREIGN_KEY_VIOLATION = "23503";

async function retryWithFreshCatalogue<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    // The catalogue changed between the check and the insert: reload it, so that validation names the deleted item.
    if ((error as { code?: string }).code !== FOREIGN_KEY_VIOLATION) throw error;
    invalidate("catalogue");
    return attempt();
  }
}
