import { cookies } from "next/headers";
import { cache } from "react";
import { openDraft } from "@/lib/form/server/draft";
import { publicUrl } from "@/lib/school/settings";

const secure = () => publicUrl().startsWith("https:");
const name = () => (secure() ? "__Host-matricula_draft" : "matricula_draft");

/** The token in the family's cookie: the only way to its draft. */
export async function draftToken(): Promise<string | undefined> {
  return (await cookies()).get(name())?.value;
}

/** The draft of the family that asks, read once a request. */
export const currentDraft = cache(async () => openDraft(await draftToken()));

/** Whether this browser had a draft that is gone, and nothing has been answered since. */
export async function isDraftLost(): Promise<boolean> {
  const [token, draft] = await Promise.all([draftToken(), currentDraft()]);
  return draft ? draft.content.lost === true : token !== undefined;
}

/** Longer than a draft lives, so that a family that comes back too late can be told so. */
const COOKIE_DAYS = 30;

/** Leads to the draft; in actions only. */
export async function keepDraftCookie(token: string) {
  (await cookies()).set(name(), token, {
    httpOnly: true,
    sameSite: "lax",
    secure: secure(),
    path: "/",
    maxAge: COOKIE_DAYS * 24 * 3_600,
  });
}

/** Forgets the draft; in actions only. */
export async function dropDraftCookie() {
  (await cookies()).set(name(), "", {
    httpOnly: true,
    sameSite: "lax",
    secure: secure(),
    path: "/",
    maxAge: 0,
  });
}
