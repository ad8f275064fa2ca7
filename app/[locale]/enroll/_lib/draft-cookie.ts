import { cache } from "react";
import { createHttpOnlyCookie } from "@/app/[locale]/_lib/http-only-cookie";
import { getSignedInPersonId } from "@/app/[locale]/(account)/_lib/session";
import { cookieLifetimes } from "@/lib/platform/page-request";
import { readDraft } from "@/lib/wizard/drafts/writes";

const cookie = createHttpOnlyCookie("matricula_draft");

export const readDraftToken = cookie.read;

const getCookieDraft = cache(async () => readDraft(await readDraftToken()));

/** The draft; locked if it belongs to an account that is signed out. Cached in pages, not in actions. */
export const getDraftOrLock = cache(async () => {
  const draft = await getCookieDraft();
  const ownerId = draft?.content.by;
  const isLocked = ownerId !== undefined && ownerId !== (await getSignedInPersonId());
  return isLocked ? { isLocked } : { draft };
});

/** Without the draft if it is locked. */
export const getUnlockedDraft = async () => (await getDraftOrLock()).draft;

/** The browser had a draft that has expired. */
export async function isDraftLost(): Promise<boolean> {
  const [token, draft] = await Promise.all([readDraftToken(), getCookieDraft()]);
  return draft ? draft.content.lost === true : token !== undefined;
}

/** In actions only. */
export const setDraftCookie = (token: string) =>
  cookie.set(token, { maxAge: cookieLifetimes.matricula_draft });

/** In actions only. */
export const deleteDraftCookie = cookie.delete;
