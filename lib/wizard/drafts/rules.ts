import type { YearCatalogue } from "@/lib/catalogue/queries";
import { listCodes } from "@/lib/enrollment/error-codes";
import { toDocumentKey } from "@/lib/enrollment/field-schemas";
import { adultRules, minorRules } from "@/lib/enrollment/rules";
import { toEmailKey } from "@/lib/mail/addresses";
import type { FormSchool } from "@/lib/wizard/drafts/queries";
import type { DraftContent } from "@/lib/wizard/drafts/writes";
import { likelyEmail } from "@/lib/wizard/normalise-input";
import { getField } from "@/lib/wizard/questions";
import { branchShapes, formRules } from "@/lib/wizard/schema";
import { getBranch } from "@/lib/wizard/steps";
import { type Answers, dateCodes, type FormCode, type FormField, type Problems } from "@/lib/wizard/types";

/** What a child's answers are compared with: the day and the other children. */
type SiblingContext = { today: string; before: Answers[]; several: boolean };

type FamilyRule = {
  field: FormField;
  code: FormCode;
  blames: (values: Answers, beside: SiblingContext) => boolean;
};

/** Whether an earlier child has the same value. */
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

/** Rules that compare a child with its siblings, by field. */
const siblingRules: readonly FamilyRule[] = [
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
 * Problems of a child's answers compared with its siblings in the draft. Of two equal children the later one gets the
 * error, on the field that is asked later.
 * @param fields the page's fields; other fields get no error
 */
export function findSiblingProblems(
  values: Answers,
  fields: readonly FormField[],
  beside: SiblingContext,
): Problems {
  if (!beside.several) return {};
  const broken = siblingRules.filter(({ field, blames }) => fields.includes(field) && blames(values, beside));
  return Object.fromEntries(broken.map(({ field, code }) => [field, code]));
}

const specialityFields = [
  "student_experience_speciality",
  "student_speciality_option1",
  "student_speciality_option2",
  "student_speciality_option3",
] as const satisfies FormField[];

const syllabusFields = [
  "student_syllabi_option1",
  "student_syllabi_option2",
  "student_syllabi_option3",
] as const satisfies FormField[];

/**
 * Moves choices to another school year, where the same specialities and syllabi have other ids (W26).
 * @returns the changed choices, and the names of those that the other year lacks
 */
export function carryChoices(
  answers: Answers,
  from: YearCatalogue | undefined,
  to: YearCatalogue | undefined,
) {
  const carried: Answers = {};
  const cleared: string[] = [];
  const carry = (fields: readonly FormField[], before: Named[], after: Named[]) => {
    for (const field of fields) {
      const chosen = before.find(({ id }) => id === answers[field]);
      if (answers[field] === undefined) continue;
      const same = chosen && after.find(({ key }) => key === chosen.key);
      carried[field] = same?.id;
      if (chosen && !same && !cleared.includes(chosen.name)) cleared.push(chosen.name);
    }
  };
  carry(specialityFields, specialities(from), specialities(to));
  carry(syllabusFields, syllabi(from), syllabi(to));
  return { carried, cleared };
}

type KnownRule = {
  field: FormField;
  code: FormCode;
  blames: (values: Answers, draft: DraftContent, school: FormSchool) => boolean;
};

/** Rules about existing people, by field. */
const existingPersonRules: readonly KnownRule[] = [
  {
    field: "school_year_id",
    code: "already_enrolled",
    blames: (values, { known }) => known?.years.includes(Number(values.school_year_id)) === true,
  },
  {
    field: "student_birth_date",
    code: "not_of_age",
    blames: (values, { student, by }, { context: { today } }) =>
      by !== undefined && student === by && getBranch(values, today) === "minor",
  },
  {
    field: "student_birth_date",
    code: "grown_up",
    blames: (values, { student }, { context: { today } }) =>
      student === undefined && getBranch(values, today) === "adult",
  },
  {
    // A returning student must confirm empty studies, unless there is nothing to choose.
    field: "studies_later",
    code: "studies_missing",
    blames: (values, { known }, school) =>
      known?.returns === true &&
      values.studies_later !== "yes" &&
      !syllabusFields.some((field) => values[field] !== undefined) &&
      (school.catalogueOf(Number(values.school_year_id))?.syllabi.items.length ?? 0) > 0,
  },
];

/**
 * Problems with existing people: an enrollment in the same year, a birth date of the other branch, a return without
 * studies.
 * @param fields the page's fields; other fields get no error
 */
export function findExistingPersonProblems(
  values: Answers,
  fields: readonly FormField[],
  draft: DraftContent,
  school: FormSchool,
): Problems {
  if (!draft.by && !draft.after) return {};
  const broken = existingPersonRules.filter(
    ({ field, blames }) => fields.includes(field) && blames(values, draft, school),
  );
  return Object.fromEntries(broken.map(({ field, code }) => [field, code]));
}

/**
 * Addresses that look mistyped (W15). Each is reported once, then accepted.
 * @param reported addresses already reported, separated by spaces
 */
export function findMistypedEmails(values: Answers, before: Answers, reported: string): Problems {
  const known = reported.split(" ");
  const mistyped = Object.entries(values).filter(
    ([field, email]) =>
      getField(field as FormField).control === "email" &&
      typeof email === "string" &&
      email !== before[field as FormField] &&
      !known.includes(email) &&
      likelyEmail(email) !== undefined,
  );
  return Object.fromEntries(mistyped.map(([field]) => [field, "email_mistyped"]));
}

/** Every error code that a field can have in either branch. */
export function listFieldErrorCodes(field: FormField): FormCode[] {
  const ruled = [...adultRules, ...minorRules, ...formRules].filter(({ fields }) => fields.includes(field));
  const besides = [...siblingRules, ...existingPersonRules].filter((rule) => rule.field === field);
  return [
    ...new Set([
      ...[branchShapes.adult[field], branchShapes.minor[field]].flatMap((schema) =>
        schema ? listCodes(schema) : [],
      ),
      ...[...ruled, ...besides].map(({ code }) => code),
      ...(getField(field).control === "date" ? dateCodes : []),
      ...(getField(field).control === "phone" ? ["two_phones"] : []),
      ...(getField(field).control === "email" ? ["email_mistyped"] : []),
    ]),
  ] as FormCode[];
}

/** Same name and birth date. */
const isSame = (one: Answers, other: Answers) =>
  one.student_birth_date === other.student_birth_date && nameOf(one) === nameOf(other);
const nameOf = ({ student_name, student_surname }: Answers) =>
  toEmailKey(`${student_name} ${student_surname}`);

type Named = { id: number; key: string; name: string };

const specialities = (catalogue: YearCatalogue | undefined): Named[] =>
  catalogue?.specialities.items.map(({ id, code, name }) => ({ id, key: code ?? name, name })) ?? [];

const syllabi = (catalogue: YearCatalogue | undefined): Named[] =>
  catalogue?.syllabi.items.map(({ id, name, course, degree }) => ({
    id,
    key: `${degree.name}/${course.number}/${name}`,
    name: name || `${degree.name}, ${course.name}`,
  })) ?? [];
