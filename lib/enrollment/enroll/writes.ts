import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Prisma } from "@/generated/prisma/client";
import { fieldRows } from "@/lib/enrollment/fields";
import { createJobData, getMailJobsSql, mailQueueOf } from "@/lib/mail/writes";
import { invalidate } from "@/lib/platform/cache";
import { getPool, prisma, type QueryRunner, withConnection } from "@/lib/platform/database/prisma";
import type { Day } from "@/lib/platform/dates";
import { AppError, type FieldIssue } from "@/lib/platform/errors";
import { enrollmentsCreated, enrollmentsRefused } from "@/lib/platform/metrics";
import { singleton } from "@/lib/platform/singleton";
import { getAnswerDeadline, getSettings } from "@/lib/school/settings";
import {
  createEnrollmentDocument,
  type EnrollmentDocument,
  type NewEnrollment,
  type PersonRow,
} from "./enrollment-document";
import { deleteExpiredRecord, findReplay, isInProgress } from "./idempotency";
import type { Origin } from "./types";

/**
 * Lets PostgreSQL read the statement, so that a column which the schema lacks is found at the start and not
 * by the first family.
 *
 * @throws the database's error, which names the column
 */
export async function checkInsertSql(): Promise<void> {
  const statement = await getInsertSql();
  await withConnection(async (client) => {
    await client.query(`prepare try_enrollment as ${statement}`);
    await client.query("deallocate try_enrollment");
  });
}

/** The student is enrolled for the year already. */
export const createAlreadyEnrolledError = () =>
  new AppError("duplicate", [{ field: "school_year_id", code: "already_enrolled" }]);

/** What `refuse_enrollment` raises: something is known already; its constraint says what. */
const KNOWN = "MA001";
const UNIQUE_VIOLATION = "23505";
const LOCK_NOT_AVAILABLE = "55P03";

const ROLES = ["guardian", "student", "second_guardian"];

/**
 * Writes the enrollment, its people, its messages and their jobs in one statement; returns the reference.
 *
 * @throws AppError `duplicate` (4.3-8, 4.4-8): the unique indexes decide, also between
 *   simultaneous requests; `idempotency_in_progress` when the request with the same key still runs
 */
export async function insertEnrollment(enrollment: NewEnrollment): Promise<string> {
  const text = await getInsertSql();
  return withRetry(
    () => [enrollment],
    enrollment.origin,
    async () => {
      const document = createEnrollmentDocument(enrollment, await getAnswerByDay());
      await getPool().query(statementOf(document, text));
      return document.reference;
    },
  );
}

/** Runs work in a transaction, as often as it has to be tried. */
export type RunInTransaction = <T>(work: (client: QueryRunner) => Promise<T>) => Promise<T>;

/** An enrollment that is written together with others. */
export type PreparedEnrollment = {
  /** All that it shares with others. */
  locks: string[];
  /** What is to be written, looked up on the connection that writes, once all locks are held. */
  prepare: (client: QueryRunner) => Promise<NewEnrollment>;
  /** Set where nothing has to be looked up: one statement can write it. */
  enrollment?: NewEnrollment;
};

/** Writes beside the enrollments of a transaction. */
export type WriteWithEnrollments = (client: QueryRunner, documents: EnrollmentDocument[]) => Promise<void>;

/**
 * Writes what a family sends together, all or nothing: the locks of all first, in one order, then the one
 * statement once a child. Returns the references in order.
 *
 * @param also what is written beside them in the same transaction
 * @param within what opens that transaction
 * @throws AppError as `insertEnrollment`, and what `prepare` throws
 */
export async function insertTogether(
  prepared: PreparedEnrollment[],
  origin: Origin,
  also?: WriteWithEnrollments,
  within: RunInTransaction = withConnection,
): Promise<string[]> {
  const locks = prepared.flatMap((one) => one.locks);
  const [text, promised] = [await getInsertSql(), await getAnswerByDay()];
  let enrollments: NewEnrollment[] = [];
  return withRetry(
    () => enrollments,
    origin,
    () =>
      within(async (client) => {
        await client.query(LOCK, [locks]);
        enrollments = [];
        for (const { prepare } of prepared) enrollments.push(await prepare(client));
        enrollments = mergeFamily(enrollments);
        const documents = createDocuments(enrollments, promised);
        for (const document of documents) await client.query(statementOf(document, text));
        await also?.(client, documents);
        return documents.map(({ reference }) => reference);
      }),
  );
}

