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
 * Changes the family's draft, or begins one.
 *
 * @param renew whether the cookie counts its days anew
 * @throws AppError `rate_limited` when too many drafts were begun from this address
 */
export async function updateDraft(
  opened: OpenedPage,
  change: (content: DraftContent) => DraftContent,
  { renew = true } = {},
): Promise<DraftContent> {
  const known = await readDraftToken();
  const { content, token } = await changeOrCreateDraft(opened, change, {
    token: known,
    address: await getClientAddress(),
  });
  if (renew || token !== known) await setDraftCookie(token);
  return content;
}

/** What another tab, or time, has done to the draft of which a page was opened; undefined while nothing has. */
export async function getDraftConflict(opened: OpenedPage): Promise<DraftConflict | undefined> {
  const { draft, lockedFor } = await getDraftOrLock();
  const school = await getFormSchool(draft?.content);
  if (lockedFor) return "signedOut";
  if (!draft) return isDraftLost(opened, await readDraftToken()) ? "lost" : undefined;
  if (draft.content.sent) return "sent";
  const content = selectOpenedChild(draft.content, opened);
  return content.lost || isStillAsked(opened, createFormFlow(content, school)) ? undefined : "elsewhere";
}
