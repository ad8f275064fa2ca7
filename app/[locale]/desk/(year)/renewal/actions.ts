"use server";

import { z } from "zod";
import { optionalInteger, optionalText, parseForm } from "@/app/[locale]/_lib/parse-form";
import { createStaffAction } from "@/app/[locale]/desk/_lib/staff-action";
import { hasSentInvitations } from "@/lib/admission/renewal/queries";
import { assertDayInWindow, openRenewal } from "@/lib/admission/renewal/verbs";

const renewalSchema = z.object({
  year: optionalInteger.transform((year = 0) => year),
  answerBy: optionalText,
  /** The previewed number, and the typed one. */
  count: optionalInteger.transform((count = 0) => count),
  typed: optionalText,
});

/** Leads to the preview; an open renewal only gets a new deadline. */
export const previewRenewalAction = createStaffAction(async ({ actor }, form) => {
  const { year, answerBy } = parseForm(form, renewalSchema);
  if (await hasSentInvitations(year)) {
    await openRenewal({ year, answerBy }, actor);
    return { redirect: `/desk/renewal?year=${year}&said=renewalDay` };
  }
  await assertDayInWindow(year, answerBy);
  return { redirect: `/desk/renewal/check?${new URLSearchParams({ year: String(year), day: answerBy })}` };
});

/** Invites exactly the previewed families. */
export const openRenewalAction = createStaffAction(async ({ actor }, form) => {
  const { year, answerBy, count, typed } = parseForm(form, renewalSchema);
  await openRenewal({ year, answerBy, confirmation: { count, typed } }, actor);
  return { redirect: `/desk/renewal?year=${year}&said=renewalOpened` };
});
