import { cache } from "react";
import { readDraft } from "@/lib/wizard/drafts/writes";
import { cookieLifetimes } from "@/lib/platform/page-request";
import { signedInPerson } from "../account/session-cookie";
import { ownCookie } from "../own-cookie";

const cookie = ownCookie("matricula_draft");

/** The token in the family's cookie: the only way to its draft. */
export const draftToken = cookie.read;

const cookieDraft = cache(async () => readDraft(await draftToken()));

/**
 * The draft of the family that asks, and the person whose account it goes on in while they are not signed in: nobody
 * reads it then. A page reads it once a request, an action as often as it asks.
 */
export const draftHere = cache(async () => {
  const draft = await cookieDraft();
  const by = draft?.content.by;
  const lockedFor = by !== undefined && by !== (await signedInPerson()) ? by : undefined;
  return lockedFor === undefined ? { draft } : { lockedFor };
});

/** As above, where it cannot be locked or that makes no difference. */
export const currentDraft = async () => (await draftHere()).draft;

/** Whether this browser had a draft that is gone, and nothing has been answered since. */
export async function isDraftLost(): Promise<boolean> {
  const [token, draft] = await Promise.all([draftToken(), cookieDraft()]);
  return draft ? draft.content.lost === true : token !== undefined;
}

/** Leads to the draft; in actions only. */
export const keepDraftCookie = (token: string) => cookie.keep(token, { maxAge: cookieLifetimes.matricula_draft });

/** Forgets the draft; in actions only. */
export const dropDraftCookie = cookie.drop;
