import { Prisma } from "@/generated/prisma/client";
import type { EnrollmentState } from "@/generated/prisma/enums";
import { formatPrice } from "@/lib/catalogue/course-price";
import { createPriceLookup } from "@/lib/catalogue/requested-courses";
import { getPaidPlace, getPlaceNames, type Place } from "@/lib/decisions/place";
import type { OfferedReason } from "@/lib/decisions/reasons";
import { transitions } from "@/lib/decisions/transitions";
import { getState, states } from "@/lib/enrollment/states";
import { type Locale, locales } from "@/lib/i18n/locales";
import { getTranslator } from "@/lib/i18n/translator";
import { GENERATED_EMAIL_DOMAIN } from "@/lib/mail/addresses";
import type { MailData } from "@/lib/mail/schema";
import { prisma } from "@/lib/platform/database/prisma";
import { type Day, toLocalTime } from "@/lib/platform/dates";
import { getToday } from "@/lib/platform/sandbox";
import { getSettings } from "@/lib/school/settings";

/** A reason without information: the school's own text stands alone. */
const OTHER_REASON = "other";

export type NotificationContent = {
  enrollmentId: string;
  to: EnrollmentState;
  schoolYearId: number;
  place: Place;
  words: string | null;
  reason: Pick<OfferedReason, "code" | Locale> | null;
  /** The last day to confirm the place, if any (`getConfirmationDeadline`). */
  keepBy: Day | undefined;
};

/**
 * The messages about a decision, one for each recipient: the adult student; for a minor the first guardian, and a
 * confirmed second guardian who is not kept apart. Never the minor.
 */
export async function createDecisionMessages(
  tx: Prisma.TransactionClient,
  studentId: string,
  content: NotificationContent,
  now: Date,
) {
  const recipients = await findRecipients(tx, studentId, now);
  const { to, schoolYearId, place, words, keepBy } = content;
  const entries = locales.map(async (one) => [one, await getPlaceNames(schoolYearId, place, one)] as const);
  const names = new Map<string, Awaited<ReturnType<typeof getPlaceNames>>>(await Promise.all(entries));
  const prices = await getPriceTexts(tx, content);
  const options = to === "accepted" ? await getAcceptedOptions(now) : {};
  return recipients.map(({ id, locale, reader, isApplicant, canConfirm, ...person }) => ({
    ...person,
    kind: states[to].mail,
    personId: id,
    locale,
    tells: {
      reader,
      ...names.get(locale),
      price: prices[locale],
      reason: getAnnouncedReason(content, locale),
      words: words ?? undefined,
      ...(isApplicant && options),
      ...(canConfirm && keepBy && { keepBy }),
    },
  }));
}

/** The reason and the school's text of the current state, if a mail told them to this person (families 9). */
export async function readNotifiedTexts(
  personId: string,
  { id: enrollmentId, state }: { id: string; state: EnrollmentState },
  locale: Locale,
) {
  const enrollment = { mailMessages: { some: { personId, kind: states[state].mail } } };
  const notified = await prisma().decision.findFirst({
    where: { enrollmentId, enrollment, status: "told" },
    orderBy: [{ settledAt: "desc" }, { decidedAt: "desc" }],
    select: { toState: true, words: true, reason: true },
  });
  if (notified?.toState !== state) return;
  return { reason: getAnnouncedReason({ to: state, ...notified }, locale), words: notified.words };
}

/** The price of a place in each language, with the chosen course where the place has none; empty without a price. */
async function getPriceTexts(
  tx: Prisma.TransactionClient,
  { enrollmentId, to, schoolYearId, place }: NotificationContent,
): Promise<Partial<Record<Locale, string>>> {
  if (getState(to).holds !== "place") return {};
  const paid = getPaidPlace({
    decidedState: to,
    assignedSpecialityId: place.specialityId,
    assignedSyllabusId: place.syllabusId,
    specialityChoices: [],
    syllabusChoices: await tx.syllabusChoice.findMany({
      where: { enrollmentId, option: 1 },
      select: { option: true, syllabusId: true },
    }),
  });
  const price = (await createPriceLookup())(schoolYearId, paid);
  if (!price) return {};
  const texts = locales.map(async (locale) => {
    const { syllabus } = await getPlaceNames(schoolYearId, paid, locale);
    const { line } = formatPrice(price, getTranslator(locale, "price"), locale);
    return [locale, place.syllabusId === null ? `${syllabus} · ${line}` : line] as const;
  });
  return Object.fromEntries(await Promise.all(texts));
}

