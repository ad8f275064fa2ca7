"use server";

import { getTranslations } from "next-intl/server";
import { readActionInput, runAsStaff, runThenRedirect } from "@/app/[locale]/desk/_lib/staff-action";
import { orOvertaken } from "@/app/[locale]/desk/or-overtaken";
import type { FormAction } from "@/components/forms/action-state";
import { changeLegalTexts, changeMailText, changeReason, retireReason } from "@/lib/desk/texts/verbs";
import { getMailTextPreviews } from "./mail-text-preview";
import { isPreview } from "./preview-schema";

/** Saves a new version; `intent=look` previews it. */
export const saveLegalTextAction: FormAction = async (_, form) =>
  runAsStaff(form, async ({ actor }) => {
    if (isPreview(form)) return {};
    return orOvertaken(form, await meanwhile(), async () => {
      await changeLegalTexts(readActionInput(form, changeLegalTexts), actor);
      return { goTo: "/desk/texts?said=text" };
    });
  });

/** Saves the school's own text of a mail; `intent=look` previews it. */
export const saveMailTextAction: FormAction = async (_, form) =>
  runAsStaff(form, async ({ actor }) => {
    const input = readActionInput(form, changeMailText);
    if (isPreview(form)) return { preview: await getMailTextPreviews(input) };
    return orOvertaken(form, await meanwhile(), async () => {
      await changeMailText(input, actor);
      return { goTo: "/desk/texts?said=text" };
    });
  });

export const saveReasonAction: FormAction = async (_, form) =>
  runAsStaff(form, async ({ actor }) =>
    orOvertaken(form, await meanwhile(), async () => {
      await changeReason(readActionInput(form, changeReason), actor);
      return { goTo: "/desk/texts?said=text" };
    }),
  );

export const retireReasonAction: FormAction = async (_, form) =>
  runThenRedirect(form, retireReason, "/desk/texts?said=reasonRetired");

async function meanwhile() {
  const t = await getTranslations("desk.texts");
  return (who: string) => t("overtaken", { who });
}
