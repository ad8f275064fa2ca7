import { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import { MAX_TEXT_LENGTH } from "@/lib/decisions/decision-error";
import { findRecipients, isReminderTime, type Recipient } from "@/lib/decisions/notifications/mail";
import { readMailContext, renderPreview } from "@/lib/decisions/notifications/preview";
import { listQuestionReasons } from "@/lib/decisions/reasons";
import { type EnrollmentStatus, lockEnrollmentStatus, readEnrollmentStatus } from "@/lib/decisions/status";
import { STATES_ENDED } from "@/lib/enrollment/sql";
import { isEnded } from "@/lib/enrollment/states";
import type { Locale } from "@/lib/i18n/locales";
import { createLinkPreview } from "@/lib/mail/mail-link";
import type { MailData } from "@/lib/mail/schema";
import { enqueueMessage } from "@/lib/mail/writes";
import { type Actor, requirePermission } from "@/lib/people/staff/permissions";
import { DomainError, verb } from "@/lib/people/verb";
import { prisma } from "@/lib/platform/database/prisma";
import { addDays, type Day, isDay, toDate, toDay, toLocalDay } from "@/lib/platform/dates";
import { errorFields, logger } from "@/lib/platform/logger";
import { LIVE, withSandbox } from "@/lib/platform/sandbox";
import { isUuid } from "@/lib/platform/schema";
import { getSchoolToday, getSettings } from "@/lib/school/settings";

/** The maximum days for an answer: the lifetime of the e-mail's link. */
const MAX_DAYS = 120;

const questionSchema = z.object({
  reference: z.string(),
  /** A code of the school's reasons; empty for a free text only. */
  reason: z.string().default(""),
  words: z.string().trim().max(MAX_TEXT_LENGTH, "too_long").default(""),
  answerBy: z.string().refine(isDay, "invalid_date"),
});

/**
 * Asks a family for missing information without changing the enrollment's state (desk 37). Only one question is open
 * at a time; a new one closes an answered one.
 * @throws DomainError
 */
export const askFamily = verb(
  "family_asked",
  "decide",
  questionSchema,
  async ({ tx, actor, now, audit }, { reference, words, answerBy, reason: code }) => {
    const enrollment = await lockEnrollmentStatus(tx, { reference });
    const { to, reason, tells } = await validateQuestion(
      tx,
      enrollment,
      { reason: code, words, answerBy },
      now,
    );
    const open = { enrollmentId: enrollment.id, closedAt: null };
    await tx.question.updateMany({ where: { ...open, answeredAt: { not: null } }, data: { closedAt: now } });
    if ((await tx.question.count({ where: open })) > 0) throw new DomainError({ code: "question_open" });
    await tx.question.create({
      data: {
        enrollmentId: enrollment.id,
        reasonId: reason?.id,
        words: words || null,
        memberId: actor.kind === "staff" ? actor.id : null,
        answerBy: toDate(answerBy),
        createdAt: now,
      },
      select: { id: true },
    });
    const { id: personId, locale } = to;
    await enqueueMessage(tx, { kind: "question", personId, locale, enrollmentId: enrollment.id, tells });
    await audit(
      { kind: "enrollment", id: reference },
      { reason: [null, reason?.code], words: [null, words || null], answer_by: [null, answerBy] },
    );
  },
);

type Applicant = Pick<Recipient, "reader" | "locale">;
type QuestionContent = {
  reason: Record<Locale, string> | null | undefined;
  words: string | null;
  answerBy: Day;
};

const createQuestionMailData = (to: Applicant, { reason, words, answerBy }: QuestionContent): MailData => ({
  reader: to.reader,
  reason: reason?.[to.locale],
  words: words || undefined,
  keepBy: answerBy,
});

const findApplicant = async (tx: Prisma.TransactionClient, studentId: string, now: Date) =>
  (await findRecipients(tx, studentId, now)).find(({ isApplicant }) => isApplicant);

/** Closes a question, answered or not (desk 37). @throws DomainError */
export const closeQuestion = verb(
  "question_closed",
  "decide",
  z.object({ reference: z.string(), question: z.string() }),
  async ({ tx, now, audit }, { reference, question: id }) => {
    if (!isUuid(id)) throw new DomainError({ code: "question_gone" });
    await lockEnrollmentStatus(tx, { reference });
    const { count } = await tx.question.updateMany({
      where: { id, closedAt: null, enrollment: { reference } },
      data: { closedAt: now },
    });
    if (count === 0) throw new DomainError({ code: "question_gone" });
    await audit({ kind: "enrollment", id: reference });
  },
);

type QuestionInput = z.input<typeof questionSchema>;

type QuestionFields = { reason: string; words: string; answerBy: Day };

/** Previews the message of a question without asking it. @throws DomainError, PermissionError as `askFamily` */
export async function previewQuestion(input: QuestionInput, actor: Actor, now: Date) {
  requirePermission(actor, "decide");
  const { reference, reason = "", words = "", answerBy } = input;
  const enrollment = await readEnrollmentStatus(prisma(), { reference });
  const fields = { reason, words: words.trim(), answerBy };
  const { to, tells } = await validateQuestion(prisma(), enrollment, fields, now);
  return renderPreview("question", to, {
    ...(await readMailContext(enrollment)),
    ...createLinkPreview("answer", to.locale, now, await getSettings()),
    data: tells,
  });
}

/**
 * Validates a question; returns its recipient and message data.
 * @throws DomainError for an empty question, an unknown reason, an invalid last day, an ended enrollment, or when
 * nobody has an address
 */
async function validateQuestion(
  tx: Prisma.TransactionClient,
  enrollment: EnrollmentStatus,
  { reason: code, words, answerBy }: QuestionFields,
  now: Date,
) {
  const reason = code ? (await listQuestionReasons(tx)).find((offered) => offered.code === code) : undefined;
  if (code && !reason) throw new DomainError({ field: "reason", code: "question_reason_unknown" });
  if (!reason && words === "") throw new DomainError({ field: "words", code: "question_needed" });
  const today = await getSchoolToday();
  if (answerBy <= today || answerBy > addDays(today, MAX_DAYS))
    throw new DomainError({ field: "answerBy", code: "question_day" });
  if (isEnded(enrollment.decidedState)) throw new DomainError({ code: "question_over" });
  const to = await findApplicant(tx, enrollment.studentId, now);
  if (!to) throw new DomainError({ code: "question_nobody" });
  return { to, reason, tells: createQuestionMailData(to, { reason, words, answerBy }) };
}

/** A reminder of an unanswered question is sent this many days before its last day. */
export const REMIND_DAYS_BEFORE = 2;

type Due = { id: string; sandboxId: number; today: Day };

/**
 * Sends reminders of unanswered questions, once and not on the day of the question (desk 37). A failed one is logged;
 * the others are still sent. Returns the number of queued messages.
 */
export async function remindDueQuestions(now: Date): Promise<number> {
  const { time_zone: timeZone } = await getSettings();
  if (!isReminderTime(timeZone, now)) return 0;
  const due = await prisma().$queryRaw<Due[]>`
    select q.id, e.sandbox_id as "sandboxId", school.today::text as today
    from questions q join all_enrollments e on e.id = q.enrollment_id
    left join sandboxes s on s.id = e.sandbox_id
    cross join lateral (select coalesce(s.today, ${toLocalDay(timeZone, now)}::date) as today) school
    where q.closed_at is null and q.answered_at is null and q.reminded_at is null and e.decided_state not in ${STATES_ENDED}
      and school.today between q.answer_by - ${REMIND_DAYS_BEFORE}::int and q.answer_by
      and (q.created_at at time zone ${timeZone})::date < school.today`;
  let mails = 0;
  for (const { id, sandboxId, today } of due) {
    try {
      const sandbox = { sandboxId, today: sandboxId === LIVE ? undefined : today };
      if (await withSandbox(sandbox, () => remind(id, now))) mails += 1;
    } catch (error) {
      logger.error({ questionId: id, error: errorFields(error) }, "reminder of a question not sent");
    }
  }
  return mails;
}

/** Sends one reminder; concurrent calls send it once. */
const remind = (id: string, now: Date) =>
  prisma().$transaction(async (tx) => {
    const { count } = await tx.question.updateMany({
      where: { id, closedAt: null, answeredAt: null, remindedAt: null },
      data: { remindedAt: now },
    });
    if (count === 0) return false;
    const { enrollmentId, words, answerBy, reason, enrollment } = await tx.question.findUniqueOrThrow({
      where: { id },
      select: {
        enrollmentId: true,
        words: true,
        answerBy: true,
        reason: { select: { es: true, ca: true, en: true } },
        enrollment: { select: { studentId: true } },
      },
    });
    const to = await findApplicant(tx, enrollment.studentId, now);
    if (!to) return false;
    const tells = createQuestionMailData(to, { reason, words, answerBy: toDay(answerBy) });
    const { id: personId, locale } = to;
    await enqueueMessage(tx, { kind: "question_reminder", personId, locale, enrollmentId, tells });
    return true;
  });
