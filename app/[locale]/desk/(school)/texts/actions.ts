"use server";

import { readActionInput, runAsStaff } from "@/app/[locale]/desk/_lib/staff-action";
import { catchConflict } from "@/app/[locale]/desk/catch-conflict";
import type { FormAction } from "@/components/forms/action-state";
import { changeLegalTexts, changeMailText } from "@/lib/desk/texts/verbs";
import { getMailTextPreviews } from "./mail-text-preview";
import { isPreview } from "./preview-schema";

/** Saves a new version; `intent=look` previews it. */
export const saveLegalTextAction: FormAction = async (_, form) =>
  runAsStaff(form, async ({ actor }) => {
    if (isPreview(form)) return {};
    return catchConflict(form, async () => {
      await changeLegalTexts(readActionInput(form, changeLegalTexts), actor);
      return { redirect: "/desk/texts?said=text" };
    });
  });

/** Saves the school's own text of a mail; `intent=look` previews it. */
export const saveMailTextAction: FormAction = async (_, form) =>
  runAsStaff(form, async ({ actor }) => {
    const input = readActionInput(form, changeMailText);
    if (isPreview(form)) return { preview: await getMailTextPreviews(input) };
    return catchConflict(form, async () => {
      await changeMailText(input, actor);
      return { redirect: "/desk/texts?said=text" };
    });
  });
