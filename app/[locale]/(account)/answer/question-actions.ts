"use server";

import { z } from "zod";
import { optionalText, parseForm } from "@/app/[locale]/_lib/parse-form";
import { answerQuestion } from "@/lib/family/confirmations/verbs";
import { createLinkAction, getAnswerAddress } from "./link-form-action";

/** A text answer (desk 37). */
export const answerQuestionAction = createLinkAction(async (personId, token, form) => {
  const input = parseForm(
    form,
    z.object({ reference: optionalText, question: optionalText, reply: optionalText }),
  );
  await answerQuestion(personId, input, new Date());
  return {
    redirect: `${token ? getAnswerAddress(token) : `/account/enrollments/${input.reference}`}?said=replied`,
  };
});
