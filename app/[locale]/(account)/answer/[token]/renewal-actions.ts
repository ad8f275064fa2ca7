"use server";

import { getLocale, getTranslations } from "next-intl/server";
import { z } from "zod";
import { getClientAddress } from "@/app/[locale]/_lib/client-address";
import { optionalInteger, optionalText, parseForm } from "@/app/[locale]/_lib/parse-form";
import { findPageChanges } from "@/app/[locale]/(account)/account/page-changed";
import { readRenewalRequest } from "@/lib/family/renewal/queries";
import { answerRenewal, type RenewalRequest, renewalShown, setLeaving } from "@/lib/family/renewal/verbs";
import { DomainError } from "@/lib/people/verb";
import { tryConsumeFormLimit } from "@/lib/wizard/limits";
import { createLinkAction, getAnswerAddress } from "../link-form-action";

/** Children without an answer stay open. */
export const answerRenewalAction = createLinkAction(async (personId, token, form) => {
  const [now, locale] = [new Date(), await getLocale()];
  const renewal = await readRenewalRequest(personId, now, locale);
  if (!renewal || renewal.isOver) return { redirect: getAnswerAddress(token) };
  const changed = await findPageChanges(form, renewalShown(renewal), isAnsweredAlike(form, renewal));
  if (changed) return changed;
  const answers = parseAnswers(form, renewal);
  if (answers.length === 0) {
    const t = await getTranslations("account.renewal");
    return { problems: [{ field: `answer-${renewal.open[0]?.id}`, text: t("noneChosen") }] };
  }
  const address = await getClientAddress();
  if (!(await tryConsumeFormLimit("sends", address))) throw new DomainError({ code: "limited" });
  const listAnswers = (kind: string) => answers.filter(({ answer }) => answer === kind);
  const changes = listAnswers("change").length > 0;
  const { year, terms, terms_url } = parseForm(
    form,
    z.object({ year: optionalInteger, terms: optionalText, terms_url: optionalText }),
  );
  const input = {
    yearId: year,
    stays: answers.flatMap(({ id, answer }) => (answer.startsWith(`${id} `) ? answer : [])),
    leaving: listAnswers("leave").map(({ reference }) => reference),
    changes,
    accepted: terms === "yes",
    termsUrl: terms_url,
    locale,
    address,
  };
  await answerRenewal(personId, input, now);
  return { redirect: `${getAnswerAddress(token)}?said=${changes ? "changes" : "answered"}` };
});

/** Asks the renewal again after a Leave. */
export const undoLeaveByLinkAction = createLinkAction(async (personId, token, form) => {
  const [now, locale] = [new Date(), await getLocale()];
  const renewal = await readRenewalRequest(personId, now, locale);
  if (!renewal || renewal.isOver) return { redirect: getAnswerAddress(token) };
  const { reference } = parseForm(form, z.object({ reference: optionalText }));
  await setLeaving(personId, reference, false, now);
  return { redirect: getAnswerAddress(token) };
});

/** Already answered alike, as by a double click. */
const isAnsweredAlike = (form: FormData, { answered }: RenewalRequest) =>
  answered
    .map((student) => ({ ...student, control: `answer-${student.id}` }))
    .filter(({ id, requested, control }) => {
      const value = String(form.get(control) ?? "");
      return requested ? value.startsWith(`${id} `) : value === "leave";
    })
    .map(({ control }) => control);

/** Answers by student id. */
function parseAnswers(form: FormData, { open }: RenewalRequest) {
  const fields = z.object(Object.fromEntries(open.map(({ id }) => [`answer-${id}`, optionalText])));
  const answers: Record<string, string> = parseForm(form, fields);
  return open.flatMap(({ id, previous: { reference } }) => {
    const answer = answers[`answer-${id}`];
    return answer ? [{ id, reference, answer }] : [];
  });
}
