import { SUBJECT_FIELD, type Branch, ERROR_FIELD, SAME_COURSE_BUTTON, type RawInput } from "@/lib/form/answers";
import { isSharedStep } from "@/lib/form/family";
import { readRawInput, toRawInput } from "@/lib/form/form-values";
import {
  pickAnswers,
  pickComparedAnswers,
  listStepFields,
  isBeforeBranch,
  isStep,
  type StepId,
  getStep,
} from "@/lib/form/steps";
import { AppError } from "@/lib/platform/errors";
import { changedParts, type Parts, SHOWN } from "@/lib/platform/fingerprint";
import { assertFormData } from "@/lib/platform/page-answer";
import { selectChildByKey } from "./children";
import { changeDraft, createDraft, type DraftContent, createEmptyDraft } from "./draft";
import { listAskedFields, type FormFlow, createFormFlow } from "./form-flow";
import { tryConsumeFormLimit } from "./form-limits";
import { type FormSchool, getFormSchool } from "./form-school";
import { saveInput } from "./save-step";

/**
 * The page that was answered: of which branch and child it asked, whether check answers gets the family back, and what
 * its address has chosen for the courses' step.
 */
export type OpenedPage = {
  step: StepId;
  branch: Branch | undefined;
  child: number;
  fromCheck: boolean;
  chosen?: RawInput;
};

type Change = (content: DraftContent) => DraftContent;

/**
 * Changes the draft that a token leads to, or begins one.
 *
 * @param address who asks, which may begin only so many
 * @returns what it holds by now, and its token
 * @throws AppError `rate_limited` when too many drafts were begun from this address
 */
export async function changeOrCreateDraft(
  opened: OpenedPage,
  change: Change,
  { token, address }: { token: string | undefined; address: string },
): Promise<{ content: DraftContent; token: string }> {
  const changeAll = (content: DraftContent) => withChosen(change(content), opened);
  const changed = await changeDraft(token, changeAll);
  if (changed && token) return { content: changed, token };
  if (!(await tryConsumeFormLimit("drafts", address))) throw new AppError("rate_limited");
  const content = changeAll(isDraftLost(opened, token) ? lostDraft(opened) : createEmptyDraft());
  return { content, token: await createDraft(content) };
}

/** A course that was chosen before the form waits for its step, unless that was answered. */
function withChosen(content: DraftContent, { step, chosen }: OpenedPage): DraftContent {
  const isAnswered = step === "specialities" || content.done.includes("student_syllabi_option1");
  return chosen && !isAnswered ? saveInput(content, "specialities", { typed: chosen }) : content;
}

/** Whether a page without a draft was opened from one, which is gone: expired, deleted, or out of reach. */
export const isDraftLost = ({ step, fromCheck }: OpenedPage, token: string | undefined) =>
  token !== undefined || fromCheck || !isBeforeBranch(step);

/** What was typed is put in again where it belongs to the same branch. */
const lostDraft = ({ branch }: OpenedPage): DraftContent => ({
  ...createEmptyDraft(),
  ...(branch && { branch }),
  lost: true,
});

/** The draft as the page knew it: another tab may have turned to another child since. */
export const selectOpenedChild = (content: DraftContent, { child }: OpenedPage) => selectChildByKey(content, child);

/**
 * Another tab may have changed the birth date since, or removed the child: a page that asked another
 * branch's person, or somebody who is gone, says nothing now.
 */
export const isStillAsked = ({ step, branch, child }: OpenedPage, { steps, branch: now, content }: FormFlow) =>
  steps.includes(step) &&
  (isBeforeBranch(step) || branch === now) &&
  (isSharedStep(step) || child === (content.key ?? 0));

/** What a step's page asks, as far as other steps' answers decide it: what its `ShownField` names. */
export const questionOf = (step: StepId, flow: FormFlow): Parts => ({
  question: [
    listAskedFields(step, flow),
    pickComparedAnswers(step, flow.answers),
    pickAnswers(getStep(step).names ?? [], flow.answers),
  ],
});

/** Another tab may have changed whom or what the page asks about; a post that does not say is taken as before. */
export const asksTheSame = ({ step }: { step: StepId }, flow: FormFlow, form: FormData) =>
  !form.has(SHOWN) || changedParts(form.get(SHOWN), questionOf(step, flow)).length === 0;

/** Only the step's own controls are read, whatever else was posted. */
export function readStepInput({ step }: Pick<OpenedPage, "step">, form: FormData): RawInput {
  assertFormData(form);
  if (!isStep(step)) return {};
  return readRawInput(form, listStepFields(step));
}

/** The draft with what is typed on a page, unless the page asked somebody else. */
export function createInputChange(opened: OpenedPage, form: FormData, school: FormSchool): Change {
  const same = form.get(SAME_COURSE_BUTTON);
  const page = { typed: readStepInput(opened, form), refused: same === null && form.has(ERROR_FIELD) };
  return (draft) => {
    const content = selectOpenedChild(draft, opened);
    if (typeof same === "string") Object.assign(page.typed, courseOf(selectChildByKey(draft, Number(same))));
    return content.lost || isStillAsked(opened, createFormFlow(content, school))
      ? saveInput(content, opened.step, page)
      : draft;
  };
}

/** What a child is to learn, as the controls hold it. */
const courseOf = ({ answers }: DraftContent) =>
  toRawInput(answers, ["student_speciality_option1", "student_syllabi_option1"]);

/**
 * Keeps what was typed on a step whose form is another build's, for the page as it is now.
 * @returns the token of the draft; undefined when this address has begun too many
 */
export async function saveInputOfOldPage(
  step: StepId,
  form: FormData,
  who: { token: string | undefined; address: string },
): Promise<string | undefined> {
  if (!(await tryConsumeFormLimit("steps", who.address))) return;
  const [branch, child] = String(form.get(SUBJECT_FIELD) ?? "").split(" ");
  const opened = {
    step,
    branch: (["adult", "minor"] as const).find((known) => known === branch),
    child: Number(child),
    fromCheck: false,
  };
  const page = { typed: readStepInput(opened, form), refused: form.has(ERROR_FIELD) };
  const change = form.has(SUBJECT_FIELD)
    ? createInputChange(opened, form, await getFormSchool())
    : (draft: DraftContent) => saveInput(draft, step, page); // a page that does not say whom it asked
  return (await changeOrCreateDraft(opened, change, who)).token;
}
