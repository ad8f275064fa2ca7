"use server";

import { getLocale, getTranslations } from "next-intl/server";
import { z } from "zod";
import { parseForm } from "@/app/[locale]/_lib/parse-form";
import { guardianTokenCookie } from "@/app/[locale]/(account)/_lib/session";
import { pageChanged } from "@/app/[locale]/(account)/account/page-changed";
import { answerPlaceConfirmations, listPlacesToConfirm, placesShown } from "@/lib/family/confirmations/verbs";
import { createGuardianToken } from "@/lib/family/guardians/verbs";
import { findStudentByBirthDate } from "@/lib/family/renewal/verbs";
import { readRawInput, toFieldValues } from "@/lib/wizard/form-values";
import { createLinkAction, getAnswerAddress } from "./link-form-action";

const BIRTH_DATE = ["student_birth_date"] as const;

/** Opens the question with the student's birth date. */
export const checkBirthDateAction = createLinkAction(async (personId, _, token, form) => {
  const t = await getTranslations("account.placeAnswer");
  const birthDate = toFieldValues(readRawInput(form, BIRTH_DATE), BIRTH_DATE, []).student_birth_date;
  const refuse = (words: string) => ({ problems: [{ field: "student_birth_date_day", words }] });
  if (typeof birthDate !== "string") return refuse(t("problems.required"));
  const found = await findStudentByBirthDate(personId, birthDate, new Date());
  if (typeof found === "string") return refuse(t(`problems.${found}`));
  await guardianTokenCookie.keep(createGuardianToken(personId, found.studentId, new Date()), {
    maxAge: 3600,
  });
  return { goTo: getAnswerAddress(token) };
});

/** Places without an answer stay open. */
export const confirmPlacesAction = createLinkAction(async (personId, studentId, token, form) => {
  const places = await listPlacesToConfirm(personId, new Date(), await getLocale());
  if (token && !places.some((place) => place.studentId === studentId))
    return { goTo: getAnswerAddress(token) };
  const changed = await pageChanged(form, placesShown(places));
  if (changed) return changed;
  const answers = readAnswers(
    form,
    places.map(({ reference }) => reference),
  );
  if (answers.length === 0) {
    const t = await getTranslations("account.placeAnswer");
    return { problems: [{ field: `answer-${places[0]?.reference}`, words: t("problems.choose") }] };
  }
  await answerPlaceConfirmations(personId, answers, new Date());
  return { goTo: `${token ? getAnswerAddress(token) : "/account"}?said=answered` };
});

/** Answers by the place's reference. */
function readAnswers(form: FormData, references: string[]) {
  const schema = z.object(Object.fromEntries(references.map((reference) => [`answer-${reference}`, answer])));
  return Object.entries(parseForm(form, schema)).flatMap(([name, answer]) =>
    answer ? [{ reference: name.slice("answer-".length), answer }] : [],
  );
}

const answer = z.enum(["kept", "given_up"]).optional().catch(undefined);
