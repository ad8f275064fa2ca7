import type { FieldName } from "@/lib/enrollment/fields";
import { isAdult } from "@/lib/enrollment/values";
import type { Day } from "@/lib/platform/dates";
import type { Answers, Branch, FormField } from "./answers";
import { getField } from "./questions";
import { type StepContext, type Step, stepTable } from "./step-table";

export type StepId = (typeof stepTable)[number]["id"];

const rows = new Map<StepId, Step>(stepTable.map((row) => [row.id, row]));

/** Every step, in order. */
export const stepIds: readonly StepId[] = stepTable.map(({ id }) => id);

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
export const sharedGuardianFields: ReadonlySet<FieldName> = new Set(stepTable.flatMap((row: Step) => row.visibleToBoth ?? []));

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

const isList = (fields: Step["fields"]): fields is readonly FormField[] => Array.isArray(fields);