export async function findRecipients(
  tx: Prisma.TransactionClient,
  studentId: string,
  now: Date,
): Promise<Recipient[]> {
  return (await findRecipientsByStudent([studentId], tx, now)).get(studentId) ?? [];
}

/** Whether the address of `people p` is suppressed after a bounce or complaint. */
export const BOUNCES = Prisma.sql`exists (select from mail_suppressions s where s.email_key = p.email_key)`;

export async function findRecipientsByStudent(
  studentIds: string[],
  db: Prisma.TransactionClient = prisma(),
  now = new Date(),
): Promise<Map<string, Recipient[]>> {
  const rows = await db.$queryRaw<(Recipient & { studentId: string })[]>`
    select student.id::text as "studentId", p.id::text, p.email, p.name, p.locale,
      exists (select from accounts a where a.person_id = p.id) as "hasAccount",
      ${BOUNCES} as bounces, case p.position when 0 then 'student' else 'guardian' end as reader,
      p.position = 0 or (p.position = 1 and not p.adult) as "isApplicant", p.position = 0 or not p.adult as "canConfirm"
    from people student cross join lateral ${recipientsSql(getToday((await getSettings()).time_zone, now))} p
    where student.id = any(${studentIds}::uuid[]) order by p.position`;
  const recipients = new Map<string, Recipient[]>();
  for (const { studentId, ...reader } of rows)
    recipients.set(studentId, [...(recipients.get(studentId) ?? []), reader]);
  return recipients;
}

export type Recipient = {
  id: string;
  email: string;
  name: string | null;
  locale: Locale;
  hasAccount: boolean;
  /** Whether the address is suppressed after a bounce or complaint. */
  bounces: boolean;
  reader: "student" | "guardian";
  /** Whether the recipient acts for the enrollment (the applicant). */
  isApplicant: boolean;
  canConfirm: boolean;
};

/**
 * The recipients of messages about a `student` on a day in the school's time zone, as SQL: people with their
 * `position` (0 is the student) and whether the student is `adult`. Guardians still receive messages about an adult
 * without an address.
 */
export const recipientsSql = (today: Day) => Prisma.sql`(
  select recipients.position, student_age.adult, p.*
  from (select coalesce(student.birth_date <= ${today}::date - interval '18 years', false) as adult) student_age
  cross join lateral (
    select student.id, 0 as position
    where not exists (select ${GUARDIANS}) or (student_age.adult and ${hasMailboxSql("student")})
    union all
    select g.guardian_id, g.position ${GUARDIANS} and not (student_age.adult and ${hasMailboxSql("student")})
  ) recipients
  join people p on p.id = recipients.id
  where student.erased_at is null and ${hasMailboxSql("p")})`;

/** Reminders are sent from this local time on. */
const REMIND_FROM = "09:00";

export const isReminderTime = (timeZone: string, now: Date): boolean =>
  toLocalTime(timeZone, now) >= REMIND_FROM;

/** The applicant's options in the account after an acceptance. */
async function getAcceptedOptions(now: Date): Promise<Partial<MailData>> {
  const { accepted_may_withdraw_until: until, time_zone } = await getSettings();
  return { sends: true, ...(until >= getToday(time_zone, now) && { withdrawUntil: until }) };
}

const GUARDIANS = Prisma.sql`from guardianships g where g.student_id = student.id
  and (g.position = 1 or (g.confirmed_at is not null and g.denied_at is null and not g.kept_apart))`;

const hasMailboxSql = (table: "p" | "student") =>
  Prisma.sql`${Prisma.raw(table)}.email_key not like ${`%@${GENERATED_EMAIL_DOMAIN}`}`;

/** Undefined when the reason is internal, or has no information. */
function getAnnouncedReason({ to, reason }: Pick<NotificationContent, "to" | "reason">, locale: Locale) {
  const isAnnounced = transitions.some((row) => row.to === to && row.needs.includes("reason"));
  return isAnnounced && reason?.code !== OTHER_REASON ? reason?.[locale] : undefined;
}
