import { isReminderTime } from "@/lib/decisions/may-remind";
import type { Locale } from "@/lib/i18n/locales";
import { enqueueMessages } from "@/lib/mail/queue";
import { toDate, toLocalDay, toDay, addDays } from "@/lib/platform/dates";
import { startWorker } from "@/lib/platform/poller";
import { prisma } from "@/lib/platform/prisma";
import { getSettings } from "@/lib/school/settings";
import { listRenewalCandidates } from "./renewers";
import { listNamedCandidates, createInvitationData, createInvitations } from "./to-be-asked";

/** Who has a place and has not answered is asked once more, so many days before the last. */
const REMIND_DAYS_BEFORE = 3;

const LOOK_EVERY_MS = 10_000;

/** Asks who goes on, and reminds of it; any number of processes may do so at once. */
export const startRenewalWorker = () =>
  startWorker({
    everyMs: LOOK_EVERY_MS,
    failureMessage: "nobody is asked whether they go on",
    processDue: () => sendDueInvitations(new Date()),
  });

/**
 * Asks by mail who goes on once the quarter of an hour is over in which it could be stopped, and reminds once, on another
 * day, of those with a place of whom nothing is known (admission 14). Returns how many mails were queued.
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

/** Of two who look at the same moment one asks; of a day that is changed meanwhile the mails tell the one that stands. */
const sendInvitations = (schoolYearId: number, mark: "askedAt" | "remindedAt", now: Date): Promise<number> =>
  prisma().$transaction(async (tx) => {
    const { count } = await tx.renewal.updateMany({
      where: { schoolYearId, mailAt: { lte: now }, [mark]: null },
      data: { [mark]: now },
    });
    if (count === 0) return 0;
    const { answerBy, schoolYear } = await tx.renewal.findUniqueOrThrow({
      where: { schoolYearId },
      select: { answerBy: true, schoolYear: { select: { year: true } } },
    });
    const people = await listRenewalCandidates(schoolYearId, tx);
    const asked = mark === "askedAt" ? people : people.filter(({ answer }) => answer !== "waits");
    const messages = (await createInvitations(asked, tx)).map((asking) => ({
      kind: mark === "askedAt" ? ("renewal_asked" as const) : ("renewal_reminder" as const),
      personId: asking.reader.id,
      locale: asking.reader.locale as Locale,
      enrollmentId: listNamedCandidates(asking)[0]?.enrollmentId,
      tells: createInvitationData(asking, schoolYear.year, toDay(answerBy)),
    }));
    if (messages.length > 0) await enqueueMessages(tx, messages);
    return messages.length;
  });
