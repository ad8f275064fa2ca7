import { cache } from "react";
import { openDraft } from "@/lib/form/server/draft";
import { signedInPerson } from "../account/session-cookie";
import { ownCookie } from "../own-cookie";

const cookie = ownCookie("matricula_draft");

/** The token in the family's cookie: the only way to its draft. */
export const draftToken = cookie.read;

const cookieDraft = cache(async () => openDraft(await draftToken()));

/** The person whose account this browser's draft goes on in, while they are not signed in: nobody reads it then. */
export const lockedFor = cache(async () => {
  const by = (await cookieDraft())?.content.by;
  return by !== undefined && by !== (await signedInPerson()) ? by : undefined;
});

/** The draft of the family that asks, read once a request. */
export const currentDraft = cache(async () => ((await lockedFor()) ? undefined : cookieDraft()));

/** Whether this browser had a draft that is gone, and nothing has been answered since. */
export async function isDraftLost(): Promise<boolean> {
  const [token, draft] = await Promise.all([draftToken(), cookieDraft()]);
  return draft ? draft.content.lost === true : token !== undefined;
}

/** Longer than a draft lives, so that a family that comes back too late can be told so. */
const COOKIE_DAYS = 30;

/** Leads to the draft; in actions only. */
export const keepDraftCookie = (token: string) => cookie.keep(token, { maxAge: COOKIE_DAYS * 24 * 3_600 });

/** Forgets the draft; in actions only. */
export const dropDraftCookie = cookie.drop;