/**
 * Writes enrollments of newcomers who are no family in the caller's transaction, all or nothing. Returns what was
 * written, in order.
 * @throws AppError `duplicate` when somebody of them is known
 */
export async function insertNewPeople(
  tx: Prisma.TransactionClient,
  enrollments: NewEnrollment[],
): Promise<EnrollmentDocument[]> {
  const text = await getInsertSql();
  const promised = await getAnswerByDay();
  const documents = enrollments.map((enrollment) => createEnrollmentDocument(enrollment, promised));
  await tx.$queryRawUnsafe(
    LOCK,
    documents.flatMap(({ locks }) => locks),
  );
  const taken = await findTakenFields(enrollments);
  if (taken.length > 0) throw new AppError("duplicate", taken);
  for (const document of documents) await tx.$executeRawUnsafe(text, ...statementOf(document, text).values);
  return documents;
}

export type CreatedEnrollments = {
  /** 8 characters without look-alikes; the family sees the same. */
  reference: string;
  /** Those of the children that were sent with it, in order. */
  more: string[];
  /** True when this is the stored answer to an earlier request with the same idempotency key. */
  replayed: boolean;
};

/** Registers once: counts what was made or refused, and answers what is sent again as it was answered before. */
export async function register(
  origin: Origin,
  attempt: () => Promise<string[]>,
): Promise<CreatedEnrollments> {
  const { source } = origin;
  try {
    const references = await withCatalogue(attempt);
    enrollmentsCreated.inc({ source }, references.length);
    return created(references, false);
  } catch (error) {
    // A retried request may meet its own people, or a year that has closed since: its answer stands.
    const references = error instanceof AppError && (await findReplay(origin));
    if (references) return created(references, true);
    if (error instanceof AppError) enrollmentsRefused.inc({ source, reason: error.code });
    throw error;
  }
}

