import { cache } from "react";
import { createHttpOnlyCookie } from "@/app/[locale]/_lib/http-only-cookie";
import { getSignedInPersonId } from "@/app/[locale]/(account)/_lib/session";
import { cookieLifetimes } from "@/lib/platform/page-request";
import { readDraft } from "@/lib/wizard/drafts/writes";

const cookie = createHttpOnlyCookie("matricula_draft");

/** The token in the family's cookie: the only way to its draft. */
export const readDraftToken = cookie.read;

const cookieDraft = cache(async () => readDraft(await readDraftToken()));

/**
 * The draft of the family that asks, and the person whose account it goes on in while they are not signed in: nobody
 * reads it then. A page reads it once a request, an action as often as it asks.
 */
export const getDraftOrLock = cache(async () => {
  const draft = await cookieDraft();
  const by = draft?.content.by;
  const lockedFor = by !== undefined && by !== (await getSignedInPersonId()) ? by : undefined;
  return lockedFor === undefined ? { draft } : { lockedFor };
});

/** As above, where it cannot be locked or that makes no difference. */
export const getUnlockedDraft = async () => (await getDraftOrLock()).draft;

/** Whether this browser had a draft that is gone, and nothing has been answered since. */
export async function isDraftLost(): Promise<boolean> {
  const [token, draft] = await Promise.all([readDraftToken(), cookieDraft()]);
  return draft ? draft.content.lost === true : token !== undefined;
}

/** Leads to the draft; in actions only. */
export const setDraftCookie = (token: string) =>
  cookie.keep(token, { maxAge: cookieLifetimes.matricula_draft });

/** Forgets the draft; in actions only. */
export const deleteDraftCookie = cookie.drop;
