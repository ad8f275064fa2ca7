import { z } from "zod";
import { answerQuestionIn } from "@/lib/decisions/questions/answer";
import { givenWords } from "@/lib/decisions/refusal";
import { isOver, stateNames } from "@/lib/enrollment/states";
import type { Locale } from "@/lib/i18n/locales";
import { partColumns, partOf, seenBy } from "@/lib/people/accounts/access";
import { checked } from "@/lib/people/verb";
import { type Day, dayOf } from "@/lib/platform/dates";
import { prisma } from "@/lib/platform/prisma";
import { todayIn } from "@/lib/platform/sandbox";
import { isUuid } from "@/lib/platform/uuid";
import { settings } from "@/lib/school/settings";
import { tidy } from "./disagree";
import { ownEnrollment } from "./own";

/** What the school asks about an enrollment, and by when. */
export type QuestionToAnswer = {
  id: string;
  reference: string;
  studentId: string;
  student: string;
  birthDate: Day | undefined;
  reason: Record<Locale, string> | null;
  words: string | null;
  answerBy: Day;
};

const over = stateNames.filter(isOver);

/** What a person is asked by the school, of the enrollments for which they act: the soonest first (desk 37). */
export async function questionsToAnswer(personId: string, now: Date): Promise<QuestionToAnswer[]> {
  const { time_zone } = await settings();
  const rows = await prisma().question.findMany({
    where: {
      answeredAt: null,
      closedAt: null,
      enrollment: { ...seenBy(personId), state: { notIn: over } },
    },
    orderBy: [{ answerBy: "asc" }, { createdAt: "asc" }],
    select: {
      id: true,
      words: true,
      answerBy: true,
      reason: { select: { es: true, ca: true, en: true } },
      enrollment: { select: asked(personId) },
    },
  });
  return rows.flatMap(({ enrollment, answerBy, ...question }) => {
    if (partOf(enrollment, personId, todayIn(time_zone, now)) !== "sender") return [];
    const { reference, studentId, student } = enrollment;
    return {
      ...question,
      answerBy: dayOf(answerBy),
      reference,
      studentId,
      student: [student.name, student.surname].filter(Boolean).join(" "),
      birthDate: student.birthDate ? dayOf(student.birthDate) : undefined,
    };
  });
}

function asked(personId: string) {
  const { studentId, student } = partColumns(personId);
  return {
    reference: true,
    studentId,
    student: { select: { ...student.select, name: true, surname: true } },
  } as const;
}

const answer = z.object({ reference: z.string(), question: z.string(), reply: givenWords });

/** What somebody answers who acts for the enrollment. @throws Refused, DecisionRefusal `not_their_own` */
export async function answerQuestion(
  personId: string,
  input: z.input<typeof answer>,
  now: Date,
): Promise<void> {
  const { reference, question, reply } = checked(answer, { ...input, reply: tidy(input.reply) });
  await prisma().$transaction(async (tx) => {
    await ownEnrollment(tx, personId, reference, "sender", now);
    const id = isUuid(question) ? question : NOBODY;
    await answerQuestionIn(tx, { reference, question: id, personId, words: reply }, now);
  });
}

const NOBODY = "00000000-0000-0000-0000-000000000000";
