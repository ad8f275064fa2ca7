"use server";

import { asStaff, inputOf } from "@/app/[locale]/desk/act";
import { addressed } from "@/app/[locale]/desk/decision-preview";
import { aboutHere, listHere } from "@/app/[locale]/desk/session";
import type { FormAction } from "@/components/action/action-state";
import { askFamily, previewQuestion } from "@/lib/decisions/questions/verbs";
import { getEnrollmentUrl } from "@/lib/desk/list/filters";

/** Asks the family, or shows the mail that it would get. */
export const askAction: FormAction = async (_, form) =>
  asStaff(form, async ({ actor }) => {
    const reference = await aboutHere();
    const question = inputOf(form, askFamily, { reference });
    if (form.get("intent") === "look")
      return { preview: [await addressed(await previewQuestion(question, actor, new Date()))] };
    await askFamily(question, actor);
    return { goTo: getEnrollmentUrl(reference, await listHere(), { query: { said: "familyAsked" } }) };
  });
