import { Prisma } from "@/generated/prisma/client";
import type { EnrollmentState } from "@/generated/prisma/enums";
import { getConfirmationDeadline } from "@/lib/decisions/confirmations/verbs";
import { getYearStudies, type Place } from "@/lib/decisions/place";
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
import {
  createDecisionMessages,
  findRecipientsByStudent,
  type NotificationContent,
  type Recipient,
  recipientsSql,
} from "./mail";
import { isUnscheduled } from "./verbs";

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
  const { id: enrollmentId, schoolYearId } = standing;
  const { to } = transition;
  const keepBy =
    getState(to).holds === "place" ? await getConfirmationDeadline(prisma(), schoolYearId) : undefined;
  const toTell = { enrollmentId, to, schoolYearId, place, words, reason, keepBy };
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
  table: PreviewTable<Previewed & { state: EnrollmentState }>;
};

/** What telling a year's list would do, as it stands now. */
export async function previewList(schoolYearId: number, actor: Actor, after = 0): Promise<ListPreview> {
  requirePermission(actor, "tell_list");
  const [decisions, kinds] = await Promise.all([
    listUnscheduled(schoolYearId),
    kindsOf(schoolYearId, await getSchoolToday()),
  ]);
  const byState = Map.groupBy(decisions, ({ state }) => state);
  return {
    counts: [...byState].map(([state, { length: count }]) => ({ state, count })),
    count: decisions.length,
    mails: sumCounts(kinds.map(({ mails }) => mails)),
    samples: await createSamples(kinds),
    table: await createPreviewTable(decisions, { after }),
  };
}

/** An enrollment of a dry run, with the place that it is about. */
export type Previewed = Place & { reference: string; studentId: string; schoolYearId: number };

export type PreviewRow = {
  reference: string;
  student: string;
  place: string;
  /** In which languages mails go out about it. */
  languages: Locale[];
  /** Why none of them arrives. */
  problem: "no_mailbox" | "bounces" | undefined;
};

export type PreviewTable<Row extends Previewed = Previewed> = {
  rows: (Row & PreviewRow)[];
  /** How many rows the next page follows, if there is one. */
  next: number | undefined;
  /** How many there are of each instrument, or of each course where no instrument is chosen; the most first. */
  instruments: { name: string; count: number }[];
  mails: number;
  /** Enrollments that no mail reaches. */
  unreached: number;
};

const PREVIEW_PAGE = 200;

type PreviewTableOptions<Row> = {
  /** How many rows the page follows. */
  after?: number;
  /** Whether mails go out about a row, and to whom. */
  isMailed?: (row: Row) => boolean;
  hears?: (recipient: Recipient) => boolean;
};

/** A page of what a dry run does, those whom no mail reaches first; everything is counted. */
export async function createPreviewTable<Row extends Previewed>(
  rows: Row[],
  { after = 0, isMailed = () => true, hears = () => true }: PreviewTableOptions<Row> = {},
): Promise<PreviewTable<Row>> {
  const [recipients, bouncing, getNames] = await Promise.all([
    findRecipientsByStudent(rows.filter(isMailed).map(({ studentId }) => studentId)),
    listBouncingPeople(),
    createPlaceNames(rows),
  ]);
  const described = rows.map((row) => {
    const own = isMailed(row) ? (recipients.get(row.studentId) ?? []).filter(hears) : [];
    const isReached = !isMailed(row) || own.some(({ id }) => !bouncing.has(id));
    const problem: PreviewRow["problem"] = isReached ? undefined : own.length > 0 ? "bounces" : "no_mailbox";
    const languages = [...new Set(own.map(({ locale }) => locale as Locale))];
    return { row, names: getNames(row), languages, problem, mails: own.length };
  });
  const unreached = described.filter(({ problem }) => problem);
  const page = [...unreached, ...described.filter(({ problem }) => !problem)].slice(
    after,
    after + PREVIEW_PAGE,
  );
  const students = await readStudentNames(page.map(({ row }) => row.studentId));
  const instruments = [...Map.groupBy(described, ({ names }) => names[0] ?? "")];
  return {
    rows: page.map(({ row, names, languages, problem }) => ({
      ...row,
      student: students.get(row.studentId) ?? "",
      place: names.join(", "),
      languages,
      problem,
    })),
    next: after + PREVIEW_PAGE < rows.length ? after + PREVIEW_PAGE : undefined,
    instruments: instruments
      .map(([name, { length: count }]) => ({ name, count }))
      .sort((one, other) => other.count - one.count),
    mails: sumCounts(described.map(({ mails }) => mails)),
    unreached: unreached.length,
  };
}

/** Columns of a place or, where it names nothing, of the first choice of `enrollments e`. */
export const placeOrFirstChoice = (specialityId: Prisma.Sql, syllabusId: Prisma.Sql) => Prisma.sql`
  case when ${specialityId} is null and ${syllabusId} is null then (
    select c.speciality_id from speciality_choices c where c.enrollment_id = e.id order by c.option limit 1)
    else ${specialityId} end as "specialityId",
  case when ${specialityId} is null and ${syllabusId} is null then (
    select c.syllabus_id from syllabus_choices c where c.enrollment_id = e.id order by c.option limit 1)
    else ${syllabusId} end as "syllabusId"`;

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

/** The decisions of a year's list that have no time yet, in the order in which they were made. */
const listUnscheduled = (schoolYearId: number) =>
  prisma().$queryRaw<(Previewed & { state: EnrollmentState })[]>`
    select e.reference, e.student_id::text as "studentId", e.school_year_id as "schoolYearId",
      d.to_state::text as state, ${placeOrFirstChoice(Prisma.sql`d.speciality_id`, Prisma.sql`d.syllabus_id`)}
    from decisions d join enrollments e on e.id = d.enrollment_id
    where ${isUnscheduled(schoolYearId)} order by d.decided_at, d.id`;

/** Names places of these years: the speciality, then the syllabus. */
async function createPlaceNames(rows: Previewed[]) {
  const years = new Map<number, Record<"specialities" | "syllabi", Map<number, string>>>();
  const toMap = (named: { id: number; name: string }[]) => new Map(named.map(({ id, name }) => [id, name]));
  for (const id of new Set(rows.map(({ schoolYearId }) => schoolYearId))) {
    const { specialities, syllabi } = await getYearStudies(id);
    years.set(id, { specialities: toMap(specialities), syllabi: toMap(syllabi) });
  }
  return ({ schoolYearId, specialityId, syllabusId }: Previewed): string[] => {
    const year = years.get(schoolYearId);
    const names = [year?.specialities.get(specialityId ?? 0), year?.syllabi.get(syllabusId ?? 0)];
    return names.filter((name) => name !== undefined);
  };
}

async function readStudentNames(ids: string[]): Promise<Map<string, string>> {
  const people = await prisma().person.findMany({
    where: { id: { in: ids } },
    select: { id: true, name: true, surname: true },
  });
  return new Map(people.map(({ id, name, surname }) => [id, [name, surname].filter(Boolean).join(" ")]));
}

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
