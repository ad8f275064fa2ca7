import { Prisma } from "@/generated/prisma/client";
import { getCatalogueSnapshot } from "@/lib/catalogue/queries";
import { findRecipientsByStudent } from "@/lib/decisions/notifications/mail";
import {
  createPreviewTable,
  type MailPreview,
  type PreviewInput,
  placeOrFirstChoice,
  renderPreview,
} from "@/lib/decisions/notifications/preview";
import { STATES_ENDED, STATES_WAITING, STATES_WITH_PLACE } from "@/lib/enrollment/sql";
import { createLinkPreview } from "@/lib/mail/mail-link";
import type { MailData } from "@/lib/mail/schema";
import { type Actor, requirePermission } from "@/lib/people/staff/permissions";
import { prisma } from "@/lib/platform/database/prisma";
import type { Day } from "@/lib/platform/dates";
import { toDate, toDay } from "@/lib/platform/dates";
import { getSchoolToday, getSettings } from "@/lib/school/settings";

/**
 * The answers to a renewal. "waits": the student has no place this year and waits for one, and is only asked whether
 * to enroll again (admission 14).
 */
export const renewalAnswers = ["given", "pending", "change", "leave", "desk", "silent", "waits"] as const;

type RenewalAnswer = (typeof renewalAnswers)[number];

type RenewalCandidate = {
  /** The enrollment of the next year, else of the previous year. */
  reference: string;
  /** The enrollment of the previous year. */
  enrollmentId: string;
  studentId: string;
  student: string;
  answer: RenewalAnswer;
};

/** Students whom the desk must contact: erased, without a birth date, or with a guardian kept apart. */
export const NEEDS_DESK = Prisma.sql`(s.erased_at is not null or s.birth_date is null
  or exists (select from guardianships g where g.student_id = s.id and g.kept_apart))`;

/** Which of some students the desk must contact. */
export async function findNeedingDesk(students: string[]): Promise<Set<string>> {
  const rows = await prisma().$queryRaw<{ id: string }[]>`
    select s.id from people s where s.id = any(${students}::uuid[]) and ${NEEDS_DESK}`;
  return new Set(rows.map(({ id }) => id));
}

/**
 * Students with a place in the previous year, and waiting ones who have not enrolled again, in the order of their new
 * enrollments.
 */
export async function listRenewalCandidates(
  schoolYearId: number,
  db: Prisma.TransactionClient = prisma(),
): Promise<RenewalCandidate[]> {
  const previousYear = await getPreviousYear(schoolYearId);
  if (previousYear === undefined) return [];
  return db.$queryRaw<RenewalCandidate[]>`
    select coalesce(n.reference, e.reference) as reference, e.id as "enrollmentId",
      s.id as "studentId", concat_ws(' ', s.name, s.surname) as student,
      case
        when e.state in ${STATES_WAITING} then 'waits'
        when n.id is not null and w.answer = 'stay' and n.decided_state in ${STATES_WITH_PLACE} then 'given'
        when n.id is not null and w.answer = 'stay' then 'pending'
        when n.id is not null then 'change'
        when w.answer = 'leave' then 'leave'
        when ${NEEDS_DESK} then 'desk'
        else 'silent'
      end as answer
    from enrollments e
    join people s on s.id = e.student_id
    left join enrollments n on n.student_id = e.student_id and n.school_year_id = ${schoolYearId}
      and n.decided_state not in ${STATES_ENDED}
    left join going_on w on w.student_id = e.student_id and w.school_year_id = ${schoolYearId}
    where e.school_year_id = ${previousYear} and (
      e.state in ${STATES_WITH_PLACE} and e.decided_state in ${STATES_WITH_PLACE}
      or e.state in ${STATES_WAITING} and e.decided_state in ${STATES_WAITING}
        and n.id is null and w.student_id is null and not ${NEEDS_DESK})
    order by n.created_at, e.created_at, e.id`;
}

/** Whether a student has not answered yet and can be invited. */
export const isInvited = ({ answer }: RenewalCandidate): boolean => answer === "silent" || answer === "waits";

type Invitation = Awaited<ReturnType<typeof createInvitations>>[number];

/**
 * One invitation per recipient who may answer, for all their students (admission 14). A second guardian cannot enroll
 * and gets none.
 * @param year the name of the next year
 */
export async function createInvitations(
  candidates: RenewalCandidate[],
  { year, answerBy }: { year: string; answerBy: Day },
  db: Prisma.TransactionClient,
) {
  const invited = candidates.filter(isInvited);
  const recipients = await findRecipientsByStudent(
    invited.map(({ studentId }) => studentId),
    db,
  );
  const pairs = invited.flatMap((candidate) =>
    (recipients.get(candidate.studentId) ?? []).flatMap((recipient) =>
      recipient.isApplicant ? { recipient, candidate } : [],
    ),
  );
  return [...Map.groupBy(pairs, ({ recipient }) => recipient.id).values()].map((ownPairs) => {
    const { recipient } = ownPairs[0] as (typeof ownPairs)[number];
    const withPlace = ownPairs.filter(({ candidate }) => candidate.answer === "silent");
    const waiting = ownPairs.length - withPlace.length;
    /** The students whom the message names: those with a place; if there is none, those who wait. */
    const named = (withPlace.length > 0 ? withPlace : ownPairs).map(({ candidate }) => candidate);
    const tells: MailData = {
      reader: recipient.reader,
      keepBy: answerBy,
      year,
      references: named.map(({ reference }) => reference),
      ...(waiting > 0 && { waits: waiting === ownPairs.length ? "all" : "some" }),
    };
    return { recipient, named, tells };
  });
}

