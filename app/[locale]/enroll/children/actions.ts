"use server";

import { getLocale } from "next-intl/server";
import { getClientAddress } from "@/app/[locale]/_lib/client-address";
import { CORRECTION_FORM } from "@/components/wizard/check/check-answers";
import { redirect } from "@/lib/i18n/navigation";
import { changedParts, SHOWN } from "@/lib/platform/fingerprint";
import { assertFormData } from "@/lib/platform/page-request";
import { addChild, removeChild, selectChildByKey } from "@/lib/wizard/drafts/children";
import { createFormFlow, findFirstOpenChild, findFirstOpenStep } from "@/lib/wizard/drafts/form-flow";
import { type FormSchool, getFormSchool } from "@/lib/wizard/drafts/queries";
import { correctEmail } from "@/lib/wizard/drafts/verbs";
import { changeDraft, type DraftContent } from "@/lib/wizard/drafts/writes";
import { tryConsumeFormLimit } from "@/lib/wizard/limits";
import { lastStep, type StepId } from "@/lib/wizard/steps";
import type { FormField } from "@/lib/wizard/types";
import { getDraftOrLock, readDraftToken } from "../_lib/draft-cookie";
import { getShownChildren } from "../_lib/draft-students";
import { getHrefFromCheck } from "../hrefs";

/** Adds, selects or removes a child, then continues with the next question. */
export async function changeChildrenAction(_: undefined, form: FormData): Promise<never> {
  assertFormData(form);
  const locale = await getLocale();
  if (!(await tryConsumeFormLimit("steps", await getClientAddress())))
    return redirect({ href: `/enroll/${lastStep}`, locale });

  const { draft, isLocked } = await getDraftOrLock();
  if (isLocked) return redirect({ href: `/sign-in?onward=${lastStep}`, locale });
  const [action, key] = String(form.get("child")).split(" ");
  const school = await getFormSchool(draft?.content);
  const shownParts = form.get(SHOWN);
  let isChanged = false;
  const content = await changeDraft(await readDraftToken(), (draft) => {
    // Only removal needs to match the displayed child.
    isChanged = action === "remove" && changedParts(shownParts, getShownChildren(draft, school)).length > 0;
    return draft.sent || isChanged ? draft : changeChildren(draft, action, Number(key), school);
  });
  if (!content) return redirect({ href: "/enroll", locale });
  if (isChanged) return redirect({ href: "/enroll/children?overtaken=changed", locale });
  const openStep = findFirstOpenStep(createFormFlow(content, school), school);
  const href = `/enroll/${openStep}${openStep === lastStep || action === "add" ? "" : "?from=check"}`;
  return redirect({ href, locale });
}

/** Accepts the suggested address; if the step rejects it, shows the step. */
export async function correctEmailAction(_: undefined, form: FormData): Promise<never> {
  assertFormData(form);
  const locale = await getLocale();
  const [field, key] = String(form.get(CORRECTION_FORM)).split(" ");
  const [school, { isLocked }] = await Promise.all([getFormSchool(), getDraftOrLock()]);
  let step: StepId = lastStep;
  if (!isLocked && (await tryConsumeFormLimit("steps", await getClientAddress())))
    await changeDraft(await readDraftToken(), (draft) => {
      const corrected = correctEmail(selectChildByKey(draft, Number(key)), field as FormField, school);
      step = corrected.refusedAt ?? lastStep;
      return corrected.content;
    });
  return redirect({ href: getHrefFromCheck(step), locale });
}

function changeChildren(draft: DraftContent, action: string | undefined, key: number, school: FormSchool) {
  if (action === "turn") return selectChildByKey(draft, key);
  if (action === "remove") return removeChild(draft, key);
  // Continues with an incomplete child instead of adding one; adults enroll alone.
  const canAdd = !findFirstOpenChild(draft, school) && createFormFlow(draft, school).branch === "minor";
  return action === "add" && canAdd ? addChild(draft) : draft;
}
