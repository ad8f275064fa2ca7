import type { Prisma } from "@/generated/prisma/client";
import { findRecipientsByStudent } from "@/lib/decisions/messages";
import type { Locale } from "@/lib/i18n/locales";
import { enqueueMessages } from "@/lib/mail/queue";
import { type Day, toLocalDay, toLocalTime } from "@/lib/platform/dates";
import { prisma } from "@/lib/platform/prisma";
import { getSettings } from "@/lib/school/settings";

/** So many days before families can claim no more they are told of what nobody has checked. */
const DAYS_BEFORE = 7;
/** Such mails leave from this hour of the school's day on. */
const TELL_FROM = "09:00";

/**
 * Tells each family once that nobody has checked yet what it claims, from a week before the last day on (admission 2):
 * one mail for all children of whoever sent them. Returns how many mails were queued.
 */
export async function notifyPendingClaims(now: Date): Promise<number> {
  const { time_zone: timeZone } = await getSettings();
  if (toLocalTime(timeZone, now) < TELL_FROM) return 0;
  return prisma().$transaction((tx) => enqueuePendingClaimMails(tx, toLocalDay(timeZone, now), now));
}

type Unchecked = { enrollment_id: string; reference: string; student_id: string; merits_by: Day };

async function enqueuePendingClaimMails(tx: Prisma.TransactionClient, today: Day, now: Date): Promise<number> {
  const rows = await tx.$queryRaw<Unchecked[]>`
    update merits m set told_at = ${now}
    from criteria c, rounds r, enrollments e
    where c.id = m.criterion_id and r.id = c.round_id and e.id = m.enrollment_id
      and r.state = 'open' and ${today}::date between r.merits_by - ${DAYS_BEFORE}::int and r.merits_by
      and c.source = 'claimed' and m.state = 'claimed' and m.told_at is null
      and e.decided_state in ('pending', 'waiting')
      and not exists (
        select from merits told join criteria own on own.id = told.criterion_id
        where told.enrollment_id = m.enrollment_id and own.round_id = r.id and told.told_at is not null)
    returning m.enrollment_id, e.reference, e.student_id, r.merits_by::text`;
  const unchecked = [...new Map(rows.map((row) => [row.enrollment_id, row])).values()];
  const readers = await findRecipientsByStudent(
    unchecked.map(({ student_id }) => student_id),
    tx,
  );
  const told = unchecked.flatMap((row) =>
    (readers.get(row.student_id) ?? []).filter(({ sends }) => sends).map((sender) => ({ row, sender })),
  );
  const families = Map.groupBy(told, ({ row, sender }) => `${sender.id} ${row.merits_by}`);
  const messages = [...families.values()].map((family) => {
    const [{ row, sender }] = family as [(typeof family)[number]];
    const references = family.map(({ row }) => row.reference).sort();
    return {
      kind: "merits_unchecked" as const,
      personId: sender.id,
      locale: sender.locale as Locale,
      enrollmentId: row.enrollment_id,
      // Not what: it may tell of health or income.
      tells: { reader: sender.reader, keepBy: row.merits_by, references },
    };
  });
  if (messages.length > 0) await enqueueMessages(tx, messages);
  return messages.length;
}
