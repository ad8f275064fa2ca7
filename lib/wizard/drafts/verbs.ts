import { AppError } from "@/lib/platform/errors";
import { changedParts, type Parts, SHOWN } from "@/lib/platform/fingerprint";
import { assertFormData } from "@/lib/platform/page-request";
import {
  createFormFlow,
  type FormFlow,
  getStepInput,
  listAskedFields,
  validateStep,
} from "@/lib/wizard/drafts/form-flow";
import { addOnlyYear, type FormSchool, getFormSchool } from "@/lib/wizard/drafts/queries";
import { carryChoices } from "@/lib/wizard/drafts/rules";
import {
  type ChildContent,
  changeDraft,
  createDraft,
  createEmptyDraft,
  type DraftContent,
  mergeExistingAnswers,
} from "@/lib/wizard/drafts/writes";
import { addUnticked, listControls, readRawInput, toRawInput } from "@/lib/wizard/form-values";
import { tryConsumeFormLimit } from "@/lib/wizard/limits";
import { suggestEmail } from "@/lib/wizard/normalise-input";
import { getField } from "@/lib/wizard/questions";
import {
  findStep,
  getBranch,
  getStep,
  isBeforeBranch,
  isSharedStep,
  isStep,
  listStepFields,
  pickAnswers,
  pickComparedAnswers,
  type StepId,
} from "@/lib/wizard/steps";
import {
  type Answers,
  type Branch,
  ERROR_FIELD,
  type FormField,
  type RawInput,
  SAME_COURSE_BUTTON,
  SUBJECT_FIELD,
} from "@/lib/wizard/types";
import { listChildKeys, selectChildByKey } from "./children";
import { switchBranch } from "./switch-branch";

/**
 * Saves a step's answers. A birth date of the other branch sets this branch's answers aside (wizard 2); another school
 * year carries the choices over (wizard 26). A draft that was sent in another tab is not changed (wizard 30).
 */
export function saveAnswers(
  draft: DraftContent,
  step: StepId,
  values: Answers,
  school: FormSchool,
): DraftContent {
  if (draft.sent) return draft;
  const { today } = school.context;
  const existingAnswers = mergeExistingAnswers(draft);
  const current = switchBranch(draft, getBranch(existingAnswers, today));
  const content = switchBranch(current, getBranch({ ...existingAnswers, ...values }, today));
  const { pending: { [step]: accepted, ...pending } = {}, cleared, lost, ...rest } = content;
  const answers = addOnlyYear(content.answers, school);
  const next: DraftContent = {
    ...rest,
    ...(lost && content.done.length === 0 && { lost }),
    pending,
    answers: { ...answers, ...values },
    done: [...new Set([...content.done, ...Object.keys(values)])],
  };
  const isCarried = content.choicesOf === undefined && values.school_year_id === answers.school_year_id;
  if (values.school_year_id === undefined || isCarried) {
    const showsChoices = listStepFields(step).some(isChoice);
    return { ...next, ...(cleared && !showsChoices && { cleared }) };
  }
  return carryToYear(next, answers, school);
}

/** Saves input, valid or not, until the step is saved. */
export const saveInput = (
  content: DraftContent,
  step: StepId,
  { typed, refused }: { typed: RawInput; refused?: boolean },
): DraftContent =>
  content.sent
    ? content
    : {
        ...content,
        pending: {
          ...content.pending,
          [step]: {
            typed: truncateInput(addUnticked(typed, listStepFields(step)), listStepFields(step)),
            ...(refused && { refused }),
          },
        },
      };

/**
 * The page that was submitted: its branch and child, whether it returns to check answers, and the course in its
 * address.
 */
export type OpenedPage = {
  step: StepId;
  branch: Branch | undefined;
  child: number;
  fromCheck: boolean;
  chosen?: RawInput;
};

type Change = (content: DraftContent) => DraftContent | Promise<DraftContent>;

/**
 * Changes the token's draft or creates one.
 * @param address the client's, which may create a limited number
 * @returns the new content and its token
 * @throws AppError `rate_limited`
 */
export async function changeOrCreateDraft(
  opened: OpenedPage,
  change: Change,
  { token, address }: { token: string | undefined; address: string },
): Promise<{ content: DraftContent; token: string }> {
  const changeAndPrefill = async (content: DraftContent) =>
    prefillChosenCourse(await change(content), opened);
  const saved = await changeDraft(token, changeAndPrefill);
  if (saved && token) return { content: saved, token };
  if (!(await tryConsumeFormLimit("drafts", address))) throw new AppError("rate_limited");
  const content = await changeAndPrefill(
    isDraftLost(opened, token) ? createLostDraft(opened) : createEmptyDraft(),
  );
  return { content, token: await createDraft(content) };
}

/** Whether the page belonged to a draft that expired or was deleted. */
export const isDraftLost = ({ step, fromCheck }: OpenedPage, token: string | undefined) =>
  token !== undefined || fromCheck || !isBeforeBranch(step);

/** The draft with the page's child as the current one; another tab may have switched. */
export const selectOpenedChild = (content: DraftContent, { child }: OpenedPage) =>
  selectChildByKey(content, child);

/**
 * Whether the page still asks about the same child and branch; another tab may have changed the birth date or removed
 * the child.
 */
export const isStillAsked = (
  { step, branch, child }: OpenedPage,
  { steps, branch: currentBranch, content }: FormFlow,
) =>
  steps.includes(step) &&
  (isBeforeBranch(step) || branch === currentBranch) &&
  (isSharedStep(step) || child === (content.key ?? 0));

