import type { Overtaking } from "@/components/form/step-state";
import { AppError } from "@/lib/errors";
import type { Branch, Typed } from "@/lib/form/answers";
import { isSharedStep } from "@/lib/form/family";
import { readTyped } from "@/lib/form/form-values";
import { turnedToKey } from "@/lib/form/server/children";
import { changeDraft, createDraft, type DraftContent, emptyDraft } from "@/lib/form/server/draft";
import { type Flow, flowOf } from "@/lib/form/server/form-flow";
import { mayGoOn } from "@/lib/form/server/form-limits";
import { formSchool } from "@/lib/form/server/form-school";
import { fieldsOfStep, isBeforeBranch, isStep, type StepId } from "@/lib/form/steps";
import { requesterAddress } from "../requester-address";
import { currentDraft, draftToken, keepDraftCookie, lockedFor } from "./draft-cookie";

/** The page that was answered: of which branch and child it asked, and whether check answers gets the family back. */
export type Opened = { step: StepId; branch: Branch | undefined; child: number; fromCheck: boolean };

/**
 * Changes the family's draft, or begins one.
 *
 * @param renew whether the cookie counts its days anew
 * @throws AppError `rate_limited` when too many drafts were begun from this address
 */
export async function changeFamilyDraft(
  opened: Opened,
  change: (content: DraftContent) => DraftContent,
  { renew = true } = {},
): Promise<DraftContent> {
  const known = await draftToken();
  const changed = await changeDraft(known, change);
  if (changed && known) {
    if (renew) await keepDraftCookie(known);
    return changed;
  }
  if (!(await mayGoOn("drafts", await requesterAddress()))) throw new AppError("rate_limited");
  const content = change(isLost(opened, known) ? lostDraft(opened) : emptyDraft());
  await keepDraftCookie(await createDraft(content));
  return content;
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

/** What another tab, or time, has done to the draft of which a page was opened; undefined while nothing has. */
export async function overtaking(opened: Opened): Promise<Overtaking | undefined> {
  if (await lockedFor()) return "signedOut";
  const [school, draft] = await Promise.all([formSchool(), currentDraft()]);
  if (!draft) return isLost(opened, await draftToken()) ? "lost" : undefined;
  if (draft.content.sent) return "sent";
  const content = asOpened(draft.content, opened);
  return content.lost || isStillAsked(opened, flowOf(content, school)) ? undefined : "elsewhere";
}

/** Only the step's own controls are read, whatever else was posted. */
export function typedOf({ step }: Opened, form: FormData): Typed {
  if (!isStep(step)) return {};
  return readTyped(form, fieldsOfStep(step));
}
