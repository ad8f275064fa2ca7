"use server";

import { z } from "zod";
import { disagree } from "@/lib/family/verbs";
import { ActionError } from "@/lib/people/verb";
import { asFamily, text } from "../../../act";

const objection = z.object({ reference: text, words: text });

/** The other guardian does not decide: their words go to the school. */
export const disagreeAction = asFamily(objection, async (personId, { reference, words }) => {
  const code = await disagree(personId, reference, words, new Date());
  if (code) throw new ActionError({ field: "words", code });
  return { goTo: "/account?said=disagreed" };
});
