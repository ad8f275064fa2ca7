import { Prisma } from "@/generated/prisma/client";
import { getCatalogueSnapshot } from "@/lib/catalogue/queries";
import { findRecipientsByStudent } from "@/lib/decisions/notifications/mail";
import {
  createPreviewTable,
  listBouncingPeople,
  type MailPreview,
  type Previewed,
  placeOrFirstChoice,
  renderPreview,
} from "@/lib/decisions/notifications/preview";
import { STATES_ENDED, STATES_WAITING, STATES_WITH_PLACE } from "@/lib/enrollment/sql";
import { createLinkPreview } from "@/lib/mail/mail-link";
import type { MailData } from "@/lib/mail/schema";
import { type Actor, requirePermission } from "@/lib/people/staff/permissions";
import { prisma } from "@/lib/platform/database/prisma";
import type { Day } from "@/lib/platform/dates";
import { getSettings } from "@/lib/school/settings";

/**
 * The answers to a renewal. "waits": the student has no place this year and waits for one, and is only asked whether
 * to enroll again (admission 14).
 */
export const renewalAnswers = ["given", "pending", "change", "leave", "desk", "silent", "waits"] as const;

type RenewalAnswer = (typeof renewalAnswers)[number];

export type RenewalCandidate = {
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
  const before = await getPreviousYear(schoolYearId);
  if (before === undefined) return [];
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
    where e.school_year_id = ${before} and (
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
  people: RenewalCandidate[],
  { year, answerBy }: { year: string; answerBy: Day },
  db: Prisma.TransactionClient,
) {
  const invited = people.filter(isInvited);
  const readers = await findRecipientsByStudent(
    invited.map(({ studentId }) => studentId),
    db,
  );
  const pairs = invited.flatMap((one) =>
    (readers.get(one.studentId) ?? []).filter(({ sends }) => sends).map((reader) => ({ reader, one })),
  );
  return [...Map.groupBy(pairs, ({ reader }) => reader.id).values()].map((own) => {
    const { reader } = own[0] as (typeof own)[number];
    const withPlace = own.filter(({ one }) => one.answer === "silent");
    const waiting = own.length - withPlace.length;
    /** The students whom the message names: those with a place; if there is none, those who wait. */
    const named = (withPlace.length > 0 ? withPlace : own).map(({ one }) => one);
    const tells: MailData = {
      reader: reader.reader,
      keepBy: answerBy,
      year,
      references: named.map(({ reference }) => reference),
      ...(waiting > 0 && { waits: waiting === own.length ? "all" : "some" }),
    };
    return { reader, named, tells };
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
  const [people, bounce, before] = await Promise.all([
    listRenewalCandidates(id),
    listBouncingPeople(),
    getPreviousYear(id),
  ]);
  const all = await createInvitations(people, { year, answerBy }, prisma());
  const reached = all.filter(({ reader }) => !bounce.has(reader.id));
  const samples = new Map<string, Invitation>();
  for (const invitation of reached) {
    const key = `${invitation.reader.locale} ${invitation.tells.waits === "all"}`;
    if (!samples.has(key)) samples.set(key, invitation);
  }
  const count = (answer: string) => people.filter((one) => one.answer === answer).length;
  return {
    before,
    /** The number of students by answer; the desk contacts those of `desk`. */
    silent: count("silent"),
    waits: count("waits"),
    desk: count("desk"),
    mails: reached.length,
    samples: await Promise.all([...samples.values()].map((invitation) => createSample(invitation, year))),
    table: await createPreviewTable(await readPlacesBefore(people.filter(isInvited)), {
      after,
      hears: ({ sends }) => sends,
    }),
  };
}

/** Candidates with their place in the previous year, or the one they wait for. */
async function readPlacesBefore(people: RenewalCandidate[]) {
  const rows = await prisma().$queryRaw<(Previewed & { id: string })[]>`
    select e.id::text, e.school_year_id as "schoolYearId",
      ${placeOrFirstChoice(Prisma.sql`e.assigned_speciality_id`, Prisma.sql`e.assigned_syllabus_id`)}
    from enrollments e where e.id = any(${people.map(({ enrollmentId }) => enrollmentId)}::uuid[])`;
  const places = new Map(rows.map((row) => [row.id, row]));
  return people.flatMap(({ enrollmentId, reference, studentId, answer }) => {
    const place = places.get(enrollmentId);
    return place ? { ...place, reference, studentId, answer } : [];
  });
}

async function getPreviousYear(schoolYearId: number): Promise<number | undefined> {
  const { schoolYears } = await getCatalogueSnapshot();
  return schoolYears[schoolYears.findIndex(({ id }) => id === schoolYearId) - 1]?.id;
}

async function createSample({ reader, named, tells }: Invitation, year: string): Promise<MailPreview> {
  return renderPreview("renewal_asked", reader, {
    students: named.map(({ student }) => student),
    year,
    ...createLinkPreview("answer", reader.locale, new Date(), await getSettings()),
    tells,
  });
}
