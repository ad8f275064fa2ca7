import { Prisma } from "@/generated/prisma/client";
import type { EnrollmentState } from "@/generated/prisma/enums";
import { getConfirmationDeadline } from "@/lib/decisions/confirmations/verbs";
import type { EnrollmentStatus } from "@/lib/decisions/status";
import {
  type DecisionInput,
  type ValidatedEnrollmentDecision,
  validateEnrollmentDecision,
} from "@/lib/decisions/verbs";
import { isAlreadyNotified } from "@/lib/decisions/writes";
import { sumCounts, type YearPlaces } from "@/lib/decisions/year-places";
import { getState } from "@/lib/enrollment/states";
import type { Locale } from "@/lib/i18n/locales";
import { renderMailText } from "@/lib/mail/content/mail-content";
import { getAccountUrl } from "@/lib/mail/mail-link";
import { getMailSchool } from "@/lib/mail/prepare-message";
import { type Actor, requirePermission } from "@/lib/people/staff/permissions";
import { prisma } from "@/lib/platform/database/prisma";
import { addMinutes, type Day } from "@/lib/platform/dates";
import { getSchoolToday, getSettings } from "@/lib/school/settings";
import { createDecisionMessages, type NotificationContent, recipientsSql } from "./mail";
import { isUnscheduled, whereOnList } from "./verbs";

export type MailPreview = {
  to: string;
  name: string | null;
  locale: Locale;
  subject: string;
  text: string;
};

/**
 * What a decision would bring about, without making it: the very messages, to whom, in which language;
 * none where the family knows already.
 * @param year the places of its year where they were read before
 * @throws DecisionError, StaffRefusal as `decide`
 */
export async function previewDecision(
  input: DecisionInput,
  actor: Actor,
  year?: YearPlaces,
): Promise<MailPreview[]> {
  const { checked, silent } = await prisma().$transaction(async (tx) => {
    const checked = await validateEnrollmentDecision(tx, input, actor, year);
    return {
      checked,
      silent: await isAlreadyNotified(tx, checked.standing, checked.transition.to, checked.place),
    };
  });
  return silent ? [] : previewDecisionMails(checked);
}

type ToPreview = Pick<ValidatedEnrollmentDecision, "place" | "words"> &
  Pick<NotificationContent, "reason"> & {
    standing: Pick<EnrollmentStatus, "id" | "reference" | "schoolYearId" | "studentId">;
    transition: Pick<ValidatedEnrollmentDecision["transition"], "to">;
  };

/** The messages of a decision that was checked, and tells something. */
export async function previewDecisionMails(checked: ToPreview): Promise<MailPreview[]> {
  const { standing, transition, place, words, reason } = checked;
  const { schoolYearId } = standing;
  const { to } = transition;
  const keepBy =
    getState(to).holds === "place" ? await getConfirmationDeadline(prisma(), schoolYearId) : undefined;
  const toTell = { to, schoolYearId, place, words, reason, keepBy };
  const messages = await createDecisionMessages(prisma(), standing.studentId, toTell, new Date());
  const about = await aboutOf(checked);
  return messages.map(({ kind, locale, email, name, confirmed, tells }) => {
    const details = { ...about, confirmed, name: name ?? undefined, link: getAccountUrl(locale), tells };
    return { to: email, name, locale, ...renderMailText(kind, locale, details) };
  });
}

/** A list that was let go can be stopped for so long. */
const STOPPABLE_MINUTES = 15;

/** When a list is told that somebody lets go now: not before it could still be stopped. */
export function getNotificationTime(wanted: Date | undefined, now: Date): Date {
  const soonest = addMinutes(now, STOPPABLE_MINUTES);
  return wanted && wanted > soonest ? wanted : soonest;
}

export type ListPreview = {
  counts: { state: EnrollmentState; count: number }[];
  /** Decisions in all, and the messages that they make. */
  count: number;
  mails: number;
  /** One message of each kind and language. */
  samples: MailPreview[];
  /** Whom no message reaches: nobody of the enrollment has an address, or every one sends mails back. */
  unreached: { reference: string; student: string }[];
};

