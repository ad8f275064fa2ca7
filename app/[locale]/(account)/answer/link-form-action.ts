import { z } from "zod";
import { optionalText } from "@/app/[locale]/_lib/parse-form";
import { createPublicAction } from "@/app/[locale]/(account)/_lib/form-action";
import { getSignedInPersonId, guardianTokenCookie } from "@/app/[locale]/(account)/_lib/session";
import type { ActionOutcome } from "@/components/forms/action-state";
import { readGuardianToken } from "@/lib/family/guardians/verbs";
import { findLinkReader, readLinkRequests } from "@/lib/family/renewal/verbs";

const linkSchema = z.object({ token: optionalText });

/** The page of the link, or of the account. */
export const getAnswerAddress = (token: string) =>
  token ? `/answer/${encodeURIComponent(token)}` : "/account/answer";

type LinkAction = (personId: string, token: string, form: FormData) => Promise<ActionOutcome>;

/** For the person of the session or of the link; the link is opened by the birth date of any of its students. */
export function createLinkAction(run: LinkAction, opensLink = false) {
  return createPublicAction(linkSchema, async ({ token }, form) => {
    const personId = token ? await findLinkReader(token, new Date()) : await getSignedInPersonId();
    if (!personId) return { redirect: token ? getAnswerAddress(token) : "/sign-in" };
    const isOpen = !token || opensLink || (await hasOpenedLink(personId, new Date()));
    return isOpen ? run(personId, token, form) : { redirect: getAnswerAddress(token) };
  });
}

async function hasOpenedLink(personId: string, now: Date) {
  const studentId = readGuardianToken(await guardianTokenCookie.read(), personId, now);
  return (await readLinkRequests(personId, now, "es")).about.some((row) => row.studentId === studentId);
}
