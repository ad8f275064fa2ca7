import type { Named } from "@/lib/catalogue/names";
import type { YearCatalogue } from "@/lib/catalogue/queries";
import { listCodes } from "@/lib/enrollment/error-codes";
import { toDocumentKey } from "@/lib/enrollment/field-schemas";
import { adultRules, minorRules } from "@/lib/enrollment/rules";
import { toEmailKey } from "@/lib/mail/addresses";
import type { FormSchool } from "@/lib/wizard/drafts/queries";
import type { DraftContent } from "@/lib/wizard/drafts/writes";
import { suggestEmail } from "@/lib/wizard/normalise-input";
import { allFields, getField } from "@/lib/wizard/questions";
import { hasSameName } from "@/lib/wizard/same-person";
import { branchShapes, formRules } from "@/lib/wizard/schema";
import { getBranch } from "@/lib/wizard/steps";
import { type Answers, dateCodes, type FormCode, type FormField, type Problems } from "@/lib/wizard/types";

/** What answers are compared with: earlier children, the draft and the school. */
type FamilyContext = { siblings: Answers[]; content: DraftContent; school: FormSchool };

type FamilyRule = {
  field: FormField;
  code: FormCode;
  isBroken: (values: Answers, context: FamilyContext) => boolean;
};

const repeatsValueOf = (
  ownField: "student_email" | "second_guardian_email" | "student_document",
  siblingFields: readonly FormField[],
  toKey: (text: string) => string,
) => {
  const listKeys = (child: Answers, fields: readonly FormField[]) =>
    fields.flatMap((field) => (typeof child[field] === "string" ? [toKey(child[field])] : []));
  return (values: Answers, { siblings, content }: FamilyContext) => {
    const family = [...siblings, ...listOthers(content, values)];
    const siblingKeys = new Set(family.flatMap((child) => listKeys(child, siblingFields)));
    return listKeys(values, [ownField]).some((key) => siblingKeys.has(key));
  };
};

/** The family's people outside the draft who are not this student. */
export const listOthers = ({ others = [], known }: DraftContent, student: Answers): Answers[] =>
  [...others, ...(known?.others ?? [])].filter((person) => !hasSameName(person, student));

const siblingRules: readonly FamilyRule[] = [
  {
    field: "student_birth_date",
    code: "adult_apart",
    isBroken: (values, { school }) => getBranch(values, school.context.today) === "adult",
  },
  {
    field: "student_name",
    code: "child_repeated",
    isBroken: (values, { siblings, content: { others = [] } }) =>
      [...siblings, ...others].some((child) => isSame(child, values)),
  },
];

/** Also compared with the family's people outside the draft. */
const distinctRules: readonly FamilyRule[] = [
  {
    field: "student_email",
    code: "email_not_distinct",
    isBroken: repeatsValueOf("student_email", ["student_email", "second_guardian_email"], toEmailKey),
  },
  {
    field: "second_guardian_email",
    code: "email_not_distinct",
    isBroken: repeatsValueOf("second_guardian_email", ["student_email"], toEmailKey),
  },
  {
    field: "student_document",
    code: "document_not_distinct",
    isBroken: repeatsValueOf("student_document", ["student_document"], toDocumentKey),
  },
];

const specialityFields = allFields.filter((field) => getField(field).options === "specialities");
const syllabusFields = allFields.filter((field) => getField(field).options === "syllabi");

/**
 * Moves choices to another school year, where the same specialities and syllabi have other ids (W26).
 * @returns the changed choices, and those that the other year lacks
 */
export function carryChoices(
  answers: Answers,
  from: YearCatalogue | undefined,
  to: YearCatalogue | undefined,
) {
  const carried: Answers = {};
  const cleared: Named[] = [];
  const carry = (fields: readonly FormField[], oldItems: ChoiceItem[], newItems: ChoiceItem[]) => {
    for (const field of fields) {
      const chosen = oldItems.find(({ id }) => id === answers[field]);
      if (answers[field] === undefined) continue;
      const match = chosen && newItems.find(({ key }) => key === chosen.key);
      carried[field] = match?.id;
      if (chosen && !match && !cleared.includes(chosen.named)) cleared.push(chosen.named);
    }
  };
  carry(specialityFields, listSpecialityItems(from), listSpecialityItems(to));
  carry(syllabusFields, listSyllabusItems(from), listSyllabusItems(to));
  return { carried, cleared };
}

