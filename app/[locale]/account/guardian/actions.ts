"use server";

import { getLocale, getTranslations } from "next-intl/server";
import { z } from "zod";
import {
  confirmGuardianSignedIn,
  createGuardianToken,
  denyGuardian,
  disagreeAsGuardian,
  findChildByBirthDate,
  readGuardianToken,
} from "@/lib/family/guardians/verbs";
import { toFieldValues, readRawInput } from "@/lib/wizard/form-values";
import type { Locale } from "@/lib/i18n/locales";
import { findSetupPerson } from "@/lib/people/accounts/sessions";
import { ActionError } from "@/lib/people/verb";
import { asAnybody, type Outcome, text } from "../act";
import { guardianPass, signedInPerson } from "../session-cookie";

const link = z.object({ token: text });
const BIRTH_DATE = ["student_birth_date"] as const;

/** The child's birth date opens what the named guardian is asked. */
export const birthDateAction = asAnybody(link, async ({ token }, form) => {
  const t = await getTranslations("account.guardian");
  const personId = await named(token);
  if (!personId) return { goTo: notNamed(token) };
  const values = toFieldValues(readRawInput(form, BIRTH_DATE), BIRTH_DATE, []);
  const birthDate = values.student_birth_date;
  const refuse = (words: string) => ({ problems: [{ field: "student_birth_date_day", words }] });
  if (typeof birthDate !== "string") return refuse(t("problems.required"));
  const found = await findChildByBirthDate(personId, birthDate, new Date());
  if (typeof found === "string") return refuse(t(`problems.${found}`));
  await guardianPass.keep(createGuardianToken(personId, found.studentId, new Date()), { maxAge: 3600 });
  return { goTo: here(token) };
});

/** "I confirm", signed in: who they are and their password are known. */
export const confirmAction = asNamed(z.object({ token: text, terms: text }), async (who, { terms }) => {
  if (terms !== "yes") throw new ActionError({ field: "terms", code: "required" });
  await confirmGuardianSignedIn({ ...who, locale: (await getLocale()) as Locale }, new Date());
  await guardianPass.drop();
  return { goTo: "/account?said=confirmed" };
});

export const disagreeAsNamedAction = asNamed(
  z.object({ token: text, words: text }),
  async (who, { words }) => {
    const code = await disagreeAsGuardian(who.personId, who.studentId, words, new Date());
    if (code) throw new ActionError({ field: "words", code });
    return { goTo: "/account-setup/answered" };
  },
);

export const denyAction = asNamed(link, async ({ personId, studentId }) => {
  await denyGuardian(personId, studentId, new Date());
  await guardianPass.drop();
  return { goTo: "/account-setup/answered" };
});

/** Where the questions stand: behind the link, or in the account. */
const here = (token: string) => (token ? `/account-setup/${encodeURIComponent(token)}` : "/account/guardian");

const notNamed = (token: string) => (token ? here(token) : "/sign-in");

/** Whom the link tells, or the session. */
const named = async (token: string) => (token ? (await findSetupPerson(token, new Date()))?.id : signedInPerson());

/** An answer of a named guardian; without the child's birth date in this browser the page begins again. */
function asNamed<Schema extends z.ZodObject<{ token: typeof text }>>(
  schema: Schema,
  work: (who: { personId: string; studentId: string }, input: z.output<Schema>) => Promise<Outcome>,
) {
  return asAnybody(schema, async (input) => {
    const personId = await named(input.token);
    if (!personId) return { goTo: notNamed(input.token) };
    const studentId = readGuardianToken(await guardianPass.read(), personId, new Date());
    return studentId ? work({ personId, studentId }, input) : { goTo: here(input.token) };
  });
}
