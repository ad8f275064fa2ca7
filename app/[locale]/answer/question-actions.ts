"use server";

import { z } from "zod";
import { text } from "@/app/[locale]/account/act";
import { read } from "@/app/[locale]/read-form";
import { answerQuestion, listOpenQuestions } from "@/lib/family/confirmations/verbs";
import { asAsked, here } from "./as-asked";

/** An answer in words to what the school asks (desk 37). */
export const answerQuestionAction = asAsked(async (personId, studentId, token, form) => {
  const now = new Date();
  const asked = await listOpenQuestions(personId, now);
  if (token && !asked.some((question) => question.studentId === studentId)) return { goTo: here(token) };
  const input = read(form, z.object({ reference: text, question: text, reply: text }));
  await answerQuestion(personId, input, now);
  return { goTo: `${token ? here(token) : `/account/enrollments/${input.reference}`}?said=replied` };
});
