import { randomInt } from "node:crypto";
import { toNationalNumber } from "@/lib/reference/phone-numbers";
import { addChildEmail, readOwnEmail } from "@/lib/wizard/child-email";
import { addOnlyYear, type FormSchool, isYearAsked } from "@/lib/wizard/drafts/queries";
import { findExistingPersonProblems, findSiblingProblems } from "@/lib/wizard/drafts/rules";
import {
  type ChildContent,
  createEmptyDraft,
  type Draft,
  type DraftContent,
  mergeExistingAnswers,
  type SentSummary,
  switchBranch,
} from "@/lib/wizard/drafts/writes";
import { toFieldValues, toProblems, toRawInput, toSubmission } from "@/lib/wizard/form-values";
import { createStepSchema } from "@/lib/wizard/schema";
import {
  type ExistingPeople,
  getBranch,
  getStep,
  getValidationBranch,
  isSharedField,
  isSharedStep,
  lastStep,
  listFields,
  listSteps,
  listUnaskedFields,
  pickAnswers,
  pickComparedAnswers,
  type StepId,
  sharedSteps,
} from "@/lib/wizard/steps";
import type { Answers, Branch, FormField, Problems, RawInput } from "@/lib/wizard/types";

// A draft with several children: `answers` has the current child's, with the guardian's and the year, as every step
// expects; `children` has the others with only their own answers.

/** Maximum of children that are sent at once. */
export const MAX_CHILDREN = 8;

export const countChildren = ({ children = [] }: DraftContent) => children.length + 1;

const getSelectedIndex = ({ at = 0 }: DraftContent) => at;

/** The draft with the child at index `at` as the current one. */
export function selectChild(content: DraftContent, at: number): DraftContent {
  const others = content.children ?? [];
  if (at === getSelectedIndex(content) || at < 0 || at > others.length) return content;
  const all = others.toSpliced(getSelectedIndex(content), 0, childOf(content));
  const { [at]: child } = all as [ChildContent];
  return { ...familyOf(content, child as ChildContent), children: all.toSpliced(at, 1), at };
}

/** The draft once per child, in order. */
export const listChildren = (content: DraftContent): DraftContent[] =>
  Array.from({ length: countChildren(content) }, (_, at) => selectChild(content, at));

const keyOf = ({ key = 0 }: { key?: number }) => key;

/** The keys of the children, which do not change with their order. */
export const listChildKeys = (content: DraftContent): number[] => listChildren(content).map(keyOf);

export const selectChildByKey = (content: DraftContent, key: number): DraftContent =>
  selectChild(content, listChildKeys(content).indexOf(key));

/** Adds a child that only has the family's shared answers. */
export function addChild(content: DraftContent): DraftContent {
  if (countChildren(content) >= MAX_CHILDREN) return content;
  const { student_surname, has_second_guardian, second_guardian_email } = content.answers;
  const child: ChildContent = {
    ...(content.known && { known: knownFamily(content.known) }),
    key: randomInt(1, 2 ** 31), // never a removed child's again: a page that asked about that one may still be open
    answers: { student_surname, has_second_guardian, second_guardian_email },
    done: [],
    given: [...sharedSteps],
  };
  const last = countChildren(content);
  const others = (content.children ?? []).toSpliced(getSelectedIndex(content), 0, childOf(content));
  return { ...familyOf(content, child), children: others, at: last };
}

/** What remains of a sent draft: the summary, and the guardian's answers for another child. */
export function createSentDraft(content: DraftContent, sent: SentSummary): DraftContent {
  if (content.by || content.branch !== "minor") return { ...createEmptyDraft(), sent };
  const { children: _, at: __, known: ___, ...next } = addChild(content);
  return { ...createEmptyDraft(), sent, next: { ...next, after: sent.reference } };
}

/** The draft for another child of the guardian who sent this one; unchanged if it was not sent. */
export const continueWithGuardian = (content: DraftContent): DraftContent =>
  (content.sent && content.next) || content;

