import { AppError } from "@/lib/platform/errors";
import type { NewEnrollment } from "./enrollment-document";
import type { PersonRow } from "./people";

/**
 * Enrollments that are sent together, as one family's: a guardian who comes in with a child is the same
 * person for the children after it, and nobody is written to twice.
 *
 * @throws AppError `validation_failed` when two of those who come in would be the same person
 */
export function mergeFamily(enrollments: NewEnrollment[]): NewEnrollment[] {
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
