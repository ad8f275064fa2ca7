import { mayRemind } from "@/lib/decisions/may-remind";
import type { Locale } from "@/lib/i18n/locales";
import { queueMessages } from "@/lib/mail/queue";
import { dateOf, dayIn, dayOf, daysAfter } from "@/lib/platform/dates";
import { startPoller } from "@/lib/platform/poller";
import { prisma } from "@/lib/platform/prisma";
import { settings } from "@/lib/school/settings";
import { renewers } from "./renewers";
import { namedIn, tellsOf, toBeAsked } from "./to-be-asked";

/** Who has a place and has not answered is asked once more, so many days before the last. */
const REMIND_DAYS_BEFORE = 3;

const LOOK_EVERY_MS = 10_000;

/** Asks who goes on, and reminds of it; any number of processes may do so at once. */
export const workOnRenewals = () =>
  startPoller({
    everyMs: LOOK_EVERY_MS,
    failed: "nobody is asked whether they go on",
    look: () => askToRenew(new Date()),
  });

/**
 * Asks by mail who goes on once the quarter of an hour is over in which it could be stopped, and reminds once, on another
 * day, of those with a place of whom nothing is known (admission 14). Returns how many mails were queued.
 */
export async function askToRenew(now: Date): Promise<number> {
  const { time_zone: timeZone } = await settings();
  const day = dayIn(timeZone, now);
  const open = await prisma().renewal.findMany({
    where: { answerBy: { gte: dateOf(day) }, mailAt: { lte: now }, remindedAt: null },
    select: { schoolYearId: true, answerBy: true, askedAt: true },
  });
  let mails = 0;
  for (const { schoolYearId, askedAt, answerBy } of open) {
    if (!askedAt) mails += await ask(schoolYearId, "askedAt", now);
    else if (
      mayRemind(timeZone, now) &&
      dayIn(timeZone, askedAt) < day &&
      dayOf(answerBy) <= daysAfter(day, REMIND_DAYS_BEFORE)
    )
      mails += await ask(schoolYearId, "remindedAt", now);
  }
  return mails;
}

/** Of two who look at the same moment one asks; of a day that is changed meanwhile the mails tell the one that stands. */
const ask = (schoolYearId: number, mark: "askedAt" | "remindedAt", now: Date): Promise<number> =>
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
    const people = await renewers(schoolYearId, tx);
    const asked = mark === "askedAt" ? people : people.filter(({ answer }) => answer !== "waits");
    const messages = (await toBeAsked(asked, tx)).map((asking) => ({
      kind: mark === "askedAt" ? ("renewal_asked" as const) : ("renewal_reminder" as const),
      personId: asking.reader.id,
      locale: asking.reader.locale as Locale,
      enrollmentId: namedIn(asking)[0]?.enrollmentId,
      tells: tellsOf(asking, schoolYear.year, dayOf(answerBy)),
    }));
    if (messages.length > 0) await queueMessages(tx, messages);
    return messages.length;
  });
