"use server";

import { z } from "zod";
import { parseForm } from "@/app/[locale]/_lib/parse-form";
import { optionalText } from "@/app/[locale]/(account)/_lib/form-action";
import { answerQuestion } from "@/lib/family/confirmations/verbs";
import { listOpenQuestions } from "@/lib/family/queries";
import { createLinkAction, getAnswerAddress } from "./link-form-action";

/** A text answer (desk 37). */
export const answerQuestionAction = createLinkAction(async (personId, studentId, token, form) => {
  const now = new Date();
  const questions = await listOpenQuestions(personId, now);
  if (token && !questions.some((question) => question.studentId === studentId))
    return { redirect: getAnswerAddress(token) };
  const input = parseForm(
    form,
    z.object({ reference: optionalText, question: optionalText, reply: optionalText }),
  );
  await answerQuestion(personId, input, now);
  return {
    redirect: `${token ? getAnswerAddress(token) : `/account/enrollments/${input.reference}`}?said=replied`,
  };
});
