"use server";

import { getTranslations } from "next-intl/server";
import { readActionInput, runAsStaff, runThenRedirect } from "@/app/[locale]/desk/_lib/staff-action";
import { orOvertaken } from "@/app/[locale]/desk/or-overtaken";
import type { FormAction } from "@/components/forms/action-state";
import { changeLegalTexts, changeMailText, changeReason, retireReason } from "@/lib/desk/texts/verbs";
import { getMailTextPreviews } from "./mail-text-preview";
import { isPreview } from "./preview-schema";

/** Keeps the next version of the terms or the privacy notice; with `intent=look` shows it before. */
export const saveLegalTextAction: FormAction = async (_, form) =>
  runAsStaff(form, async ({ actor }) => {
    if (isPreview(form)) return {};
    return orOvertaken(form, await meanwhile(), async () => {
      await changeLegalTexts(readActionInput(form, changeLegalTexts), actor);
      return { goTo: "/desk/texts?said=text" };
    });
  });

/** Gives mails a sentence of the school's own; with `intent=look` shows one that says it. */
export const saveMailTextAction: FormAction = async (_, form) =>
  runAsStaff(form, async ({ actor }) => {
    const input = readActionInput(form, changeMailText);
    if (isPreview(form)) return { preview: await getMailTextPreviews(input) };
    return orOvertaken(form, await meanwhile(), async () => {
      await changeMailText(input, actor);
      return { goTo: "/desk/texts?said=text" };
    });
  });

/** Writes a reason anew, or a new one. */
export const saveReasonAction: FormAction = async (_, form) =>
  runAsStaff(form, async ({ actor }) =>
    orOvertaken(form, await meanwhile(), async () => {
      await changeReason(readActionInput(form, changeReason), actor);
      return { goTo: "/desk/texts?said=text" };
    }),
  );

/** Offers a reason no longer. */
export const retireReasonAction: FormAction = async (_, form) =>
  runThenRedirect(form, retireReason, "/desk/texts?said=reasonRetired");

async function meanwhile() {
  const t = await getTranslations("desk.texts");
  return (who: string) => t("overtaken", { who });
}
