import { prepareReturning } from "./enroll-again";
import { prepareSibling } from "./enroll-sibling";
import { listLocks, prepareNewPeople } from "./enrollment-document";
import { type WriteWithEnrollments, insertTogether, type PreparedEnrollment, type RunInTransaction } from "./insert-enrollment";
import type { Origin } from "./origin";
import { parseInput } from "./parse";
import { toPersonRow } from "./people";
import { type CreatedEnrollments, register } from "./registered";
import { minorRules, addRules } from "./rules";
import { minorEnrollmentSchema } from "./schema";
import { getSchoolContext } from "./school-context";
import { getAcceptedTerms } from "./terms";

/**
 * Registers the children whom a guardian sends together, in one transaction: all or none, a reference each,
 * and one message to each guardian. The guardian is the first child's; what the others say of theirs is the same.
 *
 * @param submitted a minor's fields for each child, unchecked
 * @param also writes beside them in the same transaction
 * @throws AppError `validation_failed`, `duplicate`
 */
export async function createTogether(submitted: unknown[], origin: Origin, also?: WriteWithEnrollments): Promise<CreatedEnrollments> {
  return register(origin, async () => {
    const schema = addRules(minorEnrollmentSchema, minorRules, await getSchoolContext());
    const terms = await getAcceptedTerms(origin);
    const children = submitted.map((one): PreparedEnrollment => {
      const child = prepareNewPeople(parseInput(schema, one), origin, terms);
      return { locks: listLocks(child.people, origin), prepare: async () => child };
    });
    return insertTogether(children, origin, also);
  });
}

/** What is sent from an account: of a student who is known their id. */
export type AccountSubmission = { student?: string; submitted: Record<string, unknown> };

/**
 * Registers what a person sends from their account, in one transaction: a year more of students for whom they
 * act, and children who are new, of whom they become the first guardian (families 5, 6).
 *
 * @param also writes beside them in the same transaction, that of `within`
 * @throws AppError `validation_failed`, `duplicate`; `not_found` when they may not enroll a student (any more)
 */
export async function createFromAccount(
  by: string,
  sent: AccountSubmission[],
  origin: Origin,
  also?: WriteWithEnrollments,
  within?: RunInTransaction,
): Promise<CreatedEnrollments> {
  return register(origin, async () => {
    const prepared = await Promise.all(
      sent.map(({ student, submitted }) =>
        student === undefined
          ? prepareSibling(by, submitted, origin, toPersonRow("guardian", submitted))
          : prepareReturning(student, submitted, origin, by),
      ),
    );
    return insertTogether(prepared, origin, also, within);
  });
}
