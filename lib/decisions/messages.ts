import { Prisma } from "@/generated/prisma/client";
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
  /** By which day a place is to be answered, where it is (`answerDay`). */
  keepBy: Day | undefined;
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
  return messagesTo(await readersOf(tx, studentId, now), told, now);
}

/** The same for readers who are known. */
export async function messagesTo(
  readers: Reader[],
  { to, schoolYearId, place, words, reason, keepBy }: ToTell,
  now: Date,
): Promise<TellingMessage[]> {
  const names = await placeNames(schoolYearId, place);
  const told = tellsReason(to) && reason?.code !== OTHER ? reason : null;
  const ways = to === "accepted" ? await waysOfAccepted(now) : {};
  return readers.map(({ id, locale, reader, sends, asked, hasAccount, ...person }) => ({
    ...person,
    confirmed: hasAccount,
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

/** Who hears what the school writes about a student, at the addresses of the moment. */
export async function readersOf(
  tx: Prisma.TransactionClient,
  studentId: string,
  now: Date,
): Promise<Reader[]> {
  return (await readersOfMany([studentId], tx, now)).get(studentId) ?? [];
}

/** Who hears what the school writes about each of these students, by their ids. */
export async function readersOfMany(
  studentIds: string[],
  db: Prisma.TransactionClient = prisma(),
  now = new Date(),
): Promise<Map<string, Reader[]>> {
  const today = todayIn((await settings()).time_zone, now);
  const students = await db.$queryRaw<WithReaders[]>`
    select ${PERSON}, p.birth_date as "birthDate", p.erased_at as "erasedAt", (
      select coalesce(jsonb_agg(guardian order by position), '[]') from (
        select ${PERSON}, g.position from guardianships g join people p on p.id = g.guardian_id
        where g.student_id = student.id
          and (g.position = 1 or (g.confirmed_at is not null and g.denied_at is null and not g.kept_apart))
      ) guardian
    ) as guardians
    from people student join people p on p.id = student.id where student.id = any(${studentIds}::uuid[])`;
  return new Map(students.map((student) => [student.id, readersAmong(student, today)]));
}

type Person = { id: string; email: string; name: string | null; locale: string; hasAccount: boolean };

/** A student with whoever may hear what the school writes. */
type WithReaders = Person & {
  birthDate: Date | null;
  erasedAt: Date | null;
  guardians: (Person & { position: number })[];
};

/** `people p` as somebody who is written to; `hasAccount`: the address is one that somebody has confirmed. */
const PERSON = Prisma.sql`p.id::text, p.email, p.name, p.locale,
  exists (select from accounts a where a.person_id = p.id) as "hasAccount"`;

export type Reader = Person & {
  reader: "student" | "guardian";
  /** Whether they act for the enrollment (`senderOf`). */
  sends: boolean;
  /** Whether they say that a place is kept. */
  asked: boolean;
};

/** Who of them hears it, on a day of the school's. */
function readersAmong({ guardians, birthDate, erasedAt, ...own }: WithReaders, today: Day): Reader[] {
  if (erasedAt) return [];
  const born = birthDate && dayOf(birthDate);
  const adult = born !== null && ageOn(born, today) >= 18;
  // Whoever has come of age without an address of their own still hears of it through their guardians.
  const readers: Reader[] =
    guardians.length === 0 || (adult && hasMailbox(own.email))
      ? [{ ...own, reader: "student", sends: true, asked: true }]
      : guardians.map(({ position, ...guardian }) => ({
          ...guardian,
          reader: "guardian",
          sends: !adult && position === 1,
          asked: !adult,
        }));
  return readers.filter(({ email }) => hasMailbox(email));
}