/** The people's and the enrollment's insert with pg-boss's own appended as the last of the chain. */
function getInsertSql(): Promise<string> {
  return singleton(`create-enrollment ${mailQueueOf()}`, async () => {
    const enrollment = withColumns(readFileSync(path.resolve("prisma/sql/create-enrollment.sql"), "utf8"));
    const jobs = (await getMailJobsSql()).replaceAll("$1", "$2").replace(/^with\s/i, ", ");
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

/**
 * Enrollments that are sent together, as one family's: a guardian who comes in with a child is the same
 * person for the children after it, and nobody is written to twice.
 *
 * @throws AppError `validation_failed` when two of those who come in would be the same person
 */
function mergeFamily(enrollments: NewEnrollment[]): NewEnrollment[] {
  const guardians = new Map<string, PersonRow>();
  const told = new Set<string>();
  const family = enrollments.map((enrollment) => {
    const same = new Map(
      enrollment.people.flatMap((person) => {
        const known = person.role === "student" ? undefined : guardians.get(person.email_key);
        return known ? [[person.id, known.id] as const] : [];
      }),
    );
    const one = replacePeople(enrollment, same);
    for (const person of one.people) if (person.role !== "student") guardians.set(person.email_key, person);
    const addressees = one.addressees.filter(({ id }) => !told.has(id));
    for (const { id } of addressees) told.add(id);
    return { ...one, addressees };
  });
  assertDistinctPeople(family.flatMap(({ people }) => people));
  return family;
}

/** An enrollment in which some who would come in are people who have come in already. */
function replacePeople(enrollment: NewEnrollment, same: Map<string, string>): NewEnrollment {
  const { people, guardianships, addressees } = enrollment;
  const named = (id: string) => same.get(id) ?? id;
  return {
    ...enrollment,
    people: people.filter(({ id }) => !same.has(id)),
    guardianships: guardianships.map((one) => ({ ...one, guardian_id: named(one.guardian_id) })),
    addressees: addressees.map((one) => ({ ...one, id: named(one.id) })),
  };
}

/** @throws AppError `validation_failed` when two of them would be the same person */
function assertDistinctPeople(people: PersonRow[]) {
  const emails = new Set(people.map(({ email_key }) => email_key));
  if (emails.size < people.length)
    throw new AppError("validation_failed", [{ field: "student_email", code: "email_not_distinct" }]);
  const documents = people.flatMap(({ document_key }) => document_key ?? []);
  if (new Set(documents).size < documents.length)
    throw new AppError("validation_failed", [{ field: "student_document", code: "document_not_distinct" }]);
}

/** What to tell the caller of an insert that failed; undefined when what was in the way is gone. */
async function toDuplicateError(
  error: unknown,
  enrollments: NewEnrollment[],
  origin: Origin,
): Promise<unknown> {
  const { code, constraint } = error as { code?: string; constraint?: string };
  if (code === LOCK_NOT_AVAILABLE) return (await isInProgress(origin)) ? inProgress() : error;
  if (code === UNIQUE_VIOLATION && constraint === "enrollments_reference_key") return;
  if (code !== KNOWN) return error;

  if (constraint === "enrolled") return createAlreadyEnrolledError();
  if (constraint === "idempotency") return (await deleteExpiredRecord(origin)) ? undefined : inProgress();
  if (constraint === "draft") return inProgress();
  const taken = await findTakenFields(enrollments);
  return taken.length > 0 ? new AppError("duplicate", taken) : undefined;
}

const inProgress = () => new AppError("idempotency_in_progress", [], ["Retry-After", "1"]);

/** Every field whose value somebody has. */
async function findTakenFields(enrollments: NewEnrollment[]): Promise<FieldIssue[]> {
  const people = enrollments.flatMap((enrollment) => enrollment.people);
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
  const found = [...people]
    .sort(guardianFirst)
    .flatMap(({ role, email_key, document_key }): FieldIssue[] => [
      ...(emails.has(email_key) ? [{ field: `${role}_email`, code: "email_taken" as const }] : []),
      ...(document_key && numbers.has(document_key)
        ? [{ field: `${role}_document`, code: "document_taken" as const }]
        : []),
    ]);
  return [...new Map(found.map((issue) => [issue.field, issue])).values()];
}

/** The order of the fields (lib/enrollment/fields.ts). */
const guardianFirst = (one: PersonRow, other: PersonRow) =>
  ROLES.indexOf(one.role) - ROLES.indexOf(other.role);

/** As the one statement takes its own: whoever shares some of them waits, and never crosswise. */
const LOCK = `select count(pg_advisory_xact_lock(ordered.key)) from (
  select distinct hashtextextended(name, 0) as key from unnest($1::text[]) as name order by key
) as ordered`;

/** What the mails of an enrollment that is made now say. */
const getAnswerByDay = async () => getAnswerDeadline(new Date(), await getSettings());

/** The draft becomes all of them, they know of one another, and stand in line in the order in which they were sent. */
function createDocuments(enrollments: NewEnrollment[], promised: Day): EnrollmentDocument[] {
  const [first, ...more] = enrollments.map((enrollment, at) => ({
    ...createEnrollmentDocument(enrollment, promised),
    sent_before: enrollments.length - 1 - at,
  }));
  if (!first || more.length === 0) return first ? [first] : [];
  const submission_id = randomUUID();
  const more_references = more.map(({ reference }) => reference);
  return [
    { ...first, submission_id, more_references },
    ...more.map((document) => ({ ...document, submission_id, draft_id: undefined, idempotency: undefined })),
  ];
}

function statementOf(document: EnrollmentDocument, text: string) {
  const jobs = document.messages.map(({ id }) => ({ id, data: createJobData(id) }));
  return {
    name: `create-enrollment ${mailQueueOf()}`,
    text,
    values: [JSON.stringify(document), JSON.stringify(jobs)],
  };
}

/** Tries again when what was in the way is gone. */
async function withRetry<T>(
  enrollments: () => NewEnrollment[],
  origin: Origin,
  insert: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await insert();
    } catch (error) {
      const refused = await toDuplicateError(error, enrollments(), origin);
      if (refused) throw refused;
      if (attempt === 3) throw error;
    }
  }
}

const created = ([reference = "", ...more]: string[], replayed: boolean) => ({ reference, more, replayed });

const FOREIGN_KEY_VIOLATION = "23503";

async function withCatalogue<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    // The catalogue changed between the check and the write: look again, and name what is gone.
    if ((error as { code?: string }).code !== FOREIGN_KEY_VIOLATION) throw error;
    invalidate("catalogue");
    return attempt();
  }
}
