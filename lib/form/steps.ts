import type { Day } from "@/lib/dates";
import { isAdult } from "@/lib/enrollment/values";
import type { Answers, Branch, FormField } from "./answers";

/** What decides which steps there are. */
export type Situation = { answers: Answers; today: Day; severalYears: boolean };

type Step = {
  id: string;
  fields: readonly FormField[] | Record<Branch, readonly FormField[]>;
  /** Other steps' fields that this step's answers are compared with. */
  compares?: readonly FormField[];
  /** What its page shows of the school; no more travels to the browser. */
  needs?: readonly ("years" | "catalogue" | "facts" | "countries" | "prefixes")[];
  /** Under what check answers tells it. */
  section?: "student" | "guardian" | "studies";
  /** It asks one question, whose legend or label is the page's heading (wizard 43). */
  one?: true;
  /** It sends what all others have asked. */
  sends?: true;
  /** Whether the step belongs to the journey; always when left out. */
  when?: (situation: Situation & { branch: Branch | undefined }) => boolean;
};

const minor = ({ branch }: { branch?: Branch }) => branch === "minor";
const known = ({ branch }: { branch?: Branch }) => branch !== undefined;
const detailed = ({ branch, answers }: { branch?: Branch; answers: Answers }) =>
  branch === "adult" || (branch === "minor" && answers.add_student_details === "yes");

const emails = ["guardian_email", "student_email", "second_guardian_email", "has_second_guardian"] as const;
const choices = <L extends string>(list: L) => [`${list}1`, `${list}2`, `${list}3`] as const;
const studies = { section: "studies", when: known } as const;

/** The one table of the journey: its order, who is asked what, what a page needs, where it is told. */
const table = [
  {
    id: "school-year",
    fields: ["school_year_id"],
    needs: ["years"],
    one: true,
    section: "studies",
    when: ({ severalYears }) => severalYears,
  },
  { id: "birth-date", fields: ["student_birth_date"], one: true, section: "student" },
  {
    id: "guardian-name",
    fields: ["guardian_name", "guardian_surname", "guardian_birth_date"],
    section: "guardian",
    when: minor,
  },
  {
    id: "guardian-document",
    fields: ["guardian_document_type", "guardian_document"],
    compares: ["student_document"],
    section: "guardian",
    when: minor,
  },
  {
    id: "guardian-contact",
    fields: ["guardian_email", "guardian_phone_country_code", "guardian_phone"],
    needs: ["prefixes"],
    section: "guardian",
    when: minor,
  },
  {
    id: "guardian-address",
    fields: ["guardian_country", "guardian_address", "guardian_zip_code", "guardian_city"],
    needs: ["countries"],
    section: "guardian",
    when: minor,
  },
  {
    id: "second-guardian",
    fields: ["has_second_guardian", "second_guardian_email"],
    compares: emails,
    one: true,
    section: "guardian",
    when: minor,
  },
  {
    id: "student-name",
    fields: {
      adult: ["student_name", "student_surname"],
      minor: ["student_name", "student_surname", "student_email"],
    },
    compares: emails,
    section: "student",
    when: known,
  },
  { id: "student-more", fields: ["add_student_details"], one: true, section: "student", when: minor },
  {
    id: "student-document",
    fields: ["student_document_type", "student_document"],
    compares: ["guardian_document"],
    section: "student",
    when: detailed,
  },
  {
    id: "student-contact",
    fields: {
      adult: ["student_email", "student_phone_country_code", "student_phone"],
      minor: ["student_phone_country_code", "student_phone"],
    },
    needs: ["prefixes"],
    section: "student",
    when: detailed,
  },
  {
    id: "student-address",
    fields: {
      adult: ["student_country", "student_address", "student_zip_code", "student_city"],
      minor: [
        "student_same_address",
        "student_country",
        "student_address",
        "student_zip_code",
        "student_city",
      ],
    },
    needs: ["countries"],
    section: "student",
    when: detailed,
  },
  {
    id: "experience",
    fields: ["student_experience_speciality", "student_experience_years"],
    compares: ["school_year_id"],
    needs: ["catalogue"],
    ...studies,
  },
  {
    id: "specialities",
    fields: choices("student_speciality_option"),
    compares: ["school_year_id"],
    needs: ["catalogue"],
    ...studies,
  },
  {
    id: "syllabi",
    fields: choices("student_syllabi_option"),
    compares: ["school_year_id"],
    needs: ["catalogue", "facts"],
    ...studies,
  },
  { id: "observations", fields: ["enrollment_observations"], one: true, ...studies },
  { id: "check", fields: ["terms_and_conditions"], needs: ["catalogue"], sends: true, when: known },
] as const satisfies readonly Step[];

