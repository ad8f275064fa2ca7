import { isAdult } from "@/lib/enrollment/field-schemas";
import type { FieldName, Role } from "@/lib/enrollment/fields";
import type { Day } from "@/lib/platform/dates";
import { allFields, getField } from "@/lib/wizard/questions";
import type { Answers, Branch, FormField } from "@/lib/wizard/types";

/** What decides which steps there are. */
type StepContext = {
  answers: Answers;
  today: Day;
  severalYears: boolean;
  /** What is known of people whom the school knows: never asked (families 5). */
  unasked?: readonly FormField[];
  /** A round of the year asks what counts points (admission 2). */
  merits?: boolean;
};

type Step = {
  id: string;
  fields: readonly FormField[] | Record<Branch, readonly FormField[]>;
  /** Other steps' fields that this step's answers are compared with. */
  compares?: readonly FormField[];
  /** Other steps' answers that its page names or counts with: with others it would be another question. */
  names?: readonly FormField[];
  /** What its page shows of the school; no more travels to the browser. */
  requiredData?: readonly ("years" | "catalogue" | "facts" | "countries" | "prefixes")[];
  /** Under what check answers tells it. */
  section?: "student" | "guardian" | "studies";
  /** It asks one question, whose legend or label is the page's heading (wizard 43). */
  isSingleQuestion?: true;
  /** What of it is folded until it is asked for, under words of each fold's own. */
  folds?: Readonly<Record<string, readonly FormField[]>>;
  /** It sends what all others have asked. */
  isLast?: true;
  /** Nobody is led there: check answers opens it for whoever has more to say (families 35). */
  isSkipped?: true;
  /** What it asked that both guardians may read once it is sent: about the child and the studies alone. */
  visibleToBoth?: readonly FieldName[];
  /** Whether the step belongs to the journey; always when left out. */
  isShown?: (situation: StepContext & { branch: Branch | undefined }) => boolean;
};

const minor = ({ branch }: { branch?: Branch }) => branch === "minor";
const adult = ({ branch }: { branch?: Branch }) => branch === "adult";
const known = ({ branch }: { branch?: Branch }) => branch !== undefined;

const wish = <N extends 1 | 2 | 3>(at: N) =>
  [`student_speciality_option${at}`, `student_syllabi_option${at}`] as const;
const studentName = ["student_name", "student_surname"] as const;
const studentDocument = ["student_document_type", "student_document"] as const;
const studentPhone = ["student_phone_country_code", "student_phone"] as const;
const studentAddress = ["student_country", "student_address", "student_zip_code", "student_city"] as const;
const experience = ["student_experience_years", "student_experience_speciality"] as const;

/** The one table of the journey: its order, who is asked what, what a page needs, where it is told. */
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
    compares: ["student_document"],
    names: ["student_birth_date"],
    section: "guardian",
    isShown: minor,
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
    isShown: minor,
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
    compares: ["guardian_email"],
    names: ["student_birth_date"],
    section: "student",
    visibleToBoth: [...studentName, "student_email"],
    isShown: known,
  },
  {
    id: "student-more",
    fields: {
      adult: [],
      minor: [...studentDocument, ...studentPhone, "student_same_address", ...studentAddress],
    },
    compares: ["guardian_document"],
    names: ["student_name"],
    requiredData: ["prefixes", "countries"],
    section: "student",
    isSkipped: true,
    isShown: minor,
  },
  {
    id: "student-contact",
    fields: { adult: ["student_email", ...studentPhone, ...studentAddress], minor: [] },
    requiredData: ["prefixes", "countries"],
    section: "student",
    isShown: adult,
  },
  {
    id: "specialities",
    fields: [
      "student_speciality_option1",
      ...experience,
      "studies_later",
      "student_syllabi_option1",
      ...wish(2),
      ...wish(3),
      "enrollment_observations",
    ],
    folds: { wishes: [...wish(2), ...wish(3)], observations: ["enrollment_observations"] },
    compares: ["school_year_id"],
    names: ["student_name", "student_birth_date"],
    requiredData: ["catalogue", "facts"],
    section: "studies",
    visibleToBoth: [...experience, ...wish(1), ...wish(2), ...wish(3)],
    isShown: known,
  },
  {
    id: "merits",
    fields: ["merits"],
    names: ["school_year_id", "student_name"],
    isSingleQuestion: true,
    section: "studies",
    isShown: ({ branch, merits }) => branch !== undefined && merits === true,
  },
  {
    id: "check",
    fields: ["terms_and_conditions"],
    requiredData: ["catalogue"],
    isLast: true,
    isShown: known,
  },
] as const satisfies readonly Step[];

export type StepId = (typeof stepTable)[number]["id"];

/** Every step, in order. */
export const stepIds: readonly StepId[] = stepTable.map(({ id }) => id);

const rows = new Map<StepId, Step>(stepTable.map((row) => [row.id, row]));

/** What is known of a step. */
export const getStep = (step: StepId): Step => rows.get(step) as Step;

/** The step that sends. */
export const lastStep = stepIds.find((step) => getStep(step).isLast) as StepId;

/** Whether a step's page shows something of the school. */
export const requiresData = (step: StepId, what: NonNullable<Step["requiredData"]>[number]) =>
  getStep(step).requiredData?.includes(what) === true;

/** The steps to which nobody is led. */
export const skippedSteps = stepIds.filter((step) => getStep(step).isSkipped);

export const isStep = (text: string): text is StepId => (stepIds as readonly string[]).includes(text);