/** Removes a child, but never the last one. */
export function removeChild(content: DraftContent, key: number): DraftContent {
  const at = listChildKeys(content).indexOf(key);
  if (at < 0 || countChildren(content) === 1) return content;
  const other = at === getSelectedIndex(content) ? selectChild(content, at === 0 ? 1 : at - 1) : content;
  const now = getSelectedIndex(other);
  const children = (other.children ?? []).toSpliced(at < now ? at : at - 1, 1);
  const { children: _, at: __, ...alone } = other;
  return children.length === 0 ? alone : { ...alone, children, at: at < now ? now - 1 : now };
}

/** The state of a draft: its steps and answers by the school's current settings. */
export type FormFlow = {
  /** As this branch reads it. */
  content: DraftContent;
  branch: Branch | undefined;
  steps: StepId[];
  /** Answers to questions of this flow, and existing data; no others are validated or sent. */
  answers: Answers;
  /** Fields with existing data, which are not asked. */
  unasked: readonly FormField[];
  /** The answers of the children before this one. */
  before: Answers[];
};

export function createFormFlow(draft: DraftContent, school: FormSchool): FormFlow {
  const before: Answers[] = [];
  for (let at = 0; at < (draft.at ?? 0); at++)
    before.push(createChildFlow(selectChild(draft, at), school, before).answers);
  return { ...createChildFlow(draft, school, before), before };
}

/** The addresses of earlier children, which a child must not reuse. */
const emailsOf = (before: Answers[]) => before.map(({ student_email }) => student_email);

type Checked = { values: Answers; problems: Problems };

/** The answers typed on a step with their problems. Does not throw. */
export function validateStep(
  step: StepId,
  typed: RawInput,
  { answers, branch: before, before: others, content, unasked }: FormFlow,
  school: FormSchool,
): Checked {
  const { today } = school.context;
  const fields = listFields(step, before, unasked);
  const compared = pickComparedAnswers(step, answers);
  const values = addChildEmail(
    normalisePhones(toFieldValues(readOwnEmail(typed, compared, school.context), fields, school.prefixes)),
    compared,
    school.context,
    emailsOf(others),
  );
  const branch = getValidationBranch(values, before, today);
  const schema = createStepSchema(fields, branch ?? "minor", school.context, compared);
  const result = schema.safeParse(values);
  const beside = { today, before: others, several: countChildren(content) > 1 };
  const inFamily = {
    ...findSiblingProblems({ ...answers, ...values }, fields, beside),
    ...findExistingPersonProblems({ ...answers, ...values }, fields, content, school),
  };
  return {
    // A blank replaces an earlier answer.
    values: {
      ...Object.fromEntries(fields.map((field) => [field, undefined])),
      ...(result.success ? result.data : values),
      ...(values.has_student_email === "no" && { student_email: undefined }), // it follows from the guardian's
    },
    problems: { ...inFamily, ...(!result.success && toProblems(result.error.issues, fields, typed)) },
  };
}

export const listAskedFields = (step: StepId, { branch, unasked }: FormFlow) =>
  listFields(step, branch, unasked);

/** Whether every question of the step is answered; skipped steps count as done. */
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

/** The stored answers, overwritten by pending input. */
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
  const all = listChildren(content).map((child, at) => ({
    at,
    step: findFirstOpenStep(createFormFlow(child, school), school),
  }));
  return all.find(({ step }) => step !== lastStep);
}

/** The steps shown to the family; for an added child without those copied from the child before. */
export const listVisibleSteps = ({ content, steps }: FormFlow, here?: StepId): StepId[] =>
  steps.filter((step) => step === here || !(content.given?.includes(step) || getStep(step).isSkipped));

/** `findFirstOpenStep` of a stored draft, cached by draft version and school. */
export function getCachedOpenStep(draft: Draft, flow: FormFlow, school: FormSchool): StepId {
  const cachedSteps = judgedBy.get(school) ?? new Map<string, StepId>();
  judgedBy.set(school, cachedSteps);
  const key = `${draft.id.toString("base64")} ${draft.version}`;
  const open = cachedSteps.get(key) ?? findFirstOpenStep(flow, school);
  if (cachedSteps.size >= MAX_JUDGED) cachedSteps.clear();
  cachedSteps.set(key, open);
  return open;
}

