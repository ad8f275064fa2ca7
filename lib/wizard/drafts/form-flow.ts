import { toNationalNumber } from "@/lib/reference/phone-numbers";
import { addChildEmail, readOwnEmail } from "@/lib/wizard/child-email";
import { addOnlyYear, type FormSchool } from "@/lib/wizard/drafts/queries";
import { findFamilyProblems, listOthers } from "@/lib/wizard/drafts/rules";
import { type Draft, type DraftContent, mergeExistingAnswers } from "@/lib/wizard/drafts/writes";
import type { ExistingPeople } from "@/lib/wizard/existing-people";
import { toFieldValues, toProblems, toRawInput, toSubmission } from "@/lib/wizard/form-values";
import { allFields, getField } from "@/lib/wizard/questions";
import { createStepSchema } from "@/lib/wizard/schema";
import {
  getBranch,
  getStep,
  lastStep,
  listFields,
  listSteps,
  pickAnswers,
  pickComparedAnswers,
  type StepId,
} from "@/lib/wizard/steps";
import type { Answers, Branch, FormField, Problems, RawInput } from "@/lib/wizard/types";
import { listChildren, selectChild } from "./children";
import { switchBranch } from "./switch-branch";

// A draft with several children: `answers` has the current child's, with the guardian's and the year, as every step
// expects; `children` has the others with only their own answers.

/** The state of a draft: its steps and answers by the school's current settings. */
export type FormFlow = ReturnType<typeof createFormFlow>;

export function createFormFlow(draft: DraftContent, school: FormSchool) {
  const siblings: Answers[] = [];
  for (let index = 0; index < (draft.at ?? 0); index++)
    siblings.push(createChildFlow(selectChild(draft, index), school, siblings).answers);
  return { ...createChildFlow(draft, school, siblings), siblings };
}

const getEmails = (siblings: Answers[]) => siblings.map(({ student_email }) => student_email);

type ValidatedStep = { values: Answers; problems: Problems };

/** The answers typed on a step with their problems. Does not throw. */
export function validateStep(
  step: StepId,
  input: RawInput,
  { answers, branch: currentBranch, siblings, content, unasked }: FormFlow,
  school: FormSchool,
): ValidatedStep {
  const fields = listFields(step, currentBranch, unasked);
  const compared = pickComparedAnswers(step, answers);
  const typed = toFieldValues(readOwnEmail(input, compared, school.context), fields, school.prefixes);
  const values = addChildEmail(
    normalisePhones(typed),
    compared,
    school.context,
    getEmails([...siblings, ...listOthers(content, { ...answers, ...typed })]),
  );
  const branch = getBranch(values, school.context.today) ?? currentBranch ?? "minor";
  const schema = createStepSchema(fields, branch, school.context, compared);
  const result = schema.safeParse(values);
  const familyProblems = findFamilyProblems({ ...answers, ...values }, fields, { siblings, content, school });
  return {
    // A blank replaces an earlier answer.
    values: {
      ...Object.fromEntries(fields.map((field) => [field, undefined])),
      ...(result.success ? result.data : values),
      ...(values.has_student_email === "no" && { student_email: undefined }), // it follows from the guardian's
    },
    problems: { ...familyProblems, ...(!result.success && toProblems(result.error.issues, fields, input)) },
  };
}

export const listAskedFields = (step: StepId, { branch, unasked }: FormFlow) =>
  listFields(step, branch, unasked);

export function isDone(step: StepId, flow: FormFlow): boolean {
  const isAnswered = (field: FormField) => flow.content.done.includes(field);
  return getStep(step).isSkipped === true || listAskedFields(step, flow).every(isAnswered);
}

/**
 * The problems that a page shows when it opens: none about questions that are not answered yet (wizard 8), except about
 * a year that was chosen automatically.
 */
export function findOpeningProblems(step: StepId, flow: FormFlow, school: FormSchool): Problems {
  const { content, answers } = flow;
  const isAnswered = (field: string) =>
    content.done.includes(field) || answers[field as FormField] !== undefined;
  if (!listAskedFields(step, flow).some(isAnswered)) return {};
  const problems = Object.entries(findStoredProblems(step, flow, school));
  return Object.fromEntries(problems.filter(([field]) => isAnswered(field)));
}

export function getStepInput(step: StepId, flow: FormFlow): RawInput {
  const fields = listAskedFields(step, flow);
  return { ...toRawInput(flow.content.answers, fields), ...flow.content.pending?.[step]?.typed };
}

/** The first step before "check answers" with a missing or invalid answer. */
export function findFirstOpenStep(flow: FormFlow, school: FormSchool): StepId {
  const open = flow.steps.find(
    (step) =>
      step !== lastStep &&
      (!isDone(step, flow) || Object.keys(findStoredProblems(step, flow, school)).length > 0),
  );
  return open ?? lastStep;
}

/** The first child with a missing or invalid answer, and its step. */
export function findFirstOpenChild(content: DraftContent, school: FormSchool) {
  const openSteps = listChildren(content).map((child, index) => ({
    index,
    step: findFirstOpenStep(createFormFlow(child, school), school),
  }));
  return openSteps.find(({ step }) => step !== lastStep);
}

