import { cache } from "react";
import { openDraft } from "@/lib/form/server/draft";
import { lifetimes } from "@/lib/platform/own-cookies";
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

/** Leads to the draft; in actions only. */
export const keepDraftCookie = (token: string) => cookie.keep(token, { maxAge: lifetimes.matricula_draft });

/** Forgets the draft; in actions only. */
export const dropDraftCookie = cookie.drop;
