"use server";

import { z } from "zod";
import { changeOwnChoices } from "@/lib/family/verbs";
import { readSentAnswers } from "@/lib/family/queries";
import { choiceFields } from "@/lib/wizard/questions";
import { checkFields } from "../../../../check-fields";
import { asFamily, text } from "../../../act";
import { signedInPerson } from "../../../session-cookie";

const options = [1, 2, 3] as const;

/** What is wished for, by the same rules as in the form. */
export const changeChoicesAction = asFamily(
  z.object({ reference: text }),
  async (personId, { reference }, form) => {
    const sent = await readSentAnswers(personId, reference, new Date());
    const checked = await checkFields(form, choiceFields, "minor", { school_year_id: sent?.schoolYearId });
    if ("problems" in checked) return checked;
    const of = (list: "student_speciality_option" | "student_syllabi_option") =>
      options.flatMap((option) => {
        const id = checked.values[`${list}${option}`];
        return typeof id === "number" ? [{ option, id }] : [];
      });
    const choices = { specialities: of("student_speciality_option"), syllabi: of("student_syllabi_option") };
    await changeOwnChoices(personId, reference, choices, new Date());
    return { goTo: `/account/enrollments/${reference}?said=chosen` };
  },
);

/** Whether a page that is only looked at again would still be theirs. */
export const isStillSignedIn = async (): Promise<boolean> => (await signedInPerson()) !== undefined;
