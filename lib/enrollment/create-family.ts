import { AppError } from "@/lib/errors";
import { settings } from "@/lib/school/settings";
import { LIVE } from "@/lib/worlds";
import { type Guardianship, locksOf, type NewEnrollment, newcomers } from "./enrollment-document";
import { insertTogether } from "./insert-enrollment";
import type { Origin } from "./origin";
import { parse } from "./parse";
import { type Person, person } from "./people";
import { type Created, registered } from "./registered";
import { minorRules, withRules } from "./rules";
import { type MinorEnrollment, minorEnrollment } from "./schema";
import { schoolContext } from "./school-context";

/**
 * Registers the children whom a guardian sends together, in one transaction: all or none, a reference each,
 * and one message to each guardian. The guardian is the first child's; what the others say of theirs is the same.
 *
 * @param submitted a minor's fields for each child, unchecked
 * @throws AppError `validation_failed`, `duplicate`
 */
export async function createFamily(submitted: unknown[], origin: Origin): Promise<Created> {
  return registered(origin, async () => {
    const schema = withRules(minorEnrollment, minorRules, await schoolContext());
    const inputs = submitted.map((one) => parse(schema, one));
    const { terms_url } = await settings();
    const family = familyOf(inputs, origin, terms_url);
    const people = family.flatMap((child) => child.people);
    refuseRepeated(people);
    return insertTogether(
      { locks: locksOf(people, origin, origin.sandboxId ?? LIVE), origin },
      async () => family,
    );
  });
}

function familyOf(inputs: MinorEnrollment[], origin: Origin, termsUrl: string): NewEnrollment[] {
  const [first, ...others] = inputs as [MinorEnrollment, ...MinorEnrollment[]];
  const one: NewEnrollment = newcomers(first, origin, termsUrl);
  const [, guardian, second] = one.people as [Person, Person, Person?];
  const seconds = second ? [second] : [];
  return [one, ...others.map((input) => another(input, guardian, seconds, one))];
}

/** A child more, whose second guardian may be another child's: then the same person, written to once. */
function another(
  input: MinorEnrollment,
  guardian: Person,
  seconds: Person[],
  { origin, termsUrl, sandboxId }: NewEnrollment,
): NewEnrollment {
  const child = person("student", input);
  const named = input.second_guardian_email ? person("second_guardian", input) : undefined;
  const known = seconds.find(({ email_key }) => email_key === named?.email_key);
  const newcomer = named && !known ? [named] : [];
  seconds.push(...newcomer);
  const guardians = [guardian, ...newcomer, ...(known ? [known] : [])];
  return {
    input,
    studentId: child.id,
    people: [child, ...newcomer],
    guardianships: guardians.map(({ id }, at) => ({
      guardian_id: id,
      position: at + 1,
      kept_apart: false,
    })) as Guardianship[],
    addressees: [
      { ...child, kind: "minor_student" as const },
      ...newcomer.map((one) => ({ ...one, kind: "second_guardian" as const })),
    ],
    origin,
    termsUrl,
    sandboxId,
  };
}

/** @throws AppError `validation_failed` when two of them would be the same person */
function refuseRepeated(people: Person[]) {
  const emails = new Set(people.map(({ email_key }) => email_key));
  if (emails.size < people.length)
    throw new AppError("validation_failed", [{ field: "student_email", code: "email_not_distinct" }]);
  const documents = people.flatMap(({ document_key }) => document_key ?? []);
  if (new Set(documents).size < documents.length)
    throw new AppError("validation_failed", [{ field: "student_document", code: "document_not_distinct" }]);
}
