"use server";

import { read } from "@/app/[locale]/read-form";
import type { FormAction } from "@/components/action/action-state";
import { openRenewal, assertDayInWindow, stopRenewal, hasSentInvitations } from "@/lib/admission/renewal/verbs";
import { asStaff } from "../act";
import { renewalForm } from "./schema";

/** Leads to what asking everybody with a place would do; of a renewal that was asked it changes the day. */
export const renewalAction: FormAction = async (_, form) =>
  asStaff(form, async ({ actor }) => {
    const { year, answerBy } = read(form, renewalForm);
    if (await hasSentInvitations(year)) {
      await openRenewal({ year, answerBy }, actor);
      return { goTo: `/desk/renewal?year=${year}&said=renewalDay` };
    }
    await assertDayInWindow(year, answerBy);
    return { goTo: `/desk/renewal/check?${new URLSearchParams({ year: String(year), day: answerBy })}` };
  });

/** Has those asked whom the page has shown. */
export const renewalCheckedAction: FormAction = async (_, form) =>
  asStaff(form, async ({ actor }) => {
    const { year, answerBy, count, typed } = read(form, renewalForm);
    await openRenewal({ year, answerBy, confirmation: { count, typed } }, actor);
    return { goTo: `/desk/renewal?year=${year}&said=renewalOpened` };
  });

export const stopRenewalAction: FormAction = async (_, form) =>
  asStaff(form, async ({ actor }) => {
    const { year } = read(form, renewalForm);
    await stopRenewal({ year }, actor);
    return { goTo: `/desk/renewal?year=${year}&said=renewalStopped` };
  });
