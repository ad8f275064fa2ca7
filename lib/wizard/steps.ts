import { isAdult } from "@/lib/enrollment/field-schemas";
import type { FieldName } from "@/lib/enrollment/fields";
import type { Day } from "@/lib/platform/dates";
import { getField } from "@/lib/wizard/questions";
import type { Answers, Branch, FormField } from "@/lib/wizard/types";

type StepContext = {
  answers: Answers;
  today: Day;
  severalYears: boolean;
  unasked?: readonly FormField[];
  /** A round of the year asks for claims (admission 2). */
  merits?: boolean;
};

type Step = {
  id: string;
  fields: readonly FormField[] | Record<Branch, readonly FormField[]>;
  compared?: readonly FormField[];
  /** Answers of other steps that the page shows; when they change, the question changes. */
  shownFields?: readonly FormField[];
  requiredData?: readonly ("years" | "catalogue" | "facts" | "countries" | "prefixes")[];
  section?: "student" | "guardian" | "studies";
  /** Its legend or label is the page's heading (wizard 43). */
  isSingleQuestion?: true;
  folds?: Readonly<Record<string, readonly FormField[]>>;
  isLast?: true;
  /** Not part of the sequence; check answers links to it (families 35). */
  isSkipped?: true;
  /** Fields that both guardians may read after sending: about the child and the studies only. */
  visibleToBoth?: readonly FieldName[];
  isShown?: (situation: StepContext & { branch: Branch | undefined }) => boolean;
};

const isMinorBranch = ({ branch }: { branch?: Branch }) => branch === "minor";
const isAdultBranch = ({ branch }: { branch?: Branch }) => branch === "adult";
const isBranchKnown = ({ branch }: { branch?: Branch }) => branch !== undefined;

const choiceFields = <N extends 1 | 2 | 3>(option: N) =>
  [`student_speciality_option${option}`, `student_syllabi_option${option}`] as const;
const studentName = ["student_name", "student_surname"] as const;
const studentDocument = ["student_document_type", "student_document"] as const;
const studentPhone = ["student_phone_country_code", "student_phone"] as const;
const studentAddress = ["student_country", "student_address", "student_zip_code", "student_city"] as const;
const experience = ["student_experience_years", "student_experience_speciality"] as const;

const stepTable = [
  {
    id: "school-year",
    fields: ["school_year_id"],
    requiredData: ["years"],
    isSingleQuestion: true,
    section: "studies",
    isShown: ({ severalYears }) => severalYears,
  },
  {
    id: "birth-date",
    fields: ["student_birth_date"],
    isSingleQuestion: true,
    section: "student",
    visibleToBoth: ["student_birth_date"],
  },
  {
    id: "guardian-name",
    fields: [
      "guardian_name",
      "guardian_surname",
      "guardian_birth_date",
      "guardian_document_type",
      "guardian_document",
    ],
    compared: ["student_document"],
    shownFields: ["student_birth_date"],
    section: "guardian",
    isShown: isMinorBranch,
  },
  {
    id: "guardian-contact",
    fields: [
      "guardian_email",
      "guardian_phone_country_code",
      "guardian_phone",
      "guardian_country",
      "guardian_address",
      "guardian_zip_code",
      "guardian_city",
    ],
    requiredData: ["prefixes", "countries"],
    section: "guardian",
    isShown: isMinorBranch,
  },
  {
    id: "student-name",
    fields: {
      adult: [...studentName, ...studentDocument],
      minor: [
        ...studentName,
        "has_student_email",
        "student_email",
        "has_second_guardian",
        "second_guardian_email",
      ],
    },
    compared: ["guardian_email"],
    shownFields: ["student_birth_date"],
    section: "student",
    visibleToBoth: [...studentName, "student_email"],
    isShown: isBranchKnown,
  },
  {
    id: "student-more",
    fields: {
      adult: [],
      minor: [...studentDocument, ...studentPhone, "student_same_address", ...studentAddress],
    },
    compared: ["guardian_document"],
    shownFields: ["student_name"],
    requiredData: ["prefixes", "countries"],
    section: "student",
    isSkipped: true,
    isShown: isMinorBranch,
  },
  {
    id: "student-contact",
    fields: { adult: ["student_email", ...studentPhone, ...studentAddress], minor: [] },
    requiredData: ["prefixes", "countries"],
    section: "student",
    isShown: isAdultBranch,
  },
  {
    id: "specialities",
    fields: [
      "student_speciality_option1",
      ...experience,
      "studies_later",
      "student_syllabi_option1",
      ...choiceFields(2),
      ...choiceFields(3),
      "enrollment_observations",
    ],
    folds: { wishes: [...choiceFields(2), ...choiceFields(3)], observations: ["enrollment_observations"] },
    compared: ["school_year_id"],
    shownFields: ["student_name", "student_birth_date"],
    requiredData: ["catalogue", "facts"],
    section: "studies",
    visibleToBoth: [...experience, ...choiceFields(1), ...choiceFields(2), ...choiceFields(3)],
    isShown: isBranchKnown,
  },
  {
    id: "merits",
    fields: ["merits"],
    shownFields: ["school_year_id", "student_name"],
    isSingleQuestion: true,
    section: "studies",
    isShown: ({ branch, merits }) => branch !== undefined && merits === true,
  },
  {
    id: "check",
    fields: ["terms_and_conditions"],
    requiredData: ["catalogue"],
    isLast: true,
    isShown: isBranchKnown,
  },
] as const satisfies readonly Step[];

