"use server";

import { z } from "zod";
import { optionalText } from "@/app/[locale]/_lib/parse-form";
import { validateFields } from "@/app/[locale]/_lib/validate-fields";
import { createAccountAction } from "@/app/[locale]/(account)/_lib/form-action";
import { getSignedInPersonId } from "@/app/[locale]/(account)/_lib/session";
import { readSentAnswers } from "@/lib/family/queries";
import { changeOwnChoices } from "@/lib/family/verbs";
import { choiceFields } from "@/lib/wizard/questions";

const options = [1, 2, 3] as const;

/** Validated like the wizard. */
export const changeChoicesAction = createAccountAction(
  z.object({ reference: optionalText }),
  async (personId, { reference }, form) => {
    const sent = await readSentAnswers(personId, reference, new Date());
    const result = await validateFields(form, choiceFields, "minor", { school_year_id: sent?.schoolYearId });
    if ("problems" in result) return result;
    const pick = (list: "student_speciality_option" | "student_syllabi_option") =>
      options.flatMap((option) => {
        const id = result.values[`${list}${option}`];
        return typeof id === "number" ? [{ option, id }] : [];
      });
    const choices = {
      specialities: pick("student_speciality_option"),
      syllabi: pick("student_syllabi_option"),
    };
    await changeOwnChoices(personId, reference, choices, new Date());
    return { redirect: `/account/enrollments/${reference}?said=chosen` };
  },
);

/** Checked before a page reloads, so that no input is lost. */
export const isStillSignedIn = async (): Promise<boolean> => (await getSignedInPersonId()) !== undefined;
