import { cookies } from "next/headers";
import { cache } from "react";
import { DRAFT_HOURS, openDraft } from "@/lib/form/server/draft";
import { publicUrl } from "@/lib/school/settings";

const secure = () => publicUrl().startsWith("https:");
const name = () => (secure() ? "__Host-matricula_draft" : "matricula_draft");

/** The token in the family's cookie: the only way to its draft. */
export async function draftToken(): Promise<string | undefined> {
  return (await cookies()).get(name())?.value;
}

/** The draft of the family that asks, read once a request. */
export const currentDraft = cache(async () => openDraft(await draftToken()));

/** Leads to the draft for another 72 hours; in actions only. */
export async function keepDraftCookie(token: string) {
  (await cookies()).set(name(), token, {
    httpOnly: true,
    sameSite: "lax",
    secure: secure(),
    path: "/",
    maxAge: DRAFT_HOURS * 3_600,
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
