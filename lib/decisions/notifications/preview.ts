import { Prisma } from "@/generated/prisma/client";
import type { EnrollmentState } from "@/generated/prisma/enums";
import { getConfirmationDeadline } from "@/lib/decisions/confirmations/verbs";
import { getYearStudies, type Place } from "@/lib/decisions/place";
import type { EnrollmentStatus } from "@/lib/decisions/status";
import { type DecisionInput, validateEnrollmentDecision } from "@/lib/decisions/verbs";
import { isAlreadyNotified } from "@/lib/decisions/writes";
import { sumCounts, type YearPlaces } from "@/lib/decisions/year-places";
import { getState } from "@/lib/enrollment/states";
import type { Locale } from "@/lib/i18n/locales";
import { renderMailText } from "@/lib/mail/content/mail-content";
import type { MailKind } from "@/lib/mail/mail-kinds";
import { getAccountUrl } from "@/lib/mail/mail-link";
import { getMailSchool } from "@/lib/mail/prepare-message";
import { type Actor, requirePermission } from "@/lib/people/staff/permissions";
import { prisma } from "@/lib/platform/database/prisma";
import { addMinutes, type Day } from "@/lib/platform/dates";
import { getSchoolToday, getSettings } from "@/lib/school/settings";
import {
  BOUNCES,
  createDecisionMessages,
  findRecipientsByStudent,
  type NotificationContent,
  type Recipient,
  recipientsSql,
} from "./mail";

type ValidatedEnrollmentDecision = Awaited<ReturnType<typeof validateEnrollmentDecision>>;

export type MailPreview = Awaited<ReturnType<typeof renderPreview>>;

type Details = Omit<Parameters<typeof renderMailText>[2], "school" | "confirmed" | "name">;

type Addressee = Pick<Recipient, "email" | "name" | "locale" | "hasAccount" | "bounces">;

export async function renderPreview(
  kind: MailKind,
  { email, name, locale, hasAccount, bounces }: Addressee,
  details: Details,
) {
  const school = await getMailSchool(await getSettings());
  const context = { ...details, school, confirmed: hasAccount, name: name ?? undefined };
  return { to: email, name, locale, bounces, ...renderMailText(kind, locale, context) };
}

/**
 * The messages that a decision would send, without making it; none when its content was announced already.
 * @param year the places of its year, if read already
 * @throws DecisionError, PermissionError as `decide`
 */
export async function previewDecision(
  input: DecisionInput,
  actor: Actor,
  year?: YearPlaces,
): Promise<MailPreview[]> {
  const { validated, isSilent } = await prisma().$transaction(async (tx) => {
    const validated = await validateEnrollmentDecision(tx, input, actor, year);
    return {
      validated,
      isSilent: await isAlreadyNotified(tx, validated.enrollment, validated.transition.to, validated.place),
    };
  });
  return isSilent ? [] : previewDecisionMails(validated);
}

type DecisionToPreview = Pick<ValidatedEnrollmentDecision, "place" | "words"> &
  Pick<NotificationContent, "reason"> & {
    enrollment: Pick<EnrollmentStatus, "id" | "reference" | "schoolYearId" | "studentId">;
    transition: Pick<ValidatedEnrollmentDecision["transition"], "to">;
  };

export async function previewDecisionMails(decision: DecisionToPreview): Promise<MailPreview[]> {
  const { enrollment, transition, place, words, reason } = decision;
  const { id: enrollmentId, schoolYearId } = enrollment;
  const { to } = transition;
  const keepBy =
    getState(to).holds === "place" ? await getConfirmationDeadline(prisma(), schoolYearId) : undefined;
  const content = { enrollmentId, to, schoolYearId, place, words, reason, keepBy };
  const messages = await createDecisionMessages(prisma(), enrollment.studentId, content, new Date());
  const { references: _, ...mailContext } = await readMailContext(enrollment);
  return Promise.all(
    messages.map(({ kind, tells: data, ...recipient }) =>
      renderPreview(kind, recipient, { ...mailContext, link: getAccountUrl(recipient.locale), data }),
    ),
  );
}

/** A scheduled list can be stopped for this long. */
const STOPPABLE_MINUTES = 15;

/** The time of a scheduled list: not before it could be stopped. */
export function getNotificationTime(requested: Date | undefined, now: Date): Date {
  const earliest = addMinutes(now, STOPPABLE_MINUTES);
  return requested && requested > earliest ? requested : earliest;
}

