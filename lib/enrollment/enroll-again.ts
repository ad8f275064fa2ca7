import { isDeliverable } from "@/lib/mail/addresses";
import type { Day } from "@/lib/platform/dates";
import type { QueryRunner } from "@/lib/platform/queries";
import { completePerson } from "./complete-person";
import { type MailRecipient, listLocks, getStudentMailKind } from "./enrollment-document";
import { insertTogether, type PreparedEnrollment } from "./insert-enrollment";
import { findGuardians, type ExistingPersonWithAge, lockPerson, assertMayEnroll } from "./known-family";
import type { Origin } from "./origin";
import { parseInput } from "./parse";
import { toPersonRow } from "./people";
import { returningRules, addRules } from "./rules";
import { returningFieldsSchema } from "./schema";
import { getSchoolContext } from "./school-context";
import { getAcceptedTerms } from "./terms";
import { isAdult } from "./values";

/**
 * Registers a year more of a student who is known already, whose people stay as they are. Returns the
 * references made: one.
 *
 * @param submitted the request's fields, unchecked
 * @throws AppError `validation_failed`; `duplicate` when an enrollment of that student and year stands
 */
export async function createReturning(studentId: string, submitted: unknown, origin: Origin): Promise<string[]> {
  return insertTogether([await prepareReturning(studentId, submitted, origin)], origin);
}

/**
 * The same, to be written with others of a family.
 *
 * @param by whose account it is sent from, who must be able to act for the student; what the student has
 *   told of themselves beyond what was known completes it
 * @throws AppError `validation_failed`; once prepared `not_found` when `by` may not (any more)
 */
export async function prepareReturning(
  studentId: string,
  submitted: unknown,
  origin: Origin,
  by?: string,
): Promise<PreparedEnrollment> {
  const school = await getSchoolContext();
  const schema = addRules(returningFieldsSchema, returningRules, school);
  const input = parseInput(schema, submitted);
  const terms = await getAcceptedTerms(origin);
  const ownAnswers = by === studentId ? toPersonRow("student", submitted as Record<string, unknown>) : undefined;
  const locks = [`student ${studentId}`, ...listLocks(ownAnswers ? [ownAnswers] : [], origin)];
  const prepare = async (client: QueryRunner) => {
    if (by) await assertMayEnroll(client, by, studentId, school.today);
    if (ownAnswers) await completePerson(client, studentId, ownAnswers);
    const student = await lockPerson(client, studentId);
    const addressees = await findMailRecipients(client, student, school.today);
    return { input, studentId, people: [], guardianships: [], addressees, terms, origin };
  };
  return { locks, prepare };
}

/** Who is told: a student who has turned 18 alone, where there is an address; else who was told before. */
async function findMailRecipients(client: QueryRunner, student: ExistingPersonWithAge, today: Day): Promise<MailRecipient[]> {
  const guardians = await findGuardians(client, student.id);
  const grown = student.birth_date !== null && isAdult(student.birth_date, today);
  if (guardians.length === 0 || (grown && isDeliverable(student.email)))
    return [{ ...student, kind: getStudentMailKind(false) }];

  const ownAnswers = guardians.filter(({ position, kept_apart }) => position === 1 || !kept_apart);
  return [
    { ...student, kind: getStudentMailKind(true) },
    ...ownAnswers.map(({ id, email, position }) => ({
      id,
      email,
      kind: position === 1 ? ("guardian" as const) : ("second_guardian" as const),
    })),
  ];
}
