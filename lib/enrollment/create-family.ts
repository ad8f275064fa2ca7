import { again } from "./enroll-again";
import { sibling } from "./enroll-sibling";
import { locksOf, newcomers } from "./enrollment-document";
import { type Also, insertTogether, type Prepared, type Within } from "./insert-enrollment";
import type { Origin } from "./origin";
import { parse } from "./parse";
import { person } from "./people";
import { type Created, registered } from "./registered";
import { minorRules, withRules } from "./rules";
import { minorEnrollment } from "./schema";
import { schoolContext } from "./school-context";
import { termsOf } from "./terms";

/**
 * Registers the children whom a guardian sends together, in one transaction: all or none, a reference each,
 * and one message to each guardian. The guardian is the first child's; what the others say of theirs is the same.
 *
 * @param submitted a minor's fields for each child, unchecked
 * @param also writes beside them in the same transaction
 * @throws AppError `validation_failed`, `duplicate`
 */
export async function createFamily(submitted: unknown[], origin: Origin, also?: Also): Promise<Created> {
  return registered(origin, async () => {
    const schema = withRules(minorEnrollment, minorRules, await schoolContext());
    const terms = await termsOf(origin);
    const children = submitted.map((one): Prepared => {
      const child = newcomers(parse(schema, one), origin, terms);
      return { locks: locksOf(child.people, origin), prepare: async () => child };
    });
    return insertTogether(children, origin, also);
  });
}

/** What is sent from an account: of a student who is known their id. */
export type FromAccount = { student?: string; submitted: Record<string, unknown> };

/**
 * Registers what a person sends from their account, in one transaction: a year more of students for whom they
 * act, and children who are new, of whom they become the first guardian (families 5, 6).
 *
 * @param also writes beside them in the same transaction, that of `within`
 * @throws AppError `validation_failed`, `duplicate`; `not_found` when they may not enroll a student (any more)
 */
export async function createFromAccount(
  by: string,
  sent: FromAccount[],
  origin: Origin,
  also?: Also,
  within?: Within,
): Promise<Created> {
  return registered(origin, async () => {
    const prepared = await Promise.all(
      sent.map(({ student, submitted }) =>
        student === undefined
          ? sibling(by, submitted, origin, person("guardian", submitted))
          : again(student, submitted, origin, by),
      ),
    );
    return insertTogether(prepared, origin, also, within);
  });
}
