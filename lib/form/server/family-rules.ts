import { documentKey } from "@/lib/enrollment/values";
import type { Answers, FormCode, FormField, Problems } from "@/lib/form/answers";
import { branchOf } from "@/lib/form/steps";
import { emailKey } from "@/lib/mail/addresses";

/** What a child's answers are held against: the day, the children before it, and whether there are others. */
export type Beside = { today: string; before: Answers[]; several: boolean };

/**
 * What is wrong with a child's answers because of the other children of the same draft. Of two equal ones
 * the child that comes later is blamed, and on it the field that is asked later.
 *
 * @param fields those of the page, which alone can be blamed there
 */
export function familyProblems(
  values: Answers,
  fields: readonly FormField[],
  { today, before, several }: Beside,
): Problems {
  if (!several) return {};
  const found: Partial<Record<FormField, FormCode>> = {};
  const emails = new Set(before.flatMap(({ student_email: email }) => keyOf(email, emailKey)));
  const others = new Set(
    before.flatMap(({ student_email, second_guardian_email }) => [
      ...keyOf(student_email, emailKey),
      ...keyOf(second_guardian_email, emailKey),
    ]),
  );
  const documents = new Set(before.flatMap(({ student_document: number }) => keyOf(number, documentKey)));
  if (branchOf(values, today) === "adult") found.student_birth_date = "adult_apart";
  if (before.some((child) => isSame(child, values))) found.student_name = "child_repeated";
  if (has(others, values.student_email, emailKey)) found.student_email = "email_not_distinct";
  if (has(emails, values.second_guardian_email, emailKey)) found.second_guardian_email = "email_not_distinct";
  if (has(documents, values.student_document, documentKey)) found.student_document = "document_not_distinct";
  return Object.fromEntries(Object.entries(found).filter(([field]) => fields.includes(field as FormField)));
}

const keyOf = (value: unknown, key: (text: string) => string) =>
  typeof value === "string" ? [key(value)] : [];
const has = (known: Set<string>, value: unknown, key: (text: string) => string) =>
  keyOf(value, key).some((one) => known.has(one));

/** The same name and birth date: nobody has two children of whom both are the same. */
const isSame = (one: Answers, other: Answers) =>
  one.student_birth_date === other.student_birth_date && nameOf(one) === nameOf(other);
const nameOf = ({ student_name, student_surname }: Answers) => emailKey(`${student_name} ${student_surname}`);