export type StepId = (typeof table)[number]["id"];

const rows = new Map<StepId, Step>(table.map((row) => [row.id, row]));

/** Every step, in order. */
export const stepIds: readonly StepId[] = table.map(({ id }) => id);

/** What is known of a step. */
export const stepRow = (step: StepId): Step => rows.get(step) as Step;

/** The step that sends. */
export const lastStep = stepIds.find((step) => stepRow(step).sends) as StepId;

/** Whether a step's page shows something of the school. */
export const needs = (step: StepId, what: NonNullable<Step["needs"]>[number]) =>
  stepRow(step).needs?.includes(what) === true;

export const isStep = (text: string): text is StepId => (stepIds as readonly string[]).includes(text);

/** Adult or minor, from the birth date, on the school's calendar day; undefined before it is known. */
export function branchOf({ student_birth_date: birth }: Answers, today: Day): Branch | undefined {
  if (typeof birth !== "string") return;
  return isAdult(birth, today) ? "adult" : "minor";
}

/** The branch by which a step's answers are judged: the one that they give, or else the one before. */
export const judgingBranch = (values: Answers, before: Branch | undefined, today: Day) =>
  branchOf(values, today) ?? before;

/** Whether a step is asked of everybody, before adult or minor is known. */
export const isBeforeBranch = (step: StepId) =>
  journey({ answers: {}, today: "", severalYears: true }).includes(step);

/** Whether a step asks about a person: who that is differs from branch to branch (wizard 2). */
export const isPersonal = (step: StepId) => {
  const { section } = stepRow(step);
  return (section === "student" || section === "guardian") && !isBeforeBranch(step);
};

/** The steps of this family's journey, in order. Before the birth date is known it ends there. */
export function journey(situation: Situation): StepId[] {
  const branch = branchOf(situation.answers, situation.today);
  return stepIds.filter((id) => stepRow(id).when?.({ ...situation, branch }) ?? true);
}

/** The fields that a step asks, in page order. */
export function fieldsOf(step: StepId, branch: Branch | undefined): readonly FormField[] {
  const { fields } = stepRow(step);
  return isList(fields) ? fields : fields[branch ?? "minor"];
}

/** The fields that a step asks in either branch. */
export const fieldsOfStep = (step: StepId): FormField[] => [
  ...new Set([...fieldsOf(step, "adult"), ...fieldsOf(step, "minor")]),
];

/** The step that asks a field. */
export function stepOf(field: string, branch: Branch): StepId | undefined {
  return stepIds.find((id) => (fieldsOf(id, branch) as readonly string[]).includes(field));
}

/** The answers to what some steps ask. */
export function answersOf(steps: readonly StepId[], branch: Branch | undefined, answers: Answers): Answers {
  const asked = steps.flatMap((step) => fieldsOf(step, branch));
  return Object.fromEntries(
    asked.flatMap((field) => (answers[field] === undefined ? [] : [[field, answers[field]]])),
  );
}

/** Answers of other steps that a step's rules need, and no others. */
export function comparedAnswers(step: StepId, branch: Branch | undefined, answers: Answers): Answers {
  const own = fieldsOf(step, branch);
  const fields = (stepRow(step).compares ?? []).filter(
    (field) => !own.includes(field) && answers[field] !== undefined,
  );
  return Object.fromEntries(fields.map((field) => [field, answers[field]]));
}

/** Where a step stands: "Step 3 of 9", and what comes before and after it. */
export function placeOf(step: StepId, steps: StepId[]) {
  const at = steps.indexOf(step);
  return { number: at + 1, total: steps.length, previous: steps[at - 1], next: steps[at + 1] };
}

const isList = (fields: Step["fields"]): fields is readonly FormField[] => Array.isArray(fields);
