"use server";

import { getLocale, getTranslations } from "next-intl/server";
import { z } from "zod";
import { parseForm } from "@/app/[locale]/_lib/parse-form";
import { checkBirthDate } from "@/app/[locale]/(account)/_lib/check-birth-date";
import { findPageChanges } from "@/app/[locale]/(account)/account/page-changed";
import { answerPlaceConfirmations, listPlacesToConfirm, placesShown } from "@/lib/family/confirmations/verbs";
import { findStudentByBirthDate } from "@/lib/family/renewal/verbs";
import { createLinkAction, getAnswerAddress } from "./link-form-action";

/** Opens the question with the student's birth date. */
export const checkBirthDateAction = createLinkAction(async (personId, token, form) => {
  const t = await getTranslations("account.placeAnswer");
  const problem = await checkBirthDate(personId, form, findStudentByBirthDate, t);
  return problem ?? { redirect: getAnswerAddress(token) };
}, true);

/** Places without an answer stay open. */
export const confirmPlacesAction = createLinkAction(async (personId, token, form) => {
  const places = await listPlacesToConfirm(personId, new Date(), await getLocale());
  const changeProblems = await findPageChanges(form, placesShown(places));
  if (changeProblems) return changeProblems;
  const answers = parseAnswers(
    form,
    places.map(({ reference }) => reference),
  );
  if (answers.length === 0) {
    const t = await getTranslations("account.placeAnswer");
    return { problems: [{ field: `answer-${places[0]?.reference}`, text: t("problems.choose") }] };
  }
  await answerPlaceConfirmations(personId, answers, new Date());
  return { redirect: `${token ? getAnswerAddress(token) : "/account"}?said=answered` };
});

/** Answers by the place's reference. */
function parseAnswers(form: FormData, references: string[]) {
  const entries = references.map((reference) => [`answer-${reference}`, answerSchema] as const);
  const schema = z.object(Object.fromEntries(entries));
  return Object.entries(parseForm(form, schema)).flatMap(([name, answer]) =>
    answer ? [{ reference: name.slice("answer-".length), answer }] : [],
  );
}

const answerSchema = z.enum(["kept", "given_up"]).optional().catch(undefined);
