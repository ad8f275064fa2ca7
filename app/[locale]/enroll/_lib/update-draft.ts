import { getClientAddress } from "@/app/[locale]/_lib/client-address";
import type { DraftConflict } from "@/components/wizard/step/step-state";
import { createFormFlow } from "@/lib/wizard/drafts/form-flow";
import { getFormSchool } from "@/lib/wizard/drafts/queries";
import {
  changeOrCreateDraft,
  isDraftLost,
  isStillAsked,
  type OpenedPage,
  selectOpenedChild,
} from "@/lib/wizard/drafts/verbs";
import type { DraftContent } from "@/lib/wizard/drafts/writes";
import { getDraftOrLock, readDraftToken, setDraftCookie } from "./draft-cookie";

/**
 * Updates or creates the draft.
 * @param renew extends the cookie
 * @throws AppError `rate_limited` after too many drafts from one address
 */
export async function updateDraft(
  opened: OpenedPage,
  change: (content: DraftContent) => DraftContent | Promise<DraftContent>,
  { renew = true } = {},
): Promise<DraftContent> {
  const currentToken = await readDraftToken();
  const { content, token } = await changeOrCreateDraft(opened, change, {
    token: currentToken,
    address: await getClientAddress(),
  });
  if (renew || token !== currentToken) await setDraftCookie(token);
  return content;
}

/** What has happened to the draft since the page was opened; undefined if nothing. */
export async function getDraftConflict(opened: OpenedPage): Promise<DraftConflict | undefined> {
  const { draft, isLocked } = await getDraftOrLock();
  const school = await getFormSchool(draft?.content);
  if (isLocked) return "signedOut";
  if (!draft) return isDraftLost(opened, await readDraftToken()) ? "lost" : undefined;
  if (draft.content.sent) return "sent";
  const content = selectOpenedChild(draft.content, opened);
  return content.lost || isStillAsked(opened, createFormFlow(content, school)) ? undefined : "elsewhere";
}
