import type { Prisma } from "@/generated/prisma/client";
import { isReminderTime } from "@/lib/decisions/may-remind";
import { findRecipientsByStudent } from "@/lib/decisions/messages";
import type { Locale } from "@/lib/i18n/locales";
import { enqueueMessages } from "@/lib/mail/queue";
import { type Day, toLocalDay } from "@/lib/platform/dates";
import { prisma } from "@/lib/platform/prisma";
import { withSandbox, LIVE } from "@/lib/platform/sandbox";
import { getSettings } from "@/lib/school/settings";

type Due = { id: string; asked: number; sandboxId: number; today: Day };

/**
 * Asks by mail whether places are kept that were told (admission 12), and reminds twice, three days and one day
 * before the end: one mail a reader, for all their children. Returns how many mails were queued.
 */
export async function sendDueConfirmationRequests(now: Date): Promise<number> {
  const { time_zone: timeZone } = await getSettings();
  const due = await findDueConfirmations(toLocalDay(timeZone, now), isReminderTime(timeZone, now), now);
  const groups = Map.groupBy(due, ({ sandboxId, asked }) => `${sandboxId} ${asked === 0}`);
  let mails = 0;
  for (const group of groups.values()) {
    const { sandboxId, today } = group[0] as Due;
    const ids = group.map(({ id }) => id);
    mails += await withSandbox({ sandboxId, today: sandboxId === LIVE ? undefined : today }, () =>
      prisma().$transaction((tx) => enqueueConfirmationRequests(tx, ids, today)),
    );
  }
  return mails;
}

/** While a list is being told nobody is asked yet, so that brothers and sisters are asked together. */
const findDueConfirmations = (day: Day, reminds: boolean, now: Date) =>
  prisma().$queryRaw<Due[]>`
    select a.id, a.asked, e.sandbox_id as "sandboxId", here.today::text as today
    from place_answers a join all_enrollments e on e.id = a.enrollment_id
    left join sandboxes s on s.id = e.sandbox_id
    cross join lateral (select coalesce(s.today, ${day}::date) as today) here
    where a.answer is null and (
      a.asked = 0 and not exists (select from all_decisions d where d.status = 'untold' and d.tell_at <= ${now}
        and d.school_year_id = e.school_year_id)
      or (${reminds} or e.sandbox_id <> 0) and a.asked_on < here.today and a.answer_by >= here.today
        and a.answer_by - here.today <= case a.asked when 1 then 3 when 2 then 1 else -1 end)`;

type Asked = { asked: number; answer_by: Day; loses: boolean; enrollment_id: string; student_id: string };

async function enqueueConfirmationRequests(tx: Prisma.TransactionClient, ids: string[], today: Day): Promise<number> {
  const rows = await tx.$queryRaw<Asked[]>`
    update place_answers a set asked = a.asked + 1, asked_on = ${today}::date
    from enrollments e
    where e.id = a.enrollment_id and a.id = any(${ids}::uuid[]) and a.answer is null
      and a.asked_on is distinct from ${today}::date
    returning a.asked, a.answer_by::text, a.loses, a.enrollment_id, e.student_id`;
  const readers = await findRecipientsByStudent(
    rows.map(({ student_id }) => student_id),
    tx,
  );
  const asked = rows
    .sort((one, other) => (one.answer_by < other.answer_by ? -1 : 1))
    .flatMap((row) =>
      (readers.get(row.student_id) ?? []).filter((reader) => reader.asked).map((reader) => ({ row, reader })),
    );
  const messages = [...Map.groupBy(asked, ({ reader }) => reader.id).values()].map((own) => {
    const { row, reader } = own[0] as (typeof own)[number]; // the one that ends first
    return {
      kind: row.asked === 1 ? ("place_asked" as const) : ("place_reminder" as const),
      personId: reader.id,
      locale: reader.locale as Locale,
      enrollmentId: row.enrollment_id,
      tells: { reader: reader.reader, keepBy: row.answer_by, loses: row.loses },
    };
  });
  await enqueueMessages(tx, messages);
  return messages.length;
}