/** What telling a year's list would do, as it stands now. */
export async function previewList(schoolYearId: number, actor: Actor): Promise<ListPreview> {
  requirePermission(actor, "tell_list");
  const day = await getSchoolToday();
  const [counted, kinds, unreached] = await Promise.all([
    prisma().decision.groupBy({
      by: ["toState"],
      where: whereOnList(schoolYearId, null),
      _count: { _all: true },
    }),
    kindsOf(schoolYearId, day),
    findUnreachable(schoolYearId, day),
  ]);
  const counts = counted.map(({ toState, _count }) => ({ state: toState, count: _count._all }));
  return {
    counts,
    count: sumCounts(counts.map(({ count }) => count)),
    mails: sumCounts(kinds.map(({ mails }) => mails)),
    samples: await createSamples(kinds),
    unreached,
  };
}

/** Whose address sends mails back. */
export async function listBouncingPeople(): Promise<Set<string>> {
  const rows = await prisma().$queryRaw<{ id: string }[]>`
    select p.id::text from mail_suppressions s
    join people p on p.email_key = s.email_key`;
  return new Set(rows.map(({ id }) => id));
}

async function aboutOf({ standing }: Pick<ToPreview, "standing">) {
  const { student, schoolYear } = await prisma().enrollment.findUniqueOrThrow({
    where: { id: standing.id },
    select: {
      student: { select: { name: true, surname: true } },
      schoolYear: { select: { year: true } },
    },
  });
  return {
    school: await getMailSchool(await getSettings()),
    students: [[student.name, student.surname].filter(Boolean).join(" ")],
    reference: standing.reference,
    year: schoolYear.year,
  };
}

type Kind = { locale: Locale; mails: number; first: string };

const BOUNCES = Prisma.sql`exists (select from mail_suppressions s where s.email_key = p.email_key)`;

/** How many messages there are of each kind and language, in the order of the first decision that makes one. */
const kindsOf = (schoolYearId: number, day: Day) =>
  prisma().$queryRaw<Kind[]>`
    select locale, count(*) filter (where not bounces)::int as mails, (array_agg(id order by nth))[1] as first
    from (
      select d.id::text, d.to_state, p.locale, ${BOUNCES} as bounces,
        row_number() over (order by d.decided_at, d.id, p.position) as nth
      from decisions d
      join enrollments e on e.id = d.enrollment_id
      join people student on student.id = e.student_id
      cross join lateral ${recipientsSql(day)} p
      where ${isUnscheduled(schoolYearId)}) heard
    group by to_state, locale order by min(nth)`;

const findUnreachable = (schoolYearId: number, day: Day) =>
  prisma().$queryRaw<ListPreview["unreached"]>`
    select e.reference, concat_ws(' ', nullif(student.name, ''), nullif(student.surname, '')) as student
    from decisions d
    join enrollments e on e.id = d.enrollment_id
    join people student on student.id = e.student_id
    where ${isUnscheduled(schoolYearId)} and not exists (select from ${recipientsSql(day)} p where not ${BOUNCES})
    order by d.decided_at, d.id`;

async function createSamples(kinds: Kind[]): Promise<MailPreview[]> {
  const rows = await prisma().decision.findMany({
    where: { id: { in: kinds.map(({ first }) => first) } },
    select: {
      id: true,
      toState: true,
      specialityId: true,
      syllabusId: true,
      words: true,
      reason: { select: { code: true, es: true, ca: true, en: true } },
      enrollment: { select: { id: true, reference: true, schoolYearId: true, studentId: true } },
    },
  });
  const sampled = kinds.flatMap(({ first, locale }) =>
    rows.filter(({ id }) => id === first).map((row) => ({ row, locale })),
  );
  return Promise.all(sampled.map(sampleOf));
}

type Sampled = {
  row: Pick<Parameters<typeof previewDecisionMails>[0], "words" | "reason"> & {
    toState: EnrollmentState;
    specialityId: number | null;
    syllabusId: number | null;
    enrollment: Parameters<typeof previewDecisionMails>[0]["standing"];
  };
  locale: Locale;
};

async function sampleOf({ row, locale }: Sampled): Promise<MailPreview> {
  const { toState: to, specialityId, syllabusId, words, reason, enrollment } = row;
  const place = { specialityId, syllabusId };
  const mails = await previewDecisionMails({
    standing: enrollment,
    transition: { to },
    place,
    words,
    reason,
  });
  return mails.find((mail) => mail.locale === locale) as MailPreview;
}
