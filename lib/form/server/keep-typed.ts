import { ASKED, type Branch, REFUSED, SAME, type Typed } from "@/lib/form/answers";
import { isSharedStep } from "@/lib/form/family";
import { readTyped, typedFrom } from "@/lib/form/form-values";
import {
  answersTo,
  comparedAnswers,
  fieldsOfStep,
  isBeforeBranch,
  isStep,
  type StepId,
  stepRow,
} from "@/lib/form/steps";
import { AppError } from "@/lib/platform/errors";
import { changedParts, type Parts, SHOWN } from "@/lib/platform/fingerprint";
import { requireForm } from "@/lib/platform/page-answer";
import { turnedToKey } from "./children";
import { changeDraft, createDraft, type DraftContent, emptyDraft } from "./draft";
import { askedOn, type Flow, flowOf } from "./form-flow";
import { mayGoOn } from "./form-limits";
import { type FormSchool, formSchool } from "./form-school";
import { withTyped } from "./save-step";

/**
 * The page that was answered: of which branch and child it asked, whether check answers gets the family back, and what
 * its address has chosen for the courses' step.
 */
export type Opened = {
  step: StepId;
  branch: Branch | undefined;
  child: number;
  fromCheck: boolean;
  chosen?: Typed;
};

type Change = (content: DraftContent) => DraftContent;

/**
 * Changes the draft that a token leads to, or begins one.
 *
 * @param address who asks, which may begin only so many
 * @returns what it holds by now, and its token
 * @throws AppError `rate_limited` when too many drafts were begun from this address
 */
export async function changeOrBegin(
  opened: Opened,
  change: Change,
  { token, address }: { token: string | undefined; address: string },
): Promise<{ content: DraftContent; token: string }> {
  const changeAll = (content: DraftContent) => withChosen(change(content), opened);
  const changed = await changeDraft(token, changeAll);
  if (changed && token) return { content: changed, token };
  if (!(await mayGoOn("drafts", address))) throw new AppError("rate_limited");
  const content = changeAll(isLost(opened, token) ? lostDraft(opened) : emptyDraft());
  return { content, token: await createDraft(content) };
}

/** A course that was chosen before the form waits for its step, unless that was answered. */
function withChosen(content: DraftContent, { step, chosen }: Opened): DraftContent {
  const isAnswered = step === "specialities" || content.done.includes("student_syllabi_option1");
  return chosen && !isAnswered ? withTyped(content, "specialities", { typed: chosen }) : content;
}

/** Whether a page without a draft was opened from one, which is gone: expired, deleted, or out of reach. */
export const isLost = ({ step, fromCheck }: Opened, token: string | undefined) =>
  token !== undefined || fromCheck || !isBeforeBranch(step);

/** What was typed is put in again where it belongs to the same branch. */
const lostDraft = ({ branch }: Opened): DraftContent => ({
  ...emptyDraft(),
  ...(branch && { branch }),
  lost: true,
});

/** The draft as the page knew it: another tab may have turned to another child since. */
export const asOpened = (content: DraftContent, { child }: Opened) => turnedToKey(content, child);

/**
 * Another tab may have changed the birth date since, or removed the child: a page that asked another
 * branch's person, or somebody who is gone, says nothing now.
 */
export const isStillAsked = ({ step, branch, child }: Opened, { steps, branch: now, content }: Flow) =>
  steps.includes(step) &&
  (isBeforeBranch(step) || branch === now) &&
  (isSharedStep(step) || child === (content.key ?? 0));

/** What a step's page asks, as far as other steps' answers decide it: what its `ShownField` names. */
export const questionOf = (step: StepId, flow: Flow): Parts => ({
  question: [
    askedOn(step, flow),
    comparedAnswers(step, flow.answers),
    answersTo(stepRow(step).names ?? [], flow.answers),
  ],
});

/** Another tab may have changed whom or what the page asks about; a post that does not say is taken as before. */
export const asksTheSame = ({ step }: { step: StepId }, flow: Flow, form: FormData) =>
  !form.has(SHOWN) || changedParts(form.get(SHOWN), questionOf(step, flow)).length === 0;

/** Only the step's own controls are read, whatever else was posted. */
export function typedOf({ step }: Pick<Opened, "step">, form: FormData): Typed {
  requireForm(form);
  if (!isStep(step)) return {};
  return readTyped(form, fieldsOfStep(step));
}

/** The draft with what is typed on a page, unless the page asked somebody else. */
export function keeping(opened: Opened, form: FormData, school: FormSchool): Change {
  const same = form.get(SAME);
  const page = { typed: typedOf(opened, form), refused: same === null && form.has(REFUSED) };
  return (draft) => {
    const content = asOpened(draft, opened);
    if (typeof same === "string") Object.assign(page.typed, courseOf(turnedToKey(draft, Number(same))));
    return content.lost || isStillAsked(opened, flowOf(content, school))
      ? withTyped(content, opened.step, page)
      : draft;
  };
}

/** What a child is to learn, as the controls hold it. */
const courseOf = ({ answers }: DraftContent) =>
  typedFrom(answers, ["student_speciality_option1", "student_syllabi_option1"]);

/**
 * Keeps what was typed on a step whose form is another build's, for the page as it is now.
 * @returns the token of the draft; undefined when this address has begun too many
 */
export async function keepRenewed(
  step: StepId,
  form: FormData,
  who: { token: string | undefined; address: string },
): Promise<string | undefined> {
  if (!(await mayGoOn("steps", who.address))) return;
  const [branch, child] = String(form.get(ASKED) ?? "").split(" ");
  const opened = {
    step,
    branch: (["adult", "minor"] as const).find((known) => known === branch),
    child: Number(child),
    fromCheck: false,
  };
  const page = { typed: typedOf(opened, form), refused: form.has(REFUSED) };
  const change = form.has(ASKED)
    ? keeping(opened, form, await formSchool())
    : (draft: DraftContent) => withTyped(draft, step, page); // a page that does not say whom it asked
  return (await changeOrBegin(opened, change, who)).token;
}
