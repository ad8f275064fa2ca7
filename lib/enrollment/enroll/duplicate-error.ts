import { getPool, prisma } from "@/lib/platform/database/prisma";
import { AppError, type FieldIssue } from "@/lib/platform/errors";
import { IDEMPOTENCY_RETENTION_MS } from "@/lib/platform/representation";
import type { NewEnrollment, Origin, PersonRow } from "./enrollment-document";
import { listRequestLocks } from "./idempotency";

/** Error code of `refuse_enrollment`: a value is taken; the constraint says which. */
const ALREADY_TAKEN = "MA001";

const UNIQUE_VIOLATION = "23505";

const LOCK_NOT_AVAILABLE = "55P03";

const ROLES = ["guardian", "student", "second_guardian"];

export const createAlreadyEnrolledError = () =>
  new AppError("duplicate", [{ field: "school_year_id", code: "already_enrolled" }]);

/** Converts a failed insert's error for the caller; undefined when a retry makes sense. */
export async function toDuplicateError(
  error: unknown,
  enrollments: NewEnrollment[],
  origin: Origin,
): Promise<unknown> {
  const { code, constraint } = error as { code?: string; constraint?: string };
  if (code === LOCK_NOT_AVAILABLE) return (await isInProgress(origin)) ? inProgress() : error;
  if (code === UNIQUE_VIOLATION && constraint === "enrollments_reference_key") return;
  if (code !== ALREADY_TAKEN) return error;

  if (constraint === "enrolled") return createAlreadyEnrolledError();
  if (constraint === "idempotency") return (await deleteExpiredRecord(origin)) ? undefined : inProgress();
  if (constraint === "draft") return inProgress();
  const takenFields = await findTakenFields(enrollments);
  return takenFields.length > 0 ? new AppError("duplicate", takenFields) : undefined;
}

const inProgress = () => new AppError("idempotency_in_progress", [], ["Retry-After", "1"]);

/** An issue for each field whose value another person has. */
export async function findTakenFields(enrollments: NewEnrollment[]): Promise<FieldIssue[]> {
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
  const issues = [...people]
    .sort(guardianFirst)
    .flatMap(({ role, email_key, document_key }): FieldIssue[] => [
      ...(emails.has(email_key) ? [{ field: `${role}_email`, code: "email_taken" as const }] : []),
      ...(document_key && numbers.has(document_key)
        ? [{ field: `${role}_document`, code: "document_taken" as const }]
        : []),
    ]);
  return [...new Map(issues.map((issue) => [issue.field, issue])).values()];
}

/** Sorts by the order of the fields (lib/enrollment/fields.ts). */
const guardianFirst = (a: PersonRow, b: PersonRow) => ROLES.indexOf(a.role) - ROLES.indexOf(b.role);

/** Whether a request with the same key or draft is still running. */
async function isInProgress(origin: Origin): Promise<boolean> {
  const free =
    "select pg_try_advisory_xact_lock(hashtextextended(name, 0)) as free from unnest($1::text[]) as name";
  const { rows } = await getPool().query<{ free: boolean }>(free, [listRequestLocks(origin)]);
  return rows.some((lock) => !lock.free);
}

/** Deletes the request's idempotency record if it is expired; returns whether it was. */
async function deleteExpiredRecord({ apiKeyId, idempotency }: Origin): Promise<boolean> {
  if (!idempotency) return false;
  const { count } = await prisma().idempotencyRecord.deleteMany({
    where: {
      apiKeyId,
      key: idempotency.key,
      createdAt: { lte: new Date(Date.now() - IDEMPOTENCY_RETENTION_MS) },
    },
  });
  return count > 0;
}
