"use server";

import { z } from "zod";
import { createAccountAction, optionalText } from "@/app/[locale]/(account)/_lib/form-action";
import { disagree } from "@/lib/family/verbs";
import { DomainError } from "@/lib/people/verb";

const objection = z.object({ reference: optionalText, words: optionalText });

/** The other guardian cannot decide, only write to the school. */
export const disagreeAction = createAccountAction(objection, async (personId, { reference, words }) => {
  const code = await disagree(personId, reference, words, new Date());
  if (code) throw new DomainError({ field: "words", code });
  return { goTo: "/account?said=disagreed" };
});