export async function previewList(schoolYearId: number, actor: Actor, after = 0) {
  requirePermission(actor, "tell_list");
  const [decisions, kinds] = await Promise.all([
    listUnscheduled(schoolYearId),
    countMailsByKind(schoolYearId, await getSchoolToday()),
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

export type PreviewInput = Place & { reference: string; studentId: string; schoolYearId: number };

type PreviewRow = {
  reference: string;
  student: string;
  place: string;
  languages: Locale[];
  /** Why none of its messages can be delivered. */
  problem: "no_mailbox" | "bounces" | undefined;
};

export type PreviewTable<Row extends PreviewInput = PreviewInput> = {
  rows: (Row & PreviewRow)[];
  next: number | undefined;
  /** The number per speciality, or per syllabus without a speciality; descending. */
  instruments: { name: string; count: number }[];
  mails: number;
  undeliverable: number;
};

const PREVIEW_PAGE = 200;

type PreviewTableOptions<Row> = {
  after?: number;
  /** Whether a row sends messages, and to whom. */
  isMailed?: (row: Row) => boolean;
  isRecipient?: (recipient: Recipient) => boolean;
};

/** A page of a preview, undeliverable rows first, with totals of all rows. */
export async function createPreviewTable<Row extends PreviewInput>(
  rows: Row[],
  { after = 0, isMailed = () => true, isRecipient = () => true }: PreviewTableOptions<Row> = {},
): Promise<PreviewTable<Row>> {
  const [recipients, getNames] = await Promise.all([
    findRecipientsByStudent(rows.filter(isMailed).map(({ studentId }) => studentId)),
    createPlaceNames(rows),
  ]);
  const allRows = rows.map((row) => {
    const ownRecipients = isMailed(row) ? (recipients.get(row.studentId) ?? []).filter(isRecipient) : [];
    const mails = ownRecipients.filter(({ bounces }) => !bounces).length;
    const failure = ownRecipients.length > 0 ? "bounces" : "no_mailbox";
    const problem: PreviewRow["problem"] = isMailed(row) && mails === 0 ? failure : undefined;
    const languages = [...new Set(ownRecipients.map(({ locale }) => locale))];
    return { row, names: getNames(row), languages, problem, mails };
  });
  const undeliverable = allRows.filter(({ problem }) => problem);
  const page = [...undeliverable, ...allRows.filter(({ problem }) => !problem)].slice(
    after,
    after + PREVIEW_PAGE,
  );
  const students = await readStudentNames(page.map(({ row }) => row.studentId));
  const byInstrument = [...Map.groupBy(allRows, ({ names }) => names[0] ?? "")];
  return {
    rows: page.map(({ row, names, languages, problem }) => ({
      ...row,
      student: students.get(row.studentId) ?? "",
      place: names.join(", "),
      languages,
      problem,
    })),
    next: after + PREVIEW_PAGE < rows.length ? after + PREVIEW_PAGE : undefined,
    instruments: byInstrument
      .map(([name, { length: count }]) => ({ name, count }))
      .sort((a, b) => b.count - a.count),
    mails: sumCounts(allRows.map(({ mails }) => mails)),
    undeliverable: undeliverable.length,
  };
}

/** The columns of a place or, if it is empty, of the first choice of `enrollments e`. */
export const placeOrFirstChoice = (specialityId: Prisma.Sql, syllabusId: Prisma.Sql) => Prisma.sql`
  case when ${specialityId} is null and ${syllabusId} is null then (
    select c.speciality_id from speciality_choices c where c.enrollment_id = e.id order by c.option limit 1)
    else ${specialityId} end as "specialityId",
  case when ${specialityId} is null and ${syllabusId} is null then (
    select c.syllabus_id from syllabus_choices c where c.enrollment_id = e.id order by c.option limit 1)
    else ${syllabusId} end as "syllabusId"`;

export async function readMailContext({ id, reference }: Pick<EnrollmentStatus, "id" | "reference">) {
  const { student, schoolYear } = await prisma().enrollment.findUniqueOrThrow({
    where: { id },
    select: { student: { select: { name: true, surname: true } }, schoolYear: { select: { year: true } } },
  });
  return {
    students: [[student.name, student.surname].filter(Boolean).join(" ")],
    references: [reference],
    year: schoolYear.year,
  };
}

type MailCount = { locale: Locale; mails: number; first: string };

/** The number of messages by decision and language, in the order of decisions. */
const countMailsByKind = (schoolYearId: number, day: Day) =>
  prisma().$queryRaw<MailCount[]>`
    select locale, count(*) filter (where not bounces)::int as mails, (array_agg(id order by nth))[1] as first
    from (
      select d.id::text, d.to_state, p.locale, ${BOUNCES} as bounces,
        row_number() over (order by d.decided_at, d.id, p.position) as nth
      from decisions d
      join enrollments e on e.id = d.enrollment_id
      join people student on student.id = e.student_id
      cross join lateral ${recipientsSql(day)} p
      where ${isUnscheduled(schoolYearId)}) mails
    group by to_state, locale order by min(nth)`;

const listUnscheduled = (schoolYearId: number) =>
  prisma().$queryRaw<(PreviewInput & { state: EnrollmentState })[]>`
    select e.reference, e.student_id::text as "studentId", e.school_year_id as "schoolYearId",
      d.to_state::text as state, ${placeOrFirstChoice(Prisma.sql`d.speciality_id`, Prisma.sql`d.syllabus_id`)}
    from decisions d join enrollments e on e.id = d.enrollment_id
    where ${isUnscheduled(schoolYearId)} order by d.decided_at, d.id`;

async function createPlaceNames(rows: PreviewInput[]) {
  const years = new Map<number, Record<"specialities" | "syllabi", Map<number, string>>>();
  const toMap = (items: { id: number; name: string }[]) => new Map(items.map(({ id, name }) => [id, name]));
  for (const id of new Set(rows.map(({ schoolYearId }) => schoolYearId))) {
    const { specialities, syllabi } = await getYearStudies(id);
    years.set(id, { specialities: toMap(specialities), syllabi: toMap(syllabi) });
  }
  return ({ schoolYearId, specialityId, syllabusId }: PreviewInput): string[] => {
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

async function createSamples(kinds: MailCount[]): Promise<MailPreview[]> {
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
  const mails = kinds.map(async ({ first, locale }) => {
    const row = rows.find(({ id }) => id === first) as (typeof rows)[number];
    const { toState: to, specialityId, syllabusId, words, reason, enrollment } = row;
    const place = { specialityId, syllabusId };
    const previews = await previewDecisionMails({ enrollment, transition: { to }, place, words, reason });
    return previews.find((mail) => mail.locale === locale) as MailPreview;
  });
  return Promise.all(mails);
}

const isUnscheduled = (schoolYearId: number) => Prisma.sql`(
  d.school_year_id = ${schoolYearId} and d.status = 'untold' and d.with_list and d.tell_at is null)`;