/** Previews the opening of a year's renewal. */
export async function previewRenewal(
  actor: Actor,
  { id, year }: { id: number; year: string },
  answerBy: Day,
  after = 0,
) {
  requirePermission(actor, "run_round");
  const [candidates, previousYear] = await Promise.all([listRenewalCandidates(id), getPreviousYear(id)]);
  const invitations = await createInvitations(candidates, { year, answerBy }, prisma());
  const deliverable = invitations.filter(({ recipient }) => !recipient.bounces);
  const samples = new Map<string, Invitation>();
  for (const invitation of deliverable) {
    const key = `${invitation.recipient.locale} ${invitation.tells.waits === "all"}`;
    if (!samples.has(key)) samples.set(key, invitation);
  }
  const count = (answer: string) => candidates.filter((candidate) => candidate.answer === answer).length;
  return {
    previousYear,
    /** The number of students by answer; the desk contacts those of `desk`. */
    silent: count("silent"),
    waits: count("waits"),
    desk: count("desk"),
    mails: deliverable.length,
    samples: await Promise.all([...samples.values()].map((invitation) => createSample(invitation, year))),
    table: await createPreviewTable(await readPlacesBefore(candidates.filter(isInvited)), {
      after,
      isRecipient: ({ isApplicant }) => isApplicant,
    }),
  };
}

/** Candidates with their place in the previous year, or the one they wait for. */
async function readPlacesBefore(candidates: RenewalCandidate[]) {
  const rows = await prisma().$queryRaw<(PreviewInput & { id: string })[]>`
    select e.id::text, e.school_year_id as "schoolYearId",
      ${placeOrFirstChoice(Prisma.sql`e.assigned_speciality_id`, Prisma.sql`e.assigned_syllabus_id`)}
    from enrollments e where e.id = any(${candidates.map(({ enrollmentId }) => enrollmentId)}::uuid[])`;
  const places = new Map(rows.map((row) => [row.id, row]));
  return candidates.flatMap(({ enrollmentId, reference, studentId, answer }) => {
    const place = places.get(enrollmentId);
    return place ? { ...place, reference, studentId, answer } : [];
  });
}

async function getPreviousYear(schoolYearId: number): Promise<number | undefined> {
  const { schoolYears } = await getCatalogueSnapshot();
  return schoolYears[schoolYears.findIndex(({ id }) => id === schoolYearId) - 1]?.id;
}

async function createSample({ recipient, named, tells }: Invitation, year: string): Promise<MailPreview> {
  return renderPreview("renewal_asked", recipient, {
    students: named.map(({ student }) => student),
    year,
    ...createLinkPreview("answer", recipient.locale, new Date(), await getSettings()),
    data: tells,
  });
}

/** The last day to answer a year's renewal; undefined before the invitations and, with `today`, after that day. */
export async function getRenewalDeadline(
  db: Prisma.TransactionClient,
  schoolYearId: number,
  today?: Day,
): Promise<Day | undefined> {
  const renewal = await db.renewal.findFirst({
    where: { schoolYearId, answerBy: today && { gte: toDate(today) }, askedAt: { not: null } },
    select: { answerBy: true },
  });
  return renewal ? toDay(renewal.answerBy) : undefined;
}

/** A year's renewal: the last day, whether it is open, when invitations are sent, and the answers of all students. */
export async function readRenewal(actor: Actor, schoolYearId: number) {
  requirePermission(actor, "read");
  const [row, today, candidates] = await Promise.all([
    prisma().renewal.findUnique({ where: { schoolYearId }, select: renewalColumns }),
    getSchoolToday(),
    listRenewalCandidates(schoolYearId),
  ]);
  const until = row ? toDay(row.answerBy) : undefined;
  const mailAt = row?.askedAt ? undefined : row?.mailAt;
  return { until, asks: until !== undefined && until >= today, mailAt, candidates };
}

/** The school years whose renewal is asked on a day, with its last day. */
export async function listRenewals(day: Day): Promise<Map<number, Day>> {
  const rows = await prisma().renewal.findMany({
    where: { answerBy: { gte: toDate(day) }, askedAt: { not: null } },
    orderBy: { schoolYearId: "asc" },
    select: { schoolYearId: true, answerBy: true },
  });
  return new Map(rows.map(({ schoolYearId, answerBy }) => [schoolYearId, toDay(answerBy)]));
}

export const hasSentInvitations = async (schoolYearId: number): Promise<boolean> =>
  (await prisma().renewal.count({ where: { schoolYearId, askedAt: { not: null } } })) > 0;

const renewalColumns = { answerBy: true, mailAt: true, askedAt: true } as const;
