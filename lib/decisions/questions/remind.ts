import { isReminderTime } from "@/lib/decisions/may-remind";
import { STATES_ENDED } from "@/lib/enrollment/state-sql";
import { enqueueMessage } from "@/lib/mail/queue";
import { type Day, toLocalDay, toDay } from "@/lib/platform/dates";
import { errorFields, logger } from "@/lib/platform/logger";
import { prisma } from "@/lib/platform/prisma";
import { withSandbox, LIVE } from "@/lib/platform/sandbox";
import { getSettings } from "@/lib/school/settings";
import { findApplicant, createQuestionMailData } from "./ask";

/** A question that nobody has answered is asked once more, so many days before its last. */
export const REMIND_DAYS_BEFORE = 2;

type Due = { id: string; sandboxId: number; today: Day };

/**
 * Reminds whoever was asked and has not answered, once and on another day than the one on which they were asked
 * (desk 37). One that fails is logged and keeps nobody else from being reminded. Returns how many mails were queued.
 */
export async function remindDueQuestions(now: Date): Promise<number> {
  const { time_zone: timeZone } = await getSettings();
  if (!isReminderTime(timeZone, now)) return 0;
  const due = await prisma().$queryRaw<Due[]>`
    select q.id, e.sandbox_id as "sandboxId", here.today::text as today
    from questions q join all_enrollments e on e.id = q.enrollment_id
    left join sandboxes s on s.id = e.sandbox_id
    cross join lateral (select coalesce(s.today, ${toLocalDay(timeZone, now)}::date) as today) here
    where q.closed_at is null and q.answered_at is null and q.reminded_at is null and e.decided_state not in ${STATES_ENDED}
      and here.today between q.answer_by - ${REMIND_DAYS_BEFORE}::int and q.answer_by
      and (q.created_at at time zone ${timeZone})::date < here.today`;
  let mails = 0;
  for (const { id, sandboxId, today } of due) {
    try {
      const sandbox = { sandboxId, today: sandboxId === LIVE ? undefined : today };
      if (await withSandbox(sandbox, () => remind(id, now))) mails += 1;
    } catch (error) {
      logger.error({ questionId: id, error: errorFields(error) }, "nobody is reminded of a question");
    }
  }
  return mails;
}

/** Of two who look at the same moment one reminds. */
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
