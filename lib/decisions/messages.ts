import type { Prisma } from "@/generated/prisma/client";
import type { EnrollmentState } from "@/generated/prisma/enums";
import type { Place } from "@/lib/decisions/places/limits";
import { states } from "@/lib/enrollment/states";
import type { Locale } from "@/lib/i18n/locales";
import { hasMailbox } from "@/lib/mail/addresses";
import type { DecisionMail } from "@/lib/mail/kinds";
import type { Tells } from "@/lib/mail/tells";
import { ageOn, type Day, dayOf } from "@/lib/platform/dates";
import { prisma } from "@/lib/platform/prisma";
import { todayIn } from "@/lib/platform/sandbox";
import { settings } from "@/lib/school/settings";
import { answerDay } from "./answers/open-answer";
import { placeNames } from "./place";
import { type OfferedReason, OTHER } from "./reasons";
import { tellsReason } from "./transitions";

/** What a decision tells, before it is put into a reader's words. */
export type ToTell = {
  to: EnrollmentState;
  schoolYearId: number;
  place: Place;
  words: string | null;
  reason: Pick<OfferedReason, "code" | Locale> | null;
};

export type TellingMessage = {
  kind: DecisionMail;
  personId: string;
  email: string;
  name: string | null;
  locale: Locale;
  /** Whether the address is one that somebody has confirmed. */
  confirmed: boolean;
  tells: Tells;
};

/**
 * A decision's messages, one for each person who is told, at the addresses that they have now: the
 * student who is of age; of a minor the first guardian, and the second one who has confirmed to be one
 * and is not kept apart. Never the minor.
 */
export async function messagesOf(
  tx: Prisma.TransactionClient,
  studentId: string,
  told: ToTell,
  now: Date,
): Promise<TellingMessage[]> {
  return messagesTo(tx, await readersOf(tx, studentId, now), told, now);
}

/** The same for readers who are known. */
export async function messagesTo(
  db: Prisma.TransactionClient,
  readers: ReturnType<typeof readersAmong>,
  { to, schoolYearId, place, words, reason }: ToTell,
  now: Date,
): Promise<TellingMessage[]> {
  const names = await placeNames(schoolYearId, place);
  const told = tellsReason(to) && reason?.code !== OTHER ? reason : null;
  const ways = to === "accepted" ? await waysOfAccepted(now) : {};
  const keepBy = to === "accepted" ? await answerDay(db, schoolYearId) : undefined;
  return readers.map(({ id, locale, reader, sends, asked, account, ...person }) => ({
    ...person,
    confirmed: account !== null,
    kind: states[to].mail,
    personId: id,
    locale: locale as Locale,
    tells: {
      reader,
      ...names,
      reason: told?.[locale as Locale],
      words: words ?? undefined,
      ...(sends && ways),
      ...(asked && keepBy && { keepBy }),
    },
  }));
}

/** What whoever acts for an enrollment can do in their account once there is a place. */
async function waysOfAccepted(now: Date): Promise<Partial<Tells>> {
  const { accepted_may_withdraw_until: until, time_zone } = await settings();
  return { sends: true, ...(until >= todayIn(time_zone, now) && { withdrawUntil: until }) };
}

const person = {
  id: true,
  email: true,
  name: true,
  locale: true,
  account: { select: { personId: true } },
} as const;

/** Who hears what the school writes about a student, at the addresses of the moment. */
export async function readersOf(tx: Prisma.TransactionClient, studentId: string, now: Date) {
  const { time_zone } = await settings();
  const student = await tx.person.findUniqueOrThrow({ where: { id: studentId }, select: withReaders });
  return readersAmong(student, todayIn(time_zone, now));
}

const READ_AT_ONCE = 5_000;

/** Who hears what the school writes about each of these students, by their ids. */
export async function readersOfMany(studentIds: string[], db: Prisma.TransactionClient = prisma()) {
  const today = todayIn((await settings()).time_zone);
  const readers = new Map<string, ReturnType<typeof readersAmong>>();
  for (let from = 0; from < studentIds.length; from += READ_AT_ONCE) {
    const students = await db.person.findMany({
      where: { id: { in: studentIds.slice(from, from + READ_AT_ONCE) } },
      select: withReaders,
    });
    for (const student of students) readers.set(student.id, readersAmong(student, today));
  }
  return readers;
}

/** A student with whoever may hear what the school writes. */
export const withReaders = {
  ...person,
  birthDate: true,
  erasedAt: true,
  guardians: {
    where: { OR: [{ position: 1 }, { confirmedAt: { not: null }, deniedAt: null, keptApart: false }] },
    orderBy: { position: "asc" },
    select: { position: true, guardian: { select: person } },
  },
} satisfies Prisma.PersonSelect;

export type Reader = ReturnType<typeof readersAmong>[number];

type WithReaders = Prisma.PersonGetPayload<{ select: typeof withReaders }>;

/** Who of them hears it, on a day of the school's; `sends` who acts for the enrollment (`senderOf`), `asked` who says that a place is kept. */
export function readersAmong({ guardians, birthDate, erasedAt, ...own }: WithReaders, today: Day) {
  if (erasedAt) return [];
  const born = birthDate && dayOf(birthDate);
  const adult = born !== null && ageOn(born, today) >= 18;
  // Whoever has come of age without an address of their own still hears of it through their guardians.
  if (guardians.length === 0 || (adult && hasMailbox(own.email)))
    return [{ ...own, reader: "student" as const, sends: true, asked: true }].filter(({ email }) =>
      hasMailbox(email),
    );
  return guardians
    .map(({ guardian, position }) => ({
      ...guardian,
      reader: "guardian" as const,
      sends: !adult && position === 1,
      asked: !adult,
    }))
    .filter(({ email }) => hasMailbox(email));
}
