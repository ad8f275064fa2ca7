import { hasMailbox } from "@/lib/mail/addresses";
import type { Day } from "@/lib/platform/dates";
import type { Queries } from "@/lib/platform/queries";
import { completing } from "./complete-person";
import { type Addressee, locksOf, studentMail } from "./enrollment-document";
import { insertTogether, type Prepared } from "./insert-enrollment";
import { guardiansOf, type KnownPerson, personOf, requireActing } from "./known-family";
import type { Origin } from "./origin";
import { parse } from "./parse";
import { person } from "./people";
import { returningRules, withRules } from "./rules";
import { returningStudies } from "./schema";
import { schoolContext } from "./school-context";
import { termsOf } from "./terms";
import { isAdult } from "./values";

/**
 * Registers a year more of a student who is known already, whose people stay as they are. Returns the
 * references made: one.
 *
 * @param submitted the request's fields, unchecked
 * @throws AppError `validation_failed`; `duplicate` when an enrollment of that student and year stands
 */
export async function enrollAgain(studentId: string, submitted: unknown, origin: Origin): Promise<string[]> {
  return insertTogether([await again(studentId, submitted, origin)], origin);
}

/**
 * The same, to be written with others of a family.
 *
 * @param by whose account it is sent from, who must be able to act for the student; what the student has
 *   told of themselves beyond what was known completes it
 * @throws AppError `validation_failed`; once prepared `not_found` when `by` may not (any more)
 */
export async function again(
  studentId: string,
  submitted: unknown,
  origin: Origin,
  by?: string,
): Promise<Prepared> {
  const school = await schoolContext();
  const schema = withRules(returningStudies, returningRules, school);
  const input = parse(schema, submitted);
  const terms = await termsOf(origin);
  const told = by === studentId ? person("student", submitted as Record<string, unknown>) : undefined;
  const locks = [`student ${studentId}`, ...locksOf(told ? [told] : [], origin)];
  const prepare = async (client: Queries) => {
    if (by) await requireActing(client, by, studentId, school.today);
    if (told) await completing(client, studentId, told);
    const student = await personOf(client, studentId);
    const addressees = await addresseesOf(client, student, school.today);
    return { input, studentId, people: [], guardianships: [], addressees, terms, origin };
  };
  return { locks, prepare };
}

/** Who is told: a student who has turned 18 alone, where there is an address; else who was told before. */
async function addresseesOf(client: Queries, student: KnownPerson, today: Day): Promise<Addressee[]> {
  const guardians = await guardiansOf(client, student.id);
  const grown = student.birth_date !== null && isAdult(student.birth_date, today);
  if (guardians.length === 0 || (grown && hasMailbox(student.email)))
    return [{ ...student, kind: studentMail(false) }];

  const told = guardians.filter(({ position, kept_apart }) => position === 1 || !kept_apart);
  return [
    { ...student, kind: studentMail(true) },
    ...told.map(({ id, email, position }) => ({
      id,
      email,
      kind: position === 1 ? ("guardian" as const) : ("second_guardian" as const),
    })),
  ];
}
