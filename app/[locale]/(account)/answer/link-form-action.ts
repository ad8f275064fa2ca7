import { z } from "zod";
import { createPublicAction, optionalText } from "@/app/[locale]/(account)/_lib/form-action";
import { getSignedInPersonId, guardianTokenCookie } from "@/app/[locale]/(account)/_lib/session";
import type { ActionOutcome } from "@/components/forms/action-state";
import { readGuardianToken } from "@/lib/family/guardians/verbs";
import { findLinkReader } from "@/lib/family/renewal/verbs";

const linkSchema = z.object({ token: optionalText });

/** The page of the link, or of the account. */
export const getAnswerAddress = (token: string) =>
  token ? `/answer/${encodeURIComponent(token)}` : "/account/answer";

type LinkAction = (
  personId: string,
  studentId: string | undefined,
  token: string,
  form: FormData,
) => Promise<ActionOutcome>;

/** For the person of the link or the session. */
export function createLinkAction(run: LinkAction) {
  return createPublicAction(linkSchema, async ({ token }, form) => {
    const personId = token ? await findLinkReader(token, new Date()) : await getSignedInPersonId();
    if (!personId) return { redirect: token ? getAnswerAddress(token) : "/sign-in" };
    const studentId = readGuardianToken(await guardianTokenCookie.read(), personId, new Date());
    return run(personId, studentId, token, form);
  });
}