export type StepId = (typeof stepTable)[number]["id"];

export const stepIds: readonly StepId[] = stepTable.map(({ id }) => id);

const rows = new Map<StepId, Step>(stepTable.map((row) => [row.id, row]));

export const getStep = (step: StepId): Step => rows.get(step) as Step;

export const lastStep = stepIds.find((step) => getStep(step).isLast) as StepId;

export const requiresData = (step: StepId, data: NonNullable<Step["requiredData"]>[number]) =>
  getStep(step).requiredData?.includes(data) === true;

export const skippedSteps = stepIds.filter((step) => getStep(step).isSkipped);

export const isStep = (text: string): text is StepId => (stepIds as readonly string[]).includes(text);

/** Adult or minor by the birth date on the school's calendar day; undefined before it is answered. */
export function getBranch({ student_birth_date: birthDate }: Answers, today: Day): Branch | undefined {
  if (typeof birthDate !== "string") return;
  return isAdult(birthDate, today) ? "adult" : "minor";
}

export const sharedGuardianFields: ReadonlySet<FieldName> = new Set(
  stepTable.flatMap((row: Step) => row.visibleToBoth ?? []),
);

/** Whether the step comes before adult or minor is known. */
export const isBeforeBranch = (step: StepId) =>
  listSteps({ answers: {}, today: "", severalYears: true }).includes(step);

export const isPersonStep = (step: StepId) => {
  const { section } = getStep(step);
  return (section === "student" || section === "guardian") && !isBeforeBranch(step);
};

/**
 * The steps of a family in order; before the birth date is known they end there. Steps without a question are left out.
 */
export function listSteps(context: StepContext): StepId[] {
  const branch = getBranch(context.answers, context.today);
  return stepIds.filter((id) => {
    const hasQuestions = listFields(id, branch, context.unasked).length > 0;
    return hasQuestions && (getStep(id).isShown?.({ ...context, branch }) ?? true);
  });
}

export function listFields(
  step: StepId,
  branch: Branch | undefined,
  unasked: readonly FormField[] = [],
): readonly FormField[] {
  const fields = pickBranchFields(getStep(step).fields, branch ?? "minor");
  return unasked.length === 0 ? fields : fields.filter((field) => !unasked.includes(field));
}

export const listStepFields = (step: StepId): FormField[] => [
  ...new Set([...listFields(step, "adult"), ...listFields(step, "minor")]),
];

export function findStep(field: string, branch: Branch): StepId | undefined {
  return stepIds.find((id) => (listFields(id, branch) as readonly string[]).includes(field));
}

export const pickAnswers = (fields: readonly FormField[], answers: Answers): Answers =>
  Object.fromEntries(
    fields.flatMap((field) => (answers[field] === undefined ? [] : [[field, answers[field]]])),
  );

export const pickComparedAnswers = (step: StepId, answers: Answers): Answers =>
  pickAnswers(getStep(step).compared ?? [], answers);

export function getProgress(step: StepId, steps: StepId[]) {
  const index = steps.indexOf(step);
  return { number: index + 1, total: steps.length, previous: steps[index - 1], next: steps[index + 1] };
}

function pickBranchFields(fields: Step["fields"], branch: Branch): readonly FormField[] {
  if ("adult" in fields) return fields[branch];
  const other = branch === "adult" ? "minor" : "adult";
  return fields.filter((field) => getField(field)[branch] || !getField(field)[other]);
}

export const isSharedField = (field: string) =>
  field === "school_year_id" || getField(field as FormField)?.person === "guardian";

export const sharedSteps: readonly StepId[] = stepIds.filter((step) => {
  const fields = listStepFields(step);
  return fields.length > 0 && fields.every(isSharedField);
});
export const isSharedStep = (step: string) => (sharedSteps as readonly string[]).includes(step);
