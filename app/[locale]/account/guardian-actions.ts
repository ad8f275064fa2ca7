"use server";

import { getLocale, getTranslations } from "next-intl/server";
import type { FormState } from "@/components/account/form-state";
import type { ActionState } from "@/components/action/action-state";
import { DecisionRefusal } from "@/lib/decisions/refusal";
import {
  confirmGuardian,
  confirmSignedIn,
  denyGuardian,
  disagreeAsNamed,
  findChild,
} from "@/lib/family/guardian";
import { newPass, passFor } from "@/lib/family/guardian-pass";
import { fieldValues, readTyped } from "@/lib/form/form-values";
import type { Locale } from "@/lib/i18n/locales";
import { mayTry, takeBack } from "@/lib/people/accounts/limits";
import { setPassword } from "@/lib/people/accounts/set-password";
import { findSetup } from "@/lib/people/accounts/setup-token";
import { typed } from "@/lib/platform/typed";
import { requesterAddress } from "../requester-address";
import { field, leaveFor, orRefused, orUnavailable } from "./act";
import { guardianPass, keepSession, signedInPerson } from "./session-cookie";

const BIRTH_DATE = ["student_birth_date"] as const;

/** The child's birth date opens what the named guardian is asked. */
export async function birthDateAction(_: ActionState, form: FormData): Promise<ActionState> {
  const t = await getTranslations("account.guardian");
  return asNamed(form, async (personId) => {
    const values = fieldValues(readTyped(form, BIRTH_DATE), BIRTH_DATE, []);
    const birthDate = values.student_birth_date;
    const refuse = (words: string) => ({ problems: [{ field: "student_birth_date_day", words }] });
    if (typeof birthDate !== "string") return refuse(t("problems.required"));
    const found = await findChild(personId, birthDate, new Date());
    if (typeof found === "string") return refuse(t(`problems.${found}`));
    const pass = newPass(personId, found.studentId, new Date());
    await guardianPass.keep(pass, { maxAge: 3600 });
    return { goTo: here(form) };
  });
}

/** "I confirm", from the link: with a name and a password. */
export async function confirmByLinkAction(_: FormState, form: FormData): Promise<FormState> {
  const [token, locale] = [field(form, "token"), (await getLocale()) as Locale];
  const input = {
    password: field(form, "password"),
    name: field(form, "name"),
    surname: field(form, "surname"),
  };
  const values = { name: input.name, surname: input.surname };
  const counted = { "password address": await requesterAddress(), "password token": token };
  if (!(await mayTry(counted))) return { problem: "limited", values, at: Date.now() };
  const person = await findSetup(token, new Date());
  const studentId = person && passFor(await guardianPass.read(), person.id, new Date());
  if (!person || !studentId) return leaveFor(here(form));

  const also = field(form, "terms") === "on" ? {} : { terms: "required" as const };
  const result = await orUnavailable(() =>
    setPassword(token, input, new Date(), {
      also,
      within: (tx) => confirmGuardian(tx, { personId: person.id, studentId, locale }, new Date()),
    }).catch((error) => {
      if (error instanceof DecisionRefusal) return { closed: true as const }; // answered meanwhile elsewhere
      throw error;
    }),
  );
  if (result === "unavailable") return { problem: "unavailable", values, at: Date.now() };
  if (!("closed" in result)) await takeBack(counted);
  if ("issues" in result) return { issues: result.issues, values, at: Date.now() };
  if ("closed" in result) return leaveFor(here(form));
  await keepSession(result.session);
  await guardianPass.drop();
  return leaveFor("/account?said=confirmed");
}

/** "I confirm", signed in: who they are and their password are known. */
export async function confirmAction(_: ActionState, form: FormData): Promise<ActionState> {
  const [t, locale] = [await getTranslations("account"), (await getLocale()) as Locale];
  return asNamed(form, async (personId, studentId) => {
    if (field(form, "terms") !== "on")
      return { problems: [{ field: "terms", words: t("issues.terms.required") }] };
    await confirmSignedIn({ personId, studentId: studentId ?? "", locale }, new Date());
    await guardianPass.drop();
    return { goTo: "/account?said=confirmed" };
  });
}

export async function disagreeAsNamedAction(_: ActionState, form: FormData): Promise<ActionState> {
  const t = await getTranslations("account.disagree");
  return asNamed(form, async (personId, studentId) => {
    const issue = await disagreeAsNamed(personId, studentId ?? "", field(form, "words"), new Date());
    if (issue) return { problems: [{ field: "words", words: t(issue) }] };
    return { goTo: "/account-setup/answered" };
  });
}

export async function denyAction(_: ActionState, form: FormData): Promise<ActionState> {
  return asNamed(form, async (personId, studentId) => {
    await denyGuardian(personId, studentId ?? "", new Date());
    await guardianPass.drop();
    return { goTo: "/account-setup/answered" };
  });
}

/** Where the questions stand: behind the link, or in the account. */
function here(form: FormData): string {
  const token = field(form, "token");
  return token ? `/account-setup/${encodeURIComponent(token)}` : "/account/guardian";
}

/**
 * Runs an answer of a named guardian, whom the link tells or the session; without either, or without the
 * child's birth date in this browser, the page begins again.
 */
async function asNamed(
  form: FormData,
  work: (personId: string, studentId: string | undefined) => Promise<ActionState | { goTo: string }>,
): Promise<ActionState> {
  const token = field(form, "token");
  const personId = token ? (await findSetup(token, new Date()))?.id : await signedInPerson();
  if (!personId) return leaveFor(token ? here(form) : "/sign-in");
  const studentId = passFor(await guardianPass.read(), personId, new Date());
  if (!studentId && !form.has("student_birth_date_day")) return leaveFor(here(form));
  const result = await orRefused(() => work(personId, studentId));
  if ("goTo" in result) return leaveFor(result.goTo);
  return { ...result, values: result.values ?? typed(form), at: Date.now() };
}