const existingPersonRules: readonly FamilyRule[] = [
  {
    field: "school_year_id",
    code: "already_enrolled",
    isBroken: (values, { content }) => content.known?.years.includes(Number(values.school_year_id)) === true,
  },
  {
    field: "student_birth_date",
    code: "not_of_age",
    isBroken: (values, { content: { student, by }, school }) =>
      by !== undefined && student === by && getBranch(values, school.context.today) === "minor",
  },
  {
    field: "student_birth_date",
    code: "grown_up",
    isBroken: (values, { content, school }) =>
      content.student === undefined && getBranch(values, school.context.today) === "adult",
  },
  {
    // A returning student must confirm empty studies, unless there is nothing to choose.
    field: "studies_later",
    code: "studies_missing",
    isBroken: (values, { content, school }) =>
      content.known?.returns === true &&
      values.studies_later !== "yes" &&
      !syllabusFields.some((field) => values[field] !== undefined) &&
      (school.getCatalogue(Number(values.school_year_id))?.syllabi.items.length ?? 0) > 0,
  },
];

/**
 * Problems with siblings in the draft, the later of two equal ones on the field that is asked later, and with existing
 * people: an enrollment in the same year, a birth date of the other branch, a return without studies.
 * @param fields the page's fields; other fields get no error
 */
export function findFamilyProblems(
  values: Answers,
  fields: readonly FormField[],
  context: FamilyContext,
): Problems {
  const { by, after, children } = context.content;
  const rules = [
    ...(children?.length || after ? siblingRules : []),
    ...distinctRules,
    ...(by || after ? existingPersonRules : []),
  ];
  const broken = rules.filter(({ field, isBroken }) => fields.includes(field) && isBroken(values, context));
  return Object.fromEntries(broken.map(({ field, code }) => [field, code]));
}

/**
 * Addresses that look mistyped (W15). Each is reported once, then accepted.
 * @param reported addresses already reported, separated by spaces
 */
export function findMistypedEmails(values: Answers, earlierAnswers: Answers, reported: string): Problems {
  const reportedEmails = reported.split(" ");
  const mistyped = Object.entries(values).filter(
    ([field, email]) =>
      getField(field as FormField).control === "email" &&
      typeof email === "string" &&
      email !== earlierAnswers[field as FormField] &&
      !reportedEmails.includes(email) &&
      suggestEmail(email) !== undefined,
  );
  return Object.fromEntries(mistyped.map(([field]) => [field, "email_mistyped"]));
}

/** Every error code that a field can have in either branch. */
export function listFieldErrorCodes(field: FormField): FormCode[] {
  const ruleList = [...adultRules, ...minorRules, ...formRules];
  const fieldRules = ruleList.filter(({ fields }) => fields.includes(field));
  const familyRules = [...siblingRules, ...distinctRules, ...existingPersonRules].filter(
    (rule) => rule.field === field,
  );
  return [
    ...new Set([
      ...[branchShapes.adult[field], branchShapes.minor[field]].flatMap((schema) =>
        schema ? listCodes(schema) : [],
      ),
      ...[...fieldRules, ...familyRules].map(({ code }) => code),
      ...(getField(field).control === "date" ? dateCodes : []),
      ...(getField(field).control === "phone" ? ["two_phones"] : []),
      ...(getField(field).control === "email" ? ["email_mistyped"] : []),
    ]),
  ] as FormCode[];
}

/** Same name and birth date. */
const isSame = (a: Answers, b: Answers) =>
  a.student_birth_date === b.student_birth_date && getNameKey(a) === getNameKey(b);
const getNameKey = ({ student_name, student_surname }: Answers) =>
  toEmailKey(`${student_name} ${student_surname}`);

type ChoiceItem = { id: number; key: string; named: Named };

const listSpecialityItems = (catalogue: YearCatalogue | undefined): ChoiceItem[] =>
  catalogue?.specialities.items.map(({ id, code, name, names }) => ({
    id,
    key: code ?? name,
    named: { name, names },
  })) ?? [];

const listSyllabusItems = (catalogue: YearCatalogue | undefined): ChoiceItem[] =>
  catalogue?.syllabi.items.map(({ id, name, names, course, degree }) => ({
    id,
    key: `${degree.name}/${course.number}/${name}`,
    named: { name, names, course, degree },
  })) ?? [];
