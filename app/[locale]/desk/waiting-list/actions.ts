"use server";

import { getLocale } from "next-intl/server";
import { asStaff } from "@/app/[locale]/desk/act";
import { read } from "@/app/[locale]/read-form";
import type { FormAction } from "@/components/action/action-state";
import { callNext } from "@/lib/decisions/places/verbs";
import { DecisionError } from "@/lib/decisions/decision-error";
import { formatDecisionError } from "@/lib/decisions/error-text";
import { callForm } from "./schema";

/** Calls those whom the page proposed; who cannot be called any more is named with what stands in the way. */
export const callAction: FormAction = async (_, form) =>
  asStaff(form, async ({ actor }) => {
    const { year, call } = read(form, callForm);
    const { refused } = await callNext({ year, calls: call.flat() }, actor);
    if (refused.length === 0) return { goTo: `/desk/waiting-list?year=${year}&said=called` };
    const locale = await getLocale();
    return {
      problems: refused.map(({ reference, code }) => ({
        words: `${reference}: ${formatDecisionError(new DecisionError(code), locale)}`,
      })),
    };
  });
