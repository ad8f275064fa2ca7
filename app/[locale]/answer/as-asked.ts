import { z } from "zod";
import { asAnybody, type Outcome, text } from "@/app/[locale]/account/act";
import { guardianPass, signedInPerson } from "@/app/[locale]/account/session-cookie";
import { findLinkReader } from "@/lib/family/renewal/verbs";
import { readGuardianToken } from "@/lib/family/guardians/verbs";

const link = z.object({ token: text });

/** Where the question stands: behind the link, or in the account. */
export const here = (token: string) => (token ? `/answer/${encodeURIComponent(token)}` : "/account/answer");

type Work = (
  personId: string,
  studentId: string | undefined,
  token: string,
  form: FormData,
) => Promise<Outcome>;

/** An answer of whom the link names or who is signed in. */
export function asAsked(work: Work) {
  return asAnybody(link, async ({ token }, form) => {
    const personId = token ? await findLinkReader(token, new Date()) : await signedInPerson();
    if (!personId) return { goTo: token ? here(token) : "/sign-in" };
    const studentId = readGuardianToken(await guardianPass.read(), personId, new Date());
    return work(personId, studentId, token, form);
  });
}