/** Adult or minor, from the birth date, on the school's calendar day; undefined before it is known. */
export function getBranch({ student_birth_date: birth }: Answers, today: Day): Branch | undefined {
  if (typeof birth !== "string") return;
  return isAdult(birth, today) ? "adult" : "minor";
}

/** The branch by which a step's answers are judged: the one that they give, or else the one before. */
export const getValidationBranch = (values: Answers, before: Branch | undefined, today: Day) =>
  getBranch(values, today) ?? before;

/** What both guardians of a child may read: it is about the child and the studies alone. */
export const sharedGuardianFields: ReadonlySet<FieldName> = new Set(
  stepTable.flatMap((row: Step) => row.visibleToBoth ?? []),
);

/** Whether a step is asked of everybody, before adult or minor is known. */
export const isBeforeBranch = (step: StepId) =>
  listSteps({ answers: {}, today: "", severalYears: true }).includes(step);

/** Whether a step asks about a person: who that is differs from branch to branch (wizard 2). */
export const isPersonStep = (step: StepId) => {
  const { section } = getStep(step);
  return (section === "student" || section === "guardian") && !isBeforeBranch(step);
};

/**
 * The steps of this family's journey, in order. Before the birth date is known it ends there. A step that
 * has nothing to ask, because all of it is known, is none.
 */
export function listSteps(situation: StepContext): StepId[] {
  const branch = getBranch(situation.answers, situation.today);
  return stepIds.filter((id) => {
    const asks = listFields(id, branch, situation.unasked).length > 0;
    return asks && (getStep(id).isShown?.({ ...situation, branch }) ?? true);
  });
}

/**
 * The fields that a step asks, in page order.
 *
 * @param unasked those that are known already
 */
export function listFields(
  step: StepId,
  branch: Branch | undefined,
  unasked: readonly FormField[] = [],
): readonly FormField[] {
  const all = pickBranchFields(getStep(step).fields, branch ?? "minor");
  return unasked.length === 0 ? all : all.filter((field) => !unasked.includes(field));
}

/** The fields that a step asks in either branch. */
export const listStepFields = (step: StepId): FormField[] => [
  ...new Set([...listFields(step, "adult"), ...listFields(step, "minor")]),
];

/** The step that asks a field. */
export function findStep(field: string, branch: Branch): StepId | undefined {
  return stepIds.find((id) => (listFields(id, branch) as readonly string[]).includes(field));
}

/** The answers to some fields. */
export const pickAnswers = (fields: readonly FormField[], answers: Answers): Answers =>
  Object.fromEntries(
    fields.flatMap((field) => (answers[field] === undefined ? [] : [[field, answers[field]]])),
  );

/** Answers of other steps that a step's rules need, and no others. */
export const pickComparedAnswers = (step: StepId, answers: Answers): Answers =>
  pickAnswers(getStep(step).compares ?? [], answers);

/** Where a step stands: "Step 3 of 9", and what comes before and after it. */
export function getProgress(step: StepId, steps: StepId[]) {
  const at = steps.indexOf(step);
  return { number: at + 1, total: steps.length, previous: steps[at - 1], next: steps[at + 1] };
}

/** What a branch is asked of some fields: not what the other one alone has. */
export function pickBranchFields(fields: Step["fields"], branch: Branch): readonly FormField[] {
  if (!isList(fields)) return fields[branch];
  const other = branch === "adult" ? "minor" : "adult";
  return fields.filter((field) => getField(field)[branch] || !getField(field)[other]);
}

/** What a family answers once for all its children. */
export const isSharedField = (field: string) =>
  field === "school_year_id" || getField(field as FormField)?.person === "guardian";

/** What was answered about the guardian. */
export const pickGuardian = (answers: Answers): Answers =>
  pickAnswers(
    allFields.filter((field) => getField(field).person === "guardian"),
    answers,
  );

/** The steps that ask nothing else. */
export const sharedSteps: readonly StepId[] = stepIds.filter((step) => {
  const fields = listStepFields(step);
  return fields.length > 0 && fields.every(isSharedField);
});
export const isSharedStep = (step: string) => (sharedSteps as readonly string[]).includes(step);

/** The people of a request whom the school knows, and what it knows of them (families 5). */
export type ExistingPeople = {
  people: Role[];
  answers: Answers;
  /** The school years in which an enrollment of the student stands. */
  years: number[];
  /** Something was sent for the student before. */
  returns: boolean;
};

/** What is not asked of people who are known: what is known of them, and what need not be. */
export function listUnaskedFields(
  known: ExistingPeople | undefined,
  branch: Branch | undefined,
): FormField[] {
  return allFields.filter((field) => {
    if (ofReturns.includes(field)) return !known?.returns;
    const { person, [branch ?? "minor"]: asked } = getField(field);
    if (!known || !person || !known.people.includes(person)) return false;
    return isSettled(field, known, asked?.required);
  });
}

/** Whether something is known of a person, so that it is not asked. */
export const hasExistingPerson = (unasked: readonly FormField[]) =>
  unasked.some((field) => getField(field).person !== undefined);

function isList(fields: Step["fields"]): fields is readonly FormField[] {
  return Array.isArray(fields);
}

/** Asked of who comes back alone: whoever is new and chooses nothing does not know yet. */
const ofReturns: readonly FormField[] = ["studies_later"];

const isSettled = (field: FormField, { answers }: ExistingPeople, required = false) =>
  answers[field] !== undefined || !required;