export const listVisibleSteps = ({ content, steps }: FormFlow, currentStep?: StepId): StepId[] =>
  steps.filter((step) => step === currentStep || !(content.given?.includes(step) || getStep(step).isSkipped));

/** The children with a request for each open year, for whom nothing can be sent (families 5). */
export const listEnrolledChildren = (content: DraftContent, { openYears }: FormSchool): DraftContent[] =>
  listChildren(content).filter(({ known }) => openYears.every(({ id }) => known?.years.includes(id)));

/** `findFirstOpenStep` of a stored draft, cached by draft version and school. */
export function getCachedOpenStep(draft: Draft, flow: FormFlow, school: FormSchool): StepId {
  const cachedSteps = openStepsBySchool.get(school) ?? new Map<string, StepId>();
  openStepsBySchool.set(school, cachedSteps);
  const key = `${draft.id.toString("base64")} ${draft.version}`;
  const open = cachedSteps.get(key) ?? findFirstOpenStep(flow, school);
  if (cachedSteps.size >= MAX_CACHED_STEPS) cachedSteps.clear();
  cachedSteps.set(key, open);
  return open;
}

/** The answers as the body of an API request. */
export function createSubmission(flow: FormFlow): Record<string, unknown> {
  const { answers, steps } = flow;
  const fields = steps.flatMap((step) => listAskedFields(step, flow));
  return {
    ...toSubmission(answers, fields),
    school_year_id: answers.school_year_id,
    terms_and_conditions: true,
  };
}

/** Phone numbers in international form, where that is certain (W16). */
export function normalisePhones(values: Answers): Answers {
  const normalised = (["guardian", "student"] as const).flatMap((person) => {
    const { [`${person}_phone_country_code` as const]: prefix, [`${person}_phone` as const]: number } =
      values;
    if (typeof prefix !== "string" || typeof number !== "string" || !/^\d+$/.test(number)) return [];
    return [[`${person}_phone`, toNationalNumber(prefix, number)]];
  });
  return { ...values, ...Object.fromEntries(normalised) };
}

function createChildFlow(draft: DraftContent, school: FormSchool, siblings: Answers[]) {
  const { today } = school.context;
  const branch = getBranch(mergeExistingAnswers(draft), today);
  const content = withEmailQuestion(switchBranch(draft, branch));
  const { answers, done, known } = content;
  const { school_year_id } = addOnlyYear(answers, school);
  const year: Answers = school_year_id === undefined ? {} : { school_year_id };
  const current = { ...pickAnswers(done as FormField[], answers), ...year, ...known?.answers };
  const unasked = listUnaskedFields(known, branch);
  if (unasked.includes("student_email")) unasked.push("has_student_email");
  const asksForClaims = school.merits
    .get(Number(year.school_year_id))
    ?.claims.some(({ source }) => source === "claimed" || branch === "minor");
  const steps = listSteps({
    answers: current,
    today,
    severalYears: isYearAsked(year, school),
    unasked,
    merits: asksForClaims,
  });
  const fields = steps
    .flatMap((step) => listFields(step, branch, unasked))
    .filter((field) => done.includes(field));
  const stepAnswers = pickAnswers(fields, current);
  const withEmail = addChildEmail(
    stepAnswers,
    current,
    school.context,
    getEmails([...siblings, ...listOthers(content, current)]),
  );
  /** To questions of this flow, and existing data; no others are validated or sent. */
  const ownAnswers: Answers = { ...withEmail, ...year, ...known?.answers };
  return { content, branch, steps, unasked, answers: ownAnswers };
}

/** Infers whether a child has its own address; older drafts lack the answer. */
function withEmailQuestion(content: DraftContent): DraftContent {
  const { done, answers, branch } = content;
  if (branch !== "minor" || !done.includes("student_email")) return content;
  const has_student_email = answers.student_email === undefined ? "no" : "yes";
  return {
    ...content,
    done: [...new Set([...done, "has_student_email"])],
    answers: { ...answers, has_student_email },
  };
}

/** Validates stored answers again, because the school may have changed. */
function findStoredProblems(step: StepId, flow: FormFlow, school: FormSchool): Problems {
  return validateStep(step, toRawInput(flow.answers, listAskedFields(step, flow)), flow, school).problems;
}

const openStepsBySchool = new WeakMap<FormSchool, Map<string, StepId>>();

/** As many families as fill in the wizard at a time; about a megabyte. */
const MAX_CACHED_STEPS = 10_000;

/** Whether the school year is asked: several are open, or the answered one is closed. */
function isYearAsked(answers: Answers, { openYears }: FormSchool): boolean {
  const isOpen = openYears.some(({ id }) => id === answers.school_year_id);
  return openYears.length > 1 || (answers.school_year_id !== undefined && !isOpen);
}

function listUnaskedFields(known: ExistingPeople | undefined, branch: Branch | undefined): FormField[] {
  return allFields.filter((field) => {
    // New students without a choice have not decided yet.
    if (field === "studies_later") return !known?.returns;
    const { person, [branch ?? "minor"]: requirement } = getField(field);
    if (!known || !person || !known.people.includes(person)) return false;
    return known.answers[field] !== undefined || !requirement?.required;
  });
}
