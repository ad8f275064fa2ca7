import type { Day } from "@/lib/dates";
import { isAdult } from "@/lib/enrollment/fields";
import type { Answers, Branch, FormField } from "./answers";

export const stepIds = [
  "school-year",
  "birth-date",
  "guardian-name",
  "guardian-document",
  "guardian-contact",
  "guardian-address",
  "second-guardian",
  "student-name",
  "student-more",
  "student-document",
  "student-contact",
  "student-address",
  "experience",
  "specialities",
  "syllabi",
  "observations",
  "check",
] as const;

export type StepId = (typeof stepIds)[number];

/** What decides which steps there are. */
export type Situation = { answers: Answers; today: Day; severalYears: boolean };

type Step = {
  fields: readonly FormField[] | Record<Branch, readonly FormField[]>;
  /** Other steps' fields that this step's answers are compared with. */
  compares?: readonly FormField[];
  /** It asks about a person: who that is differs from branch to branch (wizard 2). */
  personal?: true;
  /** Whether the step belongs to the journey; always when left out. */
  when?: (situation: Situation & { branch: Branch | undefined }) => boolean;
};

const minor = ({ branch }: { branch?: Branch }) => branch === "minor";
const known = ({ branch }: { branch?: Branch }) => branch !== undefined;
const detailed = ({ branch, answers }: { branch?: Branch; answers: Answers }) =>
  branch === "adult" || (branch === "minor" && answers.add_student_details === "yes");

const emails = ["guardian_email", "student_email", "second_guardian_email", "has_second_guardian"] as const;
const choices = <L extends string>(list: L) => [`${list}1`, `${list}2`, `${list}3`] as const;

/** The one table of the journey: its order, who is asked what, and what is compared. */
const table: Record<StepId, Step> = {
  "school-year": { fields: ["school_year_id"], when: ({ severalYears }) => severalYears },
  "birth-date": { fields: ["student_birth_date"] },
  "guardian-name": {
    fields: ["guardian_name", "guardian_surname", "guardian_birth_date"],
    personal: true,
    when: minor,
  },
  "guardian-document": {
    fields: ["guardian_document_type", "guardian_document"],
    compares: ["student_document"],
    personal: true,
    when: minor,
  },
  "guardian-contact": {
    fields: ["guardian_email", "guardian_phone_country_code", "guardian_phone"],
    personal: true,
    when: minor,
  },
  "guardian-address": {
    fields: ["guardian_country", "guardian_address", "guardian_zip_code", "guardian_city"],
    personal: true,
    when: minor,
  },
  "second-guardian": {
    fields: ["has_second_guardian", "second_guardian_email"],
    compares: emails,
    personal: true,
    when: minor,
  },
  "student-name": {
    fields: {
      adult: ["student_name", "student_surname"],
      minor: ["student_name", "student_surname", "student_email"],
    },
    compares: emails,
    personal: true,
    when: known,
  },
  "student-more": { fields: ["add_student_details"], personal: true, when: minor },
  "student-document": {
    fields: ["student_document_type", "student_document"],
    compares: ["guardian_document"],
    personal: true,
    when: detailed,
  },
  "student-contact": {
    fields: {
      adult: ["student_email", "student_phone_country_code", "student_phone"],
      minor: ["student_phone_country_code", "student_phone"],
    },
    personal: true,
    when: detailed,
  },
  "student-address": {
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
    personal: true,
    when: detailed,
  },
  experience: {
    fields: ["student_experience_speciality", "student_experience_years"],
    compares: ["school_year_id"],
    when: known,
  },
  specialities: {
    fields: choices("student_speciality_option"),
    compares: ["school_year_id"],
    when: known,
  },
  syllabi: { fields: choices("student_syllabi_option"), compares: ["school_year_id"], when: known },
  observations: { fields: ["enrollment_observations"], when: known },
  check: { fields: ["terms_and_conditions"], when: known },
};

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

/** Whether a step asks about a person, and so for one branch alone. */
export const isPersonal = (step: StepId) => table[step].personal === true;

/** The steps of this family's journey, in order. Before the birth date is known it ends there. */
export function journey(situation: Situation): StepId[] {
  const branch = branchOf(situation.answers, situation.today);
  return stepIds.filter((id) => table[id].when?.({ ...situation, branch }) ?? true);
}

/** The fields that a step asks, in page order. */
export function fieldsOf(step: StepId, branch: Branch | undefined): readonly FormField[] {
  const { fields } = table[step];
  return isList(fields) ? fields : fields[branch ?? "minor"];
}

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
  const fields = (table[step].compares ?? []).filter(
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
