import { toEmailKey, isDeliverable } from "@/lib/mail/addresses";
import { AppError } from "@/lib/platform/errors";
import { prisma } from "@/lib/platform/prisma";
import type { QueryRunner } from "@/lib/platform/queries";
import { completePerson } from "./complete-person";
import { type MailRecipient, type Guardianship, listLocks, type NewEnrollment } from "./enrollment-document";
import { insertTogether, type PreparedEnrollment } from "./insert-enrollment";
import { findChildren, type ExistingChild, lockPerson, findSecondGuardian } from "./known-family";
import type { Origin } from "./origin";
import { parseInput } from "./parse";
import { type PersonRow, toPersonRow } from "./people";
import { createAlreadyEnrolledError } from "./refusal";
import { minorRules, addRules } from "./rules";
import { type SiblingEnrollment, siblingFieldsSchema } from "./schema";
import { getSchoolContext } from "./school-context";
import { getAcceptedTerms } from "./terms";

/**
 * Registers another child of a guardian who is known already, with that guardian as the first one.
 * Returns the references made: one.
 *
 * @param submitted the request's fields, unchecked
 * @throws AppError `validation_failed`, `duplicate`
 */
export async function createSibling(
  guardianId: string,
  submitted: unknown,
  origin: Origin,
): Promise<string[]> {
  return insertTogether([await prepareSibling(guardianId, submitted, origin)], origin);
}

/**
 * The same, to be written with others of a family.
 *
 * @param told what the guardian has told of themselves beyond what was known, checked: it completes it
 * @throws AppError `validation_failed`; once prepared `duplicate`
 */
export async function prepareSibling(
  guardianId: string,
  submitted: unknown,
  origin: Origin,
  told?: PersonRow,
): Promise<PreparedEnrollment> {
  const guardian = await prisma().person.findUnique({
    where: { id: guardianId, erasedAt: null },
    select: { email: true, document: true },
  });
  if (!guardian) throw new AppError("not_found");
  const known = { guardian_email: guardian.email, guardian_document: guardian.document ?? undefined };
  const schema = addRules(siblingFieldsSchema, minorRules, await getSchoolContext(), known);
  const input = parseInput(schema, submitted);
  const terms = await getAcceptedTerms(origin);
  const child = toPersonRow("student", input);
  const second = input.second_guardian_email ? toPersonRow("second_guardian", input) : undefined;
  const shared = [child, second, told].filter((one) => one !== undefined);
  const locks = [`person ${guardianId}`, ...listLocks(shared, origin)];
  const prepare = async (client: QueryRunner) => {
    if (told) await completePerson(client, guardianId, told);
    assertNewChild(child, input, await findChildren(client, guardianId));
    const family = await prepareFamily(client, guardianId, child, second);
    return { input, studentId: child.id, ...family, terms, origin };
  };
  return { locks, prepare };
}

type Family = Pick<NewEnrollment, "people" | "guardianships" | "addressees">;

/** The child's guardians; the second one may be a brother's or sister's already, and is then the same person. */
async function prepareFamily(
  client: QueryRunner,
  guardianId: string,
  child: PersonRow,
  second: PersonRow | undefined,
): Promise<Family> {
  const guardian = await lockPerson(client, guardianId);
  const known = second && (await findSecondGuardian(client, guardianId, second.email_key));
  const addressees: MailRecipient[] = [
    { ...child, kind: "minor_student" },
    { ...guardian, kind: "guardian" },
  ];
  const guardianships: Guardianship[] = [{ guardian_id: guardianId, position: 1, kept_apart: false }];
  const other = known ?? second;
  if (other) {
    const keptApart = known?.kept_apart === true;
    guardianships.push({ guardian_id: other.id, position: 2, kept_apart: keptApart });
    if (!keptApart) addressees.push({ ...other, kind: "second_guardian" });
  }
  return { people: second && !known ? [child, second] : [child], guardianships, addressees };
}

/**
 * The same child again: by address or document, or, of a child who has neither, by name and birth date.
 * @throws AppError `duplicate`
 */
function assertNewChild(child: PersonRow, input: SiblingEnrollment, known: ExistingChild[]) {
  const nameless = !isDeliverable(child.email) && child.document_key === undefined;
  const same = known.find(
    ({ email_key, document_key, full_name, birth_date }) =>
      email_key === child.email_key ||
      (document_key !== null && document_key === child.document_key) ||
      (nameless &&
        birth_date === input.student_birth_date &&
        toEmailKey(full_name) === toEmailKey(`${input.student_name} ${input.student_surname}`)),
  );
  if (same?.years.includes(input.school_year_id)) throw createAlreadyEnrolledError();
  if (same && nameless) throw new AppError("duplicate", [{ field: "student_name", code: "student_known" }]);
}
