import type { Prisma } from "@/generated/prisma/client";
import { findRecipientsByStudent, isReminderTime } from "@/lib/decisions/notifications/mail";
import { enqueueMessages } from "@/lib/mail/writes";
import { prisma } from "@/lib/platform/database/prisma";
import { addDays, type Day, toDate, toDay, toLocalDay, toLocalTime } from "@/lib/platform/dates";
import { getSchoolToday, getSettings } from "@/lib/school/settings";
import { createInvitations, listRenewalCandidates } from "./renewal/queries";

/** Reminders are sent this many days before the last day. */
const REMIND_DAYS_BEFORE = 3;

/**
 * Sends the invitations of a renewal a quarter of an hour after its opening, and one reminder on a later day to
 * students with a place without an answer (admission 14). Returns the number of queued messages.
 */
export async function sendDueInvitations(now: Date): Promise<number> {
  const { time_zone: timeZone } = await getSettings();
  const day = toLocalDay(timeZone, now);
  const open = await prisma().renewal.findMany({
    where: { answerBy: { gte: toDate(day) }, mailAt: { lte: now }, remindedAt: null },
    select: { schoolYearId: true, answerBy: true, askedAt: true },
  });
  let mails = 0;
  for (const { schoolYearId, askedAt, answerBy } of open) {
    if (!askedAt) mails += await sendInvitations(schoolYearId, "askedAt", now);
    else if (
      isReminderTime(timeZone, now) &&
      toLocalDay(timeZone, askedAt) < day &&
      toDay(answerBy) <= addDays(day, REMIND_DAYS_BEFORE)
    )
      mails += await sendInvitations(schoolYearId, "remindedAt", now);
  }
  return mails;
}

/** Families are notified of unchecked claims from this many days before the last day. */
const NOTIFY_DAYS_BEFORE = 7;
/** Local time from which these messages are sent. */
const NOTIFY_FROM = "09:00";

/**
 * Notifies each family once of its unchecked claims, in the week before the last day (admission 2): one message per
 * applicant. Returns the number of queued messages.
 */
export async function notifyPendingClaims(now: Date): Promise<number> {
  const { time_zone: timeZone } = await getSettings();
  if (toLocalTime(timeZone, now) < NOTIFY_FROM) return 0;
  return prisma().$transaction((tx) => enqueuePendingClaimMails(tx, toLocalDay(timeZone, now), now));
}

/**
 * Deletes data about health or income after a round's term: the last day of its lists, else of the school year.
 * Totals stay, because they were public.
 * @returns the number of deleted claims and changed entries
 */
export async function purgeRounds(): Promise<number> {
  const day = await getSchoolToday();
  const merits = await prisma().$executeRaw`
    delete from merits m using criteria c, rounds r, school_years y
    where c.id = m.criterion_id and c.sensitive and r.id = c.round_id and y.id = r.school_year_id
      and coalesce(r.listed_until, y.end_school_year) < ${day}::date`;
  const changedEntries = await prisma().$executeRaw`
    update round_entries e set merits = (
      select coalesce(jsonb_agg(line), '[]') from jsonb_array_elements(e.merits) as line
      where not exists (select from criteria c where c.round_id = e.round_id and c.sensitive and c.code = line->>0))
    from rounds r join school_years y on y.id = r.school_year_id
    where r.id = e.round_id and coalesce(r.listed_until, y.end_school_year) < ${day}::date
      and exists (
        select from jsonb_array_elements(e.merits) as line
        join criteria c on c.round_id = e.round_id and c.sensitive and c.code = line->>0)`;
  return merits + changedEntries;
}

/** Concurrent calls send the messages once. */
const sendInvitations = (schoolYearId: number, field: "askedAt" | "remindedAt", now: Date): Promise<number> =>
  prisma().$transaction(async (tx) => {
    const { count } = await tx.renewal.updateMany({
      where: { schoolYearId, mailAt: { lte: now }, [field]: null },
      data: { [field]: now },
    });
    if (count === 0) return 0;
    const { answerBy, schoolYear } = await tx.renewal.findUniqueOrThrow({
      where: { schoolYearId },
      select: { answerBy: true, schoolYear: { select: { year: true } } },
    });
    const people = await listRenewalCandidates(schoolYearId, tx);
    const candidates = field === "askedAt" ? people : people.filter(({ answer }) => answer !== "waits");
    const renewal = { year: schoolYear.year, answerBy: toDay(answerBy) };
    const invitations = await createInvitations(candidates, renewal, tx);
    const messages = invitations.map(({ recipient, named, tells }) => ({
      kind: field === "askedAt" ? ("renewal_asked" as const) : ("renewal_reminder" as const),
      personId: recipient.id,
      locale: recipient.locale,
      enrollmentId: named[0]?.enrollmentId,
      tells,
    }));
    if (messages.length > 0) await enqueueMessages(tx, messages);
    return messages.length;
  });

type UncheckedClaim = { enrollment_id: string; reference: string; student_id: string; merits_by: Day };

async function enqueuePendingClaimMails(
  tx: Prisma.TransactionClient,
  today: Day,
  now: Date,
): Promise<number> {
  const rows = await tx.$queryRaw<UncheckedClaim[]>`
    update merits m set told_at = ${now}
    from criteria c, rounds r, enrollments e
    where c.id = m.criterion_id and r.id = c.round_id and e.id = m.enrollment_id
      and r.state = 'open' and ${today}::date between r.merits_by - ${NOTIFY_DAYS_BEFORE}::int and r.merits_by
      and c.source = 'claimed' and m.state = 'claimed' and m.told_at is null
      and e.decided_state in ('pending', 'waiting')
      and not exists (
        select from merits notified join criteria own on own.id = notified.criterion_id
        where notified.enrollment_id = m.enrollment_id and own.round_id = r.id and notified.told_at is not null)
    returning m.enrollment_id, e.reference, e.student_id, r.merits_by::text`;
  const unchecked = [...new Map(rows.map((row) => [row.enrollment_id, row])).values()];
  const recipients = await findRecipientsByStudent(
    unchecked.map(({ student_id }) => student_id),
    tx,
  );
  const notifications = unchecked.flatMap((row) =>
    (recipients.get(row.student_id) ?? []).flatMap((recipient) =>
      recipient.isApplicant ? { row, recipient } : [],
    ),
  );
  const families = Map.groupBy(notifications, ({ row, recipient }) => `${recipient.id} ${row.merits_by}`);
  const messages = [...families.values()].map((family) => {
    const [{ row, recipient }] = family as [(typeof family)[number]];
    const references = family.map(({ row }) => row.reference).sort();
    return {
      kind: "merits_unchecked" as const,
      personId: recipient.id,
      locale: recipient.locale,
      enrollmentId: row.enrollment_id,
      // Does not name the criteria, which may reveal health or income.
      tells: { reader: recipient.reader, keepBy: row.merits_by, references },
    };
  });
  if (messages.length > 0) await enqueueMessages(tx, messages);
  return messages.length;
}
