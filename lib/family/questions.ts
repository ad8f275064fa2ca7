import { z } from "zod";
import { saveAnswer } from "@/lib/decisions/questions/answer";
import { requiredTextSchema } from "@/lib/decisions/refusal";
import { isEnded, stateNames } from "@/lib/enrollment/states";
import type { Locale } from "@/lib/i18n/locales";
import { createRoleColumns, getFamilyRole, whereVisibleTo } from "@/lib/people/accounts/access";
import { parseActionInput } from "@/lib/people/verb";
import { type Day, toDay } from "@/lib/platform/dates";
import { prisma } from "@/lib/platform/prisma";
import { getToday } from "@/lib/platform/sandbox";
import { isUuid } from "@/lib/platform/uuid";
import { getSettings } from "@/lib/school/settings";
import { normaliseText } from "./disagree";
import { requireEnrollment } from "./own";

/** What the school asks about an enrollment, and by when. */
export type OpenQuestion = {
  id: string;
  reference: string;
  studentId: string;
  student: string;
  birthDate: Day | undefined;
  reason: Record<Locale, string> | null;
  words: string | null;
  answerBy: Day;
};

const over = stateNames.filter(isEnded);

/** What a person is asked by the school, of the enrollments for which they act: the soonest first (desk 37). */
export async function listOpenQuestions(personId: string, now: Date): Promise<OpenQuestion[]> {
  const { time_zone } = await getSettings();
  const rows = await prisma().question.findMany({
    where: {
      answeredAt: null,
      closedAt: null,
      enrollment: { ...whereVisibleTo(personId), state: { notIn: over } },
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
    if (getFamilyRole(enrollment, personId, getToday(time_zone, now)) !== "sender") return [];
    const { reference, studentId, student } = enrollment;
    return {
      ...question,
      answerBy: toDay(answerBy),
      reference,
      studentId,
      student: [student.name, student.surname].filter(Boolean).join(" "),
      birthDate: student.birthDate ? toDay(student.birthDate) : undefined,
    };
  });
}

function asked(personId: string) {
  const { studentId, student } = createRoleColumns(personId);
  return {
    reference: true,
    studentId,
    student: { select: { ...student.select, name: true, surname: true } },
  } as const;
}

const answer = z.object({ reference: z.string(), question: z.string(), reply: requiredTextSchema });

/** What somebody answers who acts for the enrollment. @throws Refused, DecisionRefusal `not_their_own` */
export async function answerQuestion(
  personId: string,
  input: z.input<typeof answer>,
  now: Date,
): Promise<void> {
  const { reference, question, reply } = parseActionInput(answer, { ...input, reply: normaliseText(input.reply) });
  await prisma().$transaction(async (tx) => {
    await requireEnrollment(tx, personId, reference, "sender", now);
    const id = isUuid(question) ? question : NIL_UUID;
    await saveAnswer(tx, { reference, question: id, personId, words: reply }, now);
  });
}

const NIL_UUID = "00000000-0000-0000-0000-000000000000";