/** The other answers that determine what the page asks; its form carries them as `ShownField`. */
export const getQuestionParts = (step: StepId, flow: FormFlow): Parts => ({
  question: [
    listAskedFields(step, flow),
    pickComparedAnswers(step, flow.answers),
    pickAnswers(getStep(step).shownFields ?? [], flow.answers),
  ],
});

/** Whether those answers are unchanged; a form without them is accepted. */
export const hasSameQuestion = ({ step }: { step: StepId }, flow: FormFlow, form: FormData) =>
  !form.has(SHOWN) || changedParts(form.get(SHOWN), getQuestionParts(step, flow)).length === 0;

export function readStepInput({ step }: Pick<OpenedPage, "step">, form: FormData): RawInput {
  assertFormData(form);
  if (!isStep(step)) return {};
  return readRawInput(form, listStepFields(step));
}

/** Saves the page's input, unless the page asked about somebody else. */
export function createInputChange(opened: OpenedPage, form: FormData, school: FormSchool): Change {
  const key = form.get(SAME_COURSE_BUTTON);
  const page = { typed: readStepInput(opened, form), refused: key === null && form.has(ERROR_FIELD) };
  return (draft) => {
    const content = selectOpenedChild(draft, opened);
    if (typeof key === "string") Object.assign(page.typed, getCourse(selectChildByKey(draft, Number(key))));
    return content.lost || isStillAsked(opened, createFormFlow(content, school))
      ? saveInput(content, opened.step, page)
      : draft;
  };
}

/** Saves the input of a form from another build. @returns the draft's token; undefined above the limit of drafts */
export async function saveInputOfOldPage(
  step: StepId,
  form: FormData,
  client: { token: string | undefined; address: string },
): Promise<string | undefined> {
  if (!(await tryConsumeFormLimit("steps", client.address))) return;
  const [branch, child] = String(form.get(SUBJECT_FIELD) ?? "").split(" ");
  const opened = {
    step,
    branch: (["adult", "minor"] as const).find((value) => value === branch),
    child: Number(child),
    fromCheck: false,
  };
  const page = { typed: readStepInput(opened, form), refused: form.has(ERROR_FIELD) };
  const change = form.has(SUBJECT_FIELD)
    ? createInputChange(opened, form, await getFormSchool())
    : (draft: DraftContent) => saveInput(draft, step, page); // a page that does not say whom it asked
  return (await changeOrCreateDraft(opened, change, client)).token;
}

const isChoice = (field: FormField) => ["specialities", "syllabi"].includes(getField(field).stored?.in ?? "");

function carryToYear(content: DraftContent, previousAnswers: Answers, school: FormSchool): DraftContent {
  const to = school.getCatalogue(Number(content.answers.school_year_id));
  const carry = <C extends ChildContent>({ choicesOf, ...child }: C) => {
    const from = school.getCatalogue(Number(choicesOf ?? previousAnswers.school_year_id));
    const { carried, cleared } = carryChoices(child.answers, from, to);
    return {
      ...child,
      answers: { ...child.answers, ...carried },
      ...(cleared.length > 0 && { cleared }),
    };
  };
  const { children } = content;
  return { ...carry(content), ...(children && { children: children.map(carry) }) };
}

/** Fills in the course chosen before the wizard, unless its step is answered. */
function prefillChosenCourse(content: DraftContent, { step, chosen }: OpenedPage): DraftContent {
  const isAnswered = step === "specialities" || content.done.includes("student_syllabi_option1");
  return chosen && !isAnswered ? saveInput(content, "specialities", { typed: chosen }) : content;
}

/** The input survives in the same branch only. */
const createLostDraft = ({ branch }: OpenedPage): DraftContent => ({
  ...createEmptyDraft(),
  ...(branch && { branch }),
  lost: true,
});

const getCourse = ({ answers }: DraftContent) =>
  toRawInput(answers, ["student_speciality_option1", "student_syllabi_option1"]);

/**
 * Replaces a mistyped address with the suggested one, for the current child and all children with the same address. A
 * refused correction is shown on its step.
 */
export function correctEmail(
  draft: DraftContent,
  field: FormField,
  school: FormSchool,
): { content: DraftContent; refusedAt?: StepId } {
  const mistyped = draft.answers[field];
  const email = typeof mistyped === "string" && !draft.sent ? suggestEmail(mistyped) : undefined;
  const step = findStep(field, createFormFlow(draft, school).branch ?? "minor");
  if (!email || !step) return { content: draft };
  let content = draft;
  for (const key of listChildKeys(draft)) {
    const child = selectChildByKey(content, key);
    if (child.answers[field] !== mistyped) continue;
    const flow = createFormFlow(child, school);
    const input = { ...getStepInput(step, flow), [field]: email };
    const { values, problems } = validateStep(step, input, flow, school);
    if (Object.keys(problems).length > 0)
      return { content: saveInput(child, step, { typed: input, refused: true }), refusedAt: step };
    content = saveAnswers(child, step, values, school);
  }
  return { content: selectChildByKey(content, draft.key ?? 0) };
}

/** Input as it is stored: long enough to show `too_long`, but limited. */
function truncateInput(input: RawInput, fields: readonly FormField[]): RawInput {
  return Object.fromEntries(
    fields.flatMap((field) =>
      listControls([field]).flatMap((control) => {
        const text = [...(input[control] ?? "")].slice(0, (getField(field).maxLength ?? 0) + 100).join("");
        return input[control] === undefined ? [] : [[control, text]];
      }),
    ),
  );
}
