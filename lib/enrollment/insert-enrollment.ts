import { randomUUID } from "node:crypto";
import type { Prisma } from "@/generated/prisma/client";
import { createJobData, mailQueueOf } from "@/lib/mail/queue";
import type { Day } from "@/lib/platform/dates";
import { AppError } from "@/lib/platform/errors";
import { withConnection, getPool } from "@/lib/platform/prisma";
import type { QueryRunner } from "@/lib/platform/queries";
import { getAnswerDeadline } from "@/lib/school/answer-by";
import { getSettings } from "@/lib/school/settings";
import { getInsertSql } from "./create-statement";
import { type EnrollmentDocument, createEnrollmentDocument, type NewEnrollment } from "./enrollment-document";
import { mergeFamily } from "./one-family";
import type { Origin } from "./origin";
import { toDuplicateError, findTakenFields } from "./refusal";

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
