import { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import { findRecipients } from "@/lib/decisions/messages";
import { listQuestionReasons } from "@/lib/decisions/reasons";
import { MAX_TEXT_LENGTH } from "@/lib/decisions/refusal";
import { lockEnrollmentStatus, type EnrollmentStatus } from "@/lib/decisions/standing";
import { isEnded } from "@/lib/enrollment/states";
import type { Locale } from "@/lib/i18n/locales";
import { enqueueMessage } from "@/lib/mail/queue";
import type { MailData } from "@/lib/mail/tells";
import { ActionError, defineAction } from "@/lib/people/verb";
import { type Day, toDate, addDays, isDay } from "@/lib/platform/dates";
import { getSchoolToday } from "@/lib/school/today";

/** So far ahead a family may answer: as long as the link of its mail works. */
const FURTHEST_DAYS = 120;

const question = z.object({
  reference: z.string(),
  /** One of the school's reasons; own words alone where there is none. */
  reason: z.string().default(""),
  words: z.string().trim().max(MAX_TEXT_LENGTH, "too_long").default(""),
  answerBy: z.string().refine(isDay, "invalid_date"),
});

export type QuestionInput = z.input<typeof question>;

/**
 * Asks a family for what is missing, beside the enrollment and without changing how it stands (desk 37). One question
 * is open at a time; an answered one that is still on the desk is closed by the next.
 * @throws Refused
 */
export const askFamily = defineAction(
  "family_asked",
  "decide",
  question,
  async ({ tx, actor, now, audit }, { reference, words, answerBy, reason: code }) => {
    const standing = await lockEnrollmentStatus(tx, { reference });
    const { to, reason, tells } = await validateQuestion(tx, standing, { reason: code, words, answerBy }, now);
    const own = { enrollmentId: standing.id, closedAt: null };
    await tx.question.updateMany({ where: { ...own, answeredAt: { not: null } }, data: { closedAt: now } });
    if ((await tx.question.count({ where: own })) > 0) throw new ActionError({ code: "question_open" });
    await tx.question.create({
      data: {
        enrollmentId: standing.id,
        reasonId: reason?.id,
        words: words || null,
        memberId: actor.kind === "staff" ? actor.id : null,
        answerBy: toDate(answerBy),
        createdAt: now,
      },
      select: { id: true },
    });
    const { id: personId, locale } = to;
    await enqueueMessage(tx, { kind: "question", personId, locale, enrollmentId: standing.id, tells });
    await audit(
      { kind: "enrollment", id: reference },
      { reason: [null, reason?.code], words: [null, words || null], answer_by: [null, answerBy] },
    );
  },
);

type QuestionFields = { reason: string; words: string; answerBy: Day };

/**
 * Whom a question goes to, and what its mail tells. @throws Refused when nothing is asked, in a reason that is not
 * offered, until a day that is over or too far, about what is over, or of nobody who can be written to
 */
export async function validateQuestion(
  tx: Prisma.TransactionClient,
  standing: EnrollmentStatus,
  { reason: code, words, answerBy }: QuestionFields,
  now: Date,
) {
  const reason = code ? (await listQuestionReasons(tx)).find((one) => one.code === code) : undefined;
  if (code && !reason) throw new ActionError({ field: "reason", code: "question_reason_unknown" });
  if (!reason && words === "") throw new ActionError({ field: "words", code: "question_needed" });
  const day = await getSchoolToday();
  if (answerBy <= day || answerBy > addDays(day, FURTHEST_DAYS))
    throw new ActionError({ field: "answerBy", code: "question_day" });
  if (isEnded(standing.decidedState)) throw new ActionError({ code: "question_over" });
  const to = await findApplicant(tx, standing.studentId, now);
  if (!to) throw new ActionError({ code: "question_nobody" });
  return { to, reason, tells: createQuestionMailData(to, { reason, words, answerBy }) };
}

type Reader = { reader: MailData["reader"]; locale: string };
type Asked = { reason: Record<Locale, string> | null | undefined; words: string | null; answerBy: Day };

/** What a question's mail tells whoever reads it: the reason in their language, the school's words as they are. */
export const createQuestionMailData = (to: Reader, { reason, words, answerBy }: Asked): MailData => ({
  reader: to.reader,
  reason: reason?.[to.locale as Locale],
  words: words || undefined,
  keepBy: answerBy,
});

/** Who acts for a student's enrollment and can be written to. */
export const findApplicant = async (tx: Prisma.TransactionClient, studentId: string, now: Date) =>
  (await findRecipients(tx, studentId, now)).find(({ sends }) => sends);