/** The answers as the body of an API request. */
export function createSubmission(flow: FormFlow): Record<string, unknown> {
  const { answers, steps } = flow;
  const asked = steps.flatMap((step) => listAskedFields(step, flow));
  return {
    ...toSubmission(answers, asked),
    school_year_id: answers.school_year_id,
    terms_and_conditions: true,
  };
}

/** For a new child only the guardian is known. */
const knownFamily = ({ answers }: ExistingPeople): ExistingPeople => ({
  people: ["guardian"],
  answers: pick(answers, isSharedField),
  years: [],
  returns: false,
});

function childOf(content: DraftContent): ChildContent {
  const {
    key,
    student,
    known,
    answers,
    choicesOf,
    done,
    branch,
    left,
    pending = {},
    cleared,
    given,
  } = content;
  return {
    ...(key !== undefined && { key }),
    ...(student && { student }),
    ...(known && { known }),
    answers: pick(answers, (field) => !isSharedField(field)),
    ...(choicesOf !== undefined && { choicesOf }),
    done: done.filter((field) => !isSharedField(field)),
    ...(branch && { branch }),
    ...(left && { left }),
    pending: pick(pending, (step) => !isSharedStep(step)),
    ...(cleared && { cleared }),
    ...(given && { given }),
  };
}

/** A draft about one child, with the family's shared answers. */
function familyOf(
  { by, after, answers, done, pending = {} }: DraftContent,
  child: ChildContent,
): DraftContent {
  return {
    ...(by && { by }),
    ...(after && { after }),
    ...child,
    answers: { ...pick(answers, isSharedField), ...child.answers },
    done: [...done.filter(isSharedField), ...child.done],
    pending: { ...pick(pending, isSharedStep), ...child.pending },
  };
}

function pick<T extends object>(all: T, wanted: (name: string) => boolean): T {
  return Object.fromEntries(Object.entries(all).filter(([name]) => wanted(name))) as T;
}

/** Phone numbers in international form, where that is certain (W16). */
function normalisePhones(values: Answers): Answers {
  const mended = (["guardian", "student"] as const).flatMap((person) => {
    const { [`${person}_phone_country_code` as const]: prefix, [`${person}_phone` as const]: number } =
      values;
    if (typeof prefix !== "string" || typeof number !== "string" || !/^\d+$/.test(number)) return [];
    return [[`${person}_phone`, toNationalNumber(prefix, number)]];
  });
  return { ...values, ...Object.fromEntries(mended) };
}

function createChildFlow(
  draft: DraftContent,
  school: FormSchool,
  before: Answers[],
): Omit<FormFlow, "before"> {
  const { today } = school.context;
  const branch = getBranch(mergeExistingAnswers(draft), today);
  const content = withEmailQuestion(switchBranch(draft, branch));
  const { answers, done, known } = content;
  const { school_year_id } = addOnlyYear(answers, school);
  const year: Answers = school_year_id === undefined ? {} : { school_year_id };
  const given = { ...pickAnswers(done as FormField[], answers), ...year, ...known?.answers };
  const unasked = listUnaskedFields(known, branch);
  if (unasked.includes("student_email")) unasked.push("has_student_email");
  const merits = school.merits
    .get(Number(year.school_year_id))
    ?.claims.some(({ source }) => source === "claimed" || branch === "minor");
  const steps = listSteps({
    answers: given,
    today,
    severalYears: isYearAsked(year, school),
    unasked,
    merits,
  });
  const fields = steps
    .flatMap((step) => listFields(step, branch, unasked))
    .filter((field) => done.includes(field));
  const asked = addChildEmail(pickAnswers(fields, given), given, school.context, emailsOf(before));
  return { content, branch, steps, unasked, answers: { ...asked, ...year, ...known?.answers } };
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

const judgedBy = new WeakMap<FormSchool, Map<string, StepId>>();

/** As many families as fill in the wizard at a time; about a megabyte. */
const MAX_JUDGED = 10_000;
