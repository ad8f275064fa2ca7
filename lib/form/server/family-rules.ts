import { toDocumentKey } from "@/lib/enrollment/values";
import type { Answers, FormCode, FormField, Problems } from "@/lib/form/answers";
import { getBranch } from "@/lib/form/steps";
import { toEmailKey } from "@/lib/mail/addresses";

/** What a child's answers are held against: the day, the children before it, and whether there are others. */
export type SiblingContext = { today: string; before: Answers[]; several: boolean };

type FamilyRule = {
  field: FormField;
  code: FormCode;
  blames: (values: Answers, beside: SiblingContext) => boolean;
};

/** Whether one of a field's values of the children before is the same. */
const among = (
  own: "student_email" | "second_guardian_email" | "student_document",
  theirs: readonly FormField[],
  key: (text: string) => string,
) => {
  const keysOf = (child: Answers, fields: readonly FormField[]) =>
    fields.flatMap((field) => (typeof child[field] === "string" ? [key(child[field])] : []));
  return (values: Answers, { before }: SiblingContext) => {
    const known = new Set(before.flatMap((child) => keysOf(child, theirs)));
    return keysOf(values, [own]).some((one) => known.has(one));
  };
};

/** What each field of the form can be blamed for because of the other children. */
export const siblingRules: readonly FamilyRule[] = [
  {
    field: "student_birth_date",
    code: "adult_apart",
    blames: (values, { today }) => getBranch(values, today) === "adult",
  },
  {
    field: "student_name",
    code: "child_repeated",
    blames: (values, { before }) => before.some((child) => isSame(child, values)),
  },
  {
    field: "student_email",
    code: "email_not_distinct",
    blames: among("student_email", ["student_email", "second_guardian_email"], toEmailKey),
  },
  {
    field: "second_guardian_email",
    code: "email_not_distinct",
    blames: among("second_guardian_email", ["student_email"], toEmailKey),
  },
  {
    field: "student_document",
    code: "document_not_distinct",
    blames: among("student_document", ["student_document"], toDocumentKey),
  },
];

/**
 * What is wrong with a child's answers because of the other children of the same draft. Of two equal ones
 * the child that comes later is blamed, and on it the field that is asked later.
 *
 * @param fields those of the page, which alone can be blamed there
 */
export function findSiblingProblems(values: Answers, fields: readonly FormField[], beside: SiblingContext): Problems {
  if (!beside.several) return {};
  const broken = siblingRules.filter(({ field, blames }) => fields.includes(field) && blames(values, beside));
  return Object.fromEntries(broken.map(({ field, code }) => [field, code]));
}

/** The same name and birth date: nobody has two children of whom both are the same. */
const isSame = (one: Answers, other: Answers) =>
  one.student_birth_date === other.student_birth_date && nameOf(one) === nameOf(other);
const nameOf = ({ student_name, student_surname }: Answers) => toEmailKey(`${student_name} ${student_surname}`);
