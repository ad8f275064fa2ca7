import type { Overtaking } from "@/components/form/step-state";
import type { DraftContent } from "@/lib/form/server/draft";
import { flowOf } from "@/lib/form/server/form-flow";
import { formSchool } from "@/lib/form/server/form-school";
import { asOpened, changeOrBegin, isLost, isStillAsked, type Opened } from "@/lib/form/server/keep-typed";
import { requesterAddress } from "../requester-address";
import { draftHere, draftToken, keepDraftCookie } from "./draft-cookie";

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
  const { content, token } = await changeOrBegin(opened, change, {
    token: known,
    address: await requesterAddress(),
  });
  if (renew || token !== known) await keepDraftCookie(token);
  return content;
}

/** What another tab, or time, has done to the draft of which a page was opened; undefined while nothing has. */
export async function overtaking(opened: Opened): Promise<Overtaking | undefined> {
  const [school, { draft, lockedFor }] = await Promise.all([formSchool(), draftHere()]);
  if (lockedFor) return "signedOut";
  if (!draft) return isLost(opened, await draftToken()) ? "lost" : undefined;
  if (draft.content.sent) return "sent";
  const content = asOpened(draft.content, opened);
  return content.lost || isStillAsked(opened, flowOf(content, school)) ? undefined : "elsewhere";
}
