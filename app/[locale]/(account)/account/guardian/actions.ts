"use server";

import { getLocale, getTranslations } from "next-intl/server";
import { z } from "zod";
import { optionalText } from "@/app/[locale]/_lib/parse-form";
import { checkBirthDate } from "@/app/[locale]/(account)/_lib/check-birth-date";
import { createPublicAction } from "@/app/[locale]/(account)/_lib/form-action";
import { getSignedInPersonId, guardianTokenCookie } from "@/app/[locale]/(account)/_lib/session";
import type { ActionOutcome } from "@/components/forms/action-state";
import {
  confirmGuardianSignedIn,
  denyGuardian,
  disagreeAsGuardian,
  findChildByBirthDate,
  readGuardianToken,
} from "@/lib/family/guardians/verbs";
import { findSetupPerson } from "@/lib/people/accounts/sessions";
import { DomainError } from "@/lib/people/verb";

const linkSchema = z.object({ token: optionalText });

/** Opens the guardian's questions with the child's birth date. */
export const checkChildBirthDateAction = createPublicAction(linkSchema, async ({ token }, form) => {
  const t = await getTranslations("account.guardian");
  const personId = await findPersonId(token);
  if (!personId) return { redirect: getFallbackAddress(token) };
  const problem = await checkBirthDate(personId, form, findChildByBirthDate, t);
  return problem ?? { redirect: getPath(token) };
});

/** For signed-in guardians. */
export const confirmGuardianAction = createGuardianAction(
  z.object({ token: optionalText, terms: optionalText }),
  async (guardian, { terms }) => {
    if (terms !== "yes") throw new DomainError({ field: "terms", code: "required" });
    await confirmGuardianSignedIn({ ...guardian, locale: await getLocale() }, new Date());
    await guardianTokenCookie.delete();
    return { redirect: "/account?said=confirmed" };
  },
);

export const disagreeAsGuardianAction = createGuardianAction(
  z.object({ token: optionalText, words: optionalText }),
  async (guardian, { words }) => {
    await disagreeAsGuardian(guardian.personId, guardian.studentId, words, new Date());
    return { redirect: "/account-setup/answered" };
  },
);

export const denyGuardianAction = createGuardianAction(linkSchema, async ({ personId, studentId }) => {
  await denyGuardian(personId, studentId, new Date());
  await guardianTokenCookie.delete();
  return { redirect: "/account-setup/answered" };
});

/** The page of the link, or of the account. */
const getPath = (token: string) =>
  token ? `/account-setup/${encodeURIComponent(token)}` : "/account/guardian";

const getFallbackAddress = (token: string) => (token ? getPath(token) : "/sign-in");

/** The person of the link or the session. */
const findPersonId = async (token: string) =>
  token ? (await findSetupPerson(token, new Date()))?.id : getSignedInPersonId();

/** An answer of a named guardian; asks for the child's birth date again without its cookie. */
function createGuardianAction<Schema extends z.ZodObject<{ token: typeof optionalText }>>(
  schema: Schema,
  run: (guardian: { personId: string; studentId: string }, input: z.output<Schema>) => Promise<ActionOutcome>,
) {
  return createPublicAction(schema, async (input) => {
    const personId = await findPersonId(input.token);
    if (!personId) return { redirect: getFallbackAddress(input.token) };
    const studentId = readGuardianToken(await guardianTokenCookie.read(), personId, new Date());
    return studentId ? run({ personId, studentId }, input) : { redirect: getPath(input.token) };
  });
}
