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
import { childrenShown } from "../_lib/draft-students";
import { hrefFromCheck } from "../hrefs";

/** Adds, selects or removes a child, then continues with the next question. */
export async function changeChildrenAction(_: undefined, form: FormData): Promise<never> {
  assertFormData(form);
  const locale = await getLocale();
  if (!(await tryConsumeFormLimit("steps", await getClientAddress())))
    return redirect({ href: `/enroll/${lastStep}`, locale });

  const { draft, lockedFor } = await getDraftOrLock();
  if (lockedFor) return redirect({ href: `/sign-in?onward=${lastStep}`, locale });
  const [what, key] = String(form.get("child")).split(" ");
  const school = await getFormSchool(draft?.content);
  const shown = form.get(SHOWN);
  let isChanged = false;
  const content = await changeDraft(await readDraftToken(), (draft) => {
    // Only removal needs to match the displayed child.
    isChanged = what === "remove" && changedParts(shown, childrenShown(draft, school)).length > 0;
    return draft.sent || isChanged ? draft : changed(draft, what, Number(key), school);
  });
  if (!content) return redirect({ href: "/enroll", locale });
  if (isChanged) return redirect({ href: "/enroll/children?overtaken=changed", locale });
  const open = findFirstOpenStep(createFormFlow(content, school), school);
  const href = `/enroll/${open}${open === lastStep || what === "add" ? "" : "?from=check"}`;
  return redirect({ href, locale });
}

/** Accepts the suggested address; if the step rejects it, shows the step. */
export async function correctEmailAction(_: undefined, form: FormData): Promise<never> {
  assertFormData(form);
  const locale = await getLocale();
  const [field, key] = String(form.get(CORRECTION_FORM)).split(" ");
  const [school, { lockedFor }] = await Promise.all([getFormSchool(), getDraftOrLock()]);
  let step: StepId = lastStep;
  if (!lockedFor && (await tryConsumeFormLimit("steps", await getClientAddress())))
    await changeDraft(await readDraftToken(), (draft) => {
      const corrected = correctEmail(selectChildByKey(draft, Number(key)), field as FormField, school);
      step = corrected.refusedAt ?? lastStep;
      return corrected.content;
    });
  return redirect({ href: hrefFromCheck(step), locale });
}

function changed(draft: DraftContent, what: string | undefined, key: number, school: FormSchool) {
  if (what === "turn") return selectChildByKey(draft, key);
  if (what === "remove") return removeChild(draft, key);
  // Continues with an incomplete child instead of adding one; adults enroll alone.
  const ready = !findFirstOpenChild(draft, school) && createFormFlow(draft, school).branch === "minor";
  return what === "add" && ready ? addChild(draft) : draft;
}
