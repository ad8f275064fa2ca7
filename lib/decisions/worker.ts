import { Prisma } from "@/generated/prisma/client";
import { findOpenConfirmation } from "@/lib/decisions/confirmations/verbs";
import { applyFamilyTransition } from "@/lib/decisions/family/verbs";
import { findRecipientsByStudent, isReminderTime } from "@/lib/decisions/notifications/mail";
import { lockEnrollmentStatus } from "@/lib/decisions/status";
import { hasConfirmationExpired } from "@/lib/enrollment/sql";
import { enqueueMessages } from "@/lib/mail/writes";
import { prisma } from "@/lib/platform/database/prisma";
import { type Day, toLocalDay } from "@/lib/platform/dates";
import { errorFields, logger } from "@/lib/platform/logger";
import { LIVE, withSandbox } from "@/lib/platform/sandbox";
import { getSettings } from "@/lib/school/settings";

type DueMail = { id: string; asked: number; sandboxId: number; today: Day };

/**
 * Sends the requests to confirm places (admission 12), and reminders three days and one day before the end: one
 * message per reader for all children. Returns the number of queued messages.
 */
export async function sendDueConfirmationRequests(now: Date): Promise<number> {
  const { time_zone: timeZone } = await getSettings();
  const due = await findDueConfirmations(toLocalDay(timeZone, now), isReminderTime(timeZone, now), now);
  const groups = Map.groupBy(due, ({ sandboxId, asked }) => `${sandboxId} ${asked === 0}`);
  let mails = 0;
  for (const group of groups.values()) {
    const { sandboxId, today } = group[0] as DueMail;
    const ids = group.map(({ id }) => id);
    mails += await withSandbox({ sandboxId, today: sandboxId === LIVE ? undefined : today }, () =>
      prisma().$transaction((tx) => enqueueConfirmationRequests(tx, ids, today)),
    );
  }
  return mails;
}

type ExpiredConfirmation = { id: string; sandboxId: number; today: string | null };

/**
 * Withdraws enrollments whose place was lost by not confirming (admission 12); the place counts as free since its
 * last day. A failed one is logged; the others continue.
 */
export async function withdrawExpired(now: Date, stopping: () => boolean = () => false): Promise<number> {
  const day = toLocalDay((await getSettings()).time_zone, now);
  const due = await prisma().$queryRaw<ExpiredConfirmation[]>`
    select e.id, e.sandbox_id as "sandboxId", s.today::text as today
    from all_enrollments e left join sandboxes s on s.id = e.sandbox_id
    where e.id in (select a.enrollment_id from place_answers a where a.answer is null and a.loses)
      and ${hasConfirmationExpired(Prisma.sql`coalesce(s.today, ${day}::date)`)}`;
  let withdrawn = 0;
  for (const { id, ...sandbox } of due) {
    if (stopping()) break;
    try {
      const { sandboxId, today } = sandbox;
      await withSandbox({ sandboxId, today: today ?? undefined }, () => withdrawIfExpired(id, now));
      withdrawn += 1;
    } catch (error) {
      logger.error({ enrollmentId: id, error: errorFields(error) }, "expired place not withdrawn");
    }
  }
  return withdrawn;
}

type DueRow = { asked: number; answer_by: Day; loses: boolean; enrollment_id: string; student_id: string };

/** Waits while the year's decisions are being announced, so that siblings share one message. */
const findDueConfirmations = (day: Day, isReminderTime: boolean, now: Date) =>
  prisma().$queryRaw<DueMail[]>`
    select a.id, a.asked, e.sandbox_id as "sandboxId", school.today::text as today
    from place_answers a join all_enrollments e on e.id = a.enrollment_id
    left join sandboxes s on s.id = e.sandbox_id
    cross join lateral (select coalesce(s.today, ${day}::date) as today) school
    where a.answer is null and (
      a.asked = 0 and not exists (select from all_decisions d where d.status = 'untold' and d.tell_at <= ${now}
        and d.school_year_id = e.school_year_id)
      or (${isReminderTime} or e.sandbox_id <> 0) and a.asked_on < school.today and a.answer_by >= school.today
        and a.answer_by - school.today <= case a.asked when 1 then 3 when 2 then 1 else -1 end)`;

async function enqueueConfirmationRequests(
  tx: Prisma.TransactionClient,
  ids: string[],
  today: Day,
): Promise<number> {
  const rows = await tx.$queryRaw<DueRow[]>`
    update place_answers a set asked = a.asked + 1, asked_on = ${today}::date
    from enrollments e
    where e.id = a.enrollment_id and a.id = any(${ids}::uuid[]) and a.answer is null
      and a.asked_on is distinct from ${today}::date
    returning a.asked, a.answer_by::text, a.loses, a.enrollment_id, e.student_id`;
  const recipients = await findRecipientsByStudent(
    rows.map(({ student_id }) => student_id),
    tx,
  );
  const requests = rows
    .sort((a, b) => (a.answer_by < b.answer_by ? -1 : 1))
    .flatMap((row) =>
      (recipients.get(row.student_id) ?? []).flatMap((recipient) =>
        recipient.canConfirm ? { row, recipient } : [],
      ),
    );
  const messages = [...Map.groupBy(requests, ({ recipient }) => recipient.id).values()].map((group) => {
    const { row, recipient } = group[0] as (typeof group)[number]; // the earliest deadline
    return {
      kind: row.asked === 1 ? ("place_asked" as const) : ("place_reminder" as const),
      personId: recipient.id,
      locale: recipient.locale,
      enrollmentId: row.enrollment_id,
      tells: { reader: recipient.reader, keepBy: row.answer_by, loses: row.loses },
    };
  });
  await enqueueMessages(tx, messages);
  return messages.length;
}

/** Withdraws an enrollment whose place was lost by not confirming; no other. */
async function withdrawIfExpired(enrollmentId: string, now: Date): Promise<void> {
  await prisma().$transaction(async (tx) => {
    const { reference } = await lockEnrollmentStatus(tx, { id: enrollmentId });
    if (!(await findOpenConfirmation(tx, enrollmentId))?.isExpired) return; // answered meanwhile
    await applyFamilyTransition(
      tx,
      { reference, to: "withdrawn", reason: "no_answer" },
      { kind: "system" },
      now,
    );
  });
}
