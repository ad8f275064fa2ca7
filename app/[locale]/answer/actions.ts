"use server";

import { getTranslations } from "next-intl/server";
import { field, leaveFor, orRefused } from "@/app/[locale]/account/act";
import { guardianPass, signedInPerson } from "@/app/[locale]/account/session-cookie";
import type { ActionState } from "@/components/action/action-state";
import { newPass, passFor } from "@/lib/family/guardian-pass";
import { answerPlaces, placesToAnswer, readerOfLink, studentBorn } from "@/lib/family/place-answers";
import { fieldValues, readTyped } from "@/lib/form/form-values";
import { typed } from "@/lib/platform/typed";

const BIRTH_DATE = ["student_birth_date"] as const;

/** The birth date of a student whom the mail names opens the question behind its link. */
export async function birthDateAction(_: ActionState, form: FormData): Promise<ActionState> {
  const t = await getTranslations("account.placeAnswer");
  return asAsked(form, async (personId) => {
    const birthDate = fieldValues(readTyped(form, BIRTH_DATE), BIRTH_DATE, []).student_birth_date;
    const refuse = (words: string) => ({ problems: [{ field: "student_birth_date_day", words }] });
    if (typeof birthDate !== "string") return refuse(t("problems.required"));
    const found = await studentBorn(personId, birthDate, new Date());
    if (typeof found === "string") return refuse(t(`problems.${found}`));
    const pass = newPass(personId, found.studentId, new Date());
    await guardianPass.keep(pass, { maxAge: 3600 });
    return { goTo: here(form) };
  });
}

/** Whether each place is kept; one without an answer stays open. */
export async function answerPlacesAction(_: ActionState, form: FormData): Promise<ActionState> {
  const t = await getTranslations("account.placeAnswer");
  return asAsked(form, async (personId, studentId) => {
    const places = await placesToAnswer(personId, new Date());
    if (field(form, "token") && !places.some((place) => place.studentId === studentId))
      return { goTo: here(form) };
    const answers = places.flatMap(({ reference }) => {
      const answer = field(form, `answer-${reference}`);
      return answer === "kept" || answer === "given_up" ? { reference, answer } : [];
    });
    if (answers.length === 0)
      return { problems: [{ field: `answer-${places[0]?.reference}`, words: t("problems.choose") }] };
    await answerPlaces(personId, answers as Parameters<typeof answerPlaces>[1], new Date());
    return { goTo: field(form, "token") ? here(form) : "/account?said=answered" };
  });
}

/** Where the question stands: behind the link, or in the account. */
const here = (form: FormData) => {
  const token = field(form, "token");
  return token ? `/answer/${encodeURIComponent(token)}` : "/account/answer";
};

/** Runs an answer of whom the link names or who is signed in. */
async function asAsked(
  form: FormData,
  work: (personId: string, studentId: string | undefined) => Promise<ActionState | { goTo: string }>,
): Promise<ActionState> {
  const token = field(form, "token");
  const personId = token ? await readerOfLink(token, new Date()) : await signedInPerson();
  if (!personId) return leaveFor(token ? here(form) : "/sign-in");
  const studentId = passFor(await guardianPass.read(), personId, new Date());
  const result = await orRefused(() => work(personId, studentId));
  if ("goTo" in result) return leaveFor(result.goTo);
  return { ...result, values: result.values ?? typed(form), at: Date.now() };
}
