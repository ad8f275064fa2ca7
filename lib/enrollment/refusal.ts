import { AppError, type FieldIssue } from "@/lib/platform/errors";
import { prisma } from "@/lib/platform/prisma";
import type { NewEnrollment } from "./enrollment-document";
import { deleteExpiredRecord, isInProgress } from "./idempotency";
import type { Origin } from "./origin";
import type { PersonRow } from "./people";

/** What `refuse_enrollment` raises: something is known already; its constraint says what. */
const KNOWN = "MA001";
const UNIQUE_VIOLATION = "23505";
const LOCK_NOT_AVAILABLE = "55P03";

/** The student is enrolled for the year already. */
export const createAlreadyEnrolledError = () =>
  new AppError("duplicate", [{ field: "school_year_id", code: "already_enrolled" }]);

/** What to tell the caller of an insert that failed; undefined when what was in the way is gone. */
export async function toDuplicateError(
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
const guardianFirst = (one: PersonRow, other: PersonRow) => ROLES.indexOf(one.role) - ROLES.indexOf(other.role);
const ROLES = ["guardian", "student", "second_guardian"];
