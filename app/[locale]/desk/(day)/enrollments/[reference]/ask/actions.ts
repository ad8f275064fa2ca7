"use server";

import { toPreviewMail } from "@/app/[locale]/desk/_lib/preview-mails";
import { getListQuery, getSubjectId } from "@/app/[locale]/desk/_lib/session";
import { readActionInput, runAsStaff } from "@/app/[locale]/desk/_lib/staff-action";
import type { FormAction } from "@/components/forms/action-state";
import { askFamily, previewQuestion } from "@/lib/decisions/questions/verbs";
import { getEnrollmentUrl } from "@/lib/desk/list/filters";

/** Asks, or previews the mail. */
export const askQuestionAction: FormAction = async (_, form) =>
  runAsStaff(form, async ({ actor }) => {
    const reference = await getSubjectId();
    const question = readActionInput(form, askFamily, { reference });
    if (form.get("intent") === "look")
      return { preview: [await toPreviewMail(await previewQuestion(question, actor, new Date()))] };
    await askFamily(question, actor);
    return {
      redirect: getEnrollmentUrl(reference, await getListQuery(), { query: { said: "familyAsked" } }),
    };
  });
