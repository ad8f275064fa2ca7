"use server";

import { getTranslations } from "next-intl/server";
import type { FormAction } from "@/components/action/action-state";
import { changeLegalTexts, changeMailText, changeReason, retireReason } from "@/lib/desk/texts/verbs";
import { asStaff, doThen, inputOf } from "../act";
import { orOvertaken } from "../or-overtaken";
import { wantsLook } from "./schema";
import { previewsOf } from "./sentence-preview";

/** Keeps the next version of the terms or the privacy notice; with `intent=look` shows it before. */
export const legalAction: FormAction = async (_, form) =>
  asStaff(form, async ({ actor }) => {
    if (wantsLook(form)) return {};
    return orOvertaken(form, await meanwhile(), async () => {
      await changeLegalTexts(inputOf(form, changeLegalTexts), actor);
      return { goTo: "/desk/texts?said=text" };
    });
  });

/** Gives mails a sentence of the school's own; with `intent=look` shows one that says it. */
export const sentenceAction: FormAction = async (_, form) =>
  asStaff(form, async ({ actor }) => {
    const input = inputOf(form, changeMailText);
    if (wantsLook(form)) return { preview: await previewsOf(input) };
    return orOvertaken(form, await meanwhile(), async () => {
      await changeMailText(input, actor);
      return { goTo: "/desk/texts?said=text" };
    });
  });

/** Writes a reason anew, or a new one. */
export const reasonAction: FormAction = async (_, form) =>
  asStaff(form, async ({ actor }) =>
    orOvertaken(form, await meanwhile(), async () => {
      await changeReason(inputOf(form, changeReason), actor);
      return { goTo: "/desk/texts?said=text" };
    }),
  );

/** Offers a reason no longer. */
export const retireReasonAction: FormAction = async (_, form) =>
  doThen(form, retireReason, "/desk/texts?said=reasonRetired");

async function meanwhile() {
  const t = await getTranslations("desk.texts");
  return (who: string) => t("overtaken", { who });
}
