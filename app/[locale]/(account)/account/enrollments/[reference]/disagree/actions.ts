"use server";

import { z } from "zod";
import { optionalText } from "@/app/[locale]/_lib/parse-form";
import { createAccountAction } from "@/app/[locale]/(account)/_lib/form-action";
import { disagree } from "@/lib/family/verbs";

const objection = z.object({ reference: optionalText, words: optionalText });

/** The other guardian cannot decide, only write to the school. */
export const disagreeAction = createAccountAction(objection, async (personId, { reference, words }) => {
  await disagree(personId, reference, words, new Date());
  return { redirect: "/account?said=disagreed" };
});
