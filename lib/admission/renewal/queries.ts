import { Prisma } from "@/generated/prisma/client";
import { getCatalogueSnapshot } from "@/lib/catalogue/queries";
import { findRecipientsByStudent, type Recipient } from "@/lib/decisions/notifications/mail";
import {
  createPreviewTable,
  listBouncingPeople,
  type MailPreview,
  type Previewed,
  type PreviewTable,
  placeOrFirstChoice,
} from "@/lib/decisions/notifications/preview";
import { STATES_ENDED, STATES_WAITING, STATES_WITH_PLACE } from "@/lib/enrollment/sql";
import type { Locale } from "@/lib/i18n/locales";
import { renderMailText } from "@/lib/mail/content/mail-content";
import { createLinkPreview } from "@/lib/mail/mail-link";
import { getMailSchool } from "@/lib/mail/prepare-message";
import type { MailData } from "@/lib/mail/schema";
import { type Actor, requirePermission } from "@/lib/people/staff/permissions";
import { prisma } from "@/lib/platform/database/prisma";
import type { Day } from "@/lib/platform/dates";
import { getSettings } from "@/lib/school/settings";

/**
 * What somebody with a place has said of the next year, and what came of it; `waits`: who has none, waits for one this
 * year, and is asked only whether to ask again (admission 14).
 */
export const renewalAnswers = ["given", "pending", "change", "leave", "desk", "silent", "waits"] as const;

type RenewalAnswer = (typeof renewalAnswers)[number];

export type RenewalCandidate = {
  /** The enrollment of the next year; of the year before where there is none. */
  reference: string;
  /** The one of the year before. */
  enrollmentId: string;
  studentId: string;
  student: string;
  answer: RenewalAnswer;
};

/** Whom nobody can ask, or nobody should without the desk: without a birth date, or with a guardian kept apart. */
export const NEEDS_DESK = Prisma.sql`(s.erased_at is not null or s.birth_date is null
  or exists (select from guardianships g where g.student_id = s.id and g.kept_apart))`;

/** Who of some students the desk asks itself. */
export async function findNeedingDesk(students: string[]): Promise<Set<string>> {
  const rows = await prisma().$queryRaw<{ id: string }[]>`
    select s.id from people s where s.id = any(${students}::uuid[]) and ${NEEDS_DESK}`;
  return new Set(rows.map(({ id }) => id));
}

/**
 * Everybody who had a place in the year before a school year, or was on a waiting list and has not asked again, in the
 * order in which they asked for the next one.
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

/** Who has not answered and can: whoever has a place, and whoever waits for one. */
export const isInvited = ({ answer }: RenewalCandidate): boolean => answer === "silent" || answer === "waits";

/** Somebody who is written to, with all of theirs who are asked. */
type Invitation = { reader: Recipient; asked: RenewalCandidate[] };

/**
 * Who is written to: one mail for whoever may answer, for all of theirs (admission 14). Another guardian looks, but
 * enrolls nobody, so that nobody asks them.
 */
export async function createInvitations(
  people: RenewalCandidate[],
  db: Prisma.TransactionClient,
): Promise<Invitation[]> {
  const asked = people.filter(isInvited);
  const readers = await findRecipientsByStudent(
    asked.map(({ studentId }) => studentId),
    db,
  );
  const pairs = asked.flatMap((one) =>
    (readers.get(one.studentId) ?? []).filter(({ sends }) => sends).map((reader) => ({ reader, one })),
  );
  return [...Map.groupBy(pairs, ({ reader }) => reader.id).values()].map((own) => ({
    reader: (own[0] as (typeof own)[number]).reader,
    asked: own.map(({ one }) => one),
  }));
}

/** Whom their mail names: those with a place; of somebody who has none among theirs those who wait. */
export function listNamedCandidates({ asked }: Invitation): RenewalCandidate[] {
  const withPlace = asked.filter(({ answer }) => answer === "silent");
  return withPlace.length > 0 ? withPlace : asked;
}

/** What their mail tells. @param year the name of the year in which they would go on */
export function createInvitationData(asking: Invitation, year: string, answerBy: Day): MailData {
  const named = listNamedCandidates(asking);
  const waiting = asking.asked.filter(({ answer }) => answer === "waits").length;
  return {
    reader: asking.reader.reader,
    keepBy: answerBy,
    year,
    references: named.map(({ reference }) => reference),
    ...(waiting > 0 && { waits: waiting === asking.asked.length ? "all" : "some" }),
  };
}

type RenewalPreview = {
  before: number | undefined;
  /** Students, by what they are asked; those of whom the desk speaks with the family. */
  silent: number;
  waits: number;
  desk: number;
  /** Mails, one for each who answers. */
  mails: number;
  /** One of each sort and language. */
  samples: MailPreview[];
  table: PreviewTable<Previewed & { answer: RenewalAnswer }>;
};

/** What opening a year's renewal would do, as it stands now. */
export async function previewRenewal(
  actor: Actor,
  { id, year }: { id: number; year: string },
  answerBy: Day,
  after = 0,
): Promise<RenewalPreview> {
  requirePermission(actor, "run_round");
  const [people, bounce, before] = await Promise.all([
    listRenewalCandidates(id),
    listBouncingPeople(),
    getPreviousYear(id),
  ]);
  const all = await createInvitations(people, prisma());
  const reached = all.filter(({ reader }) => !bounce.has(reader.id));
  const samples = new Map<string, Invitation>();
  for (const asking of reached) {
    const { waits } = createInvitationData(asking, year, answerBy);
    const key = `${asking.reader.locale} ${waits === "all"}`;
    if (!samples.has(key)) samples.set(key, asking);
  }
  const of = (answer: string) => people.filter((one) => one.answer === answer).length;
  return {
    before,
    silent: of("silent"),
    waits: of("waits"),
    desk: of("desk"),
    mails: reached.length,
    samples: await Promise.all([...samples.values()].map((asking) => sampleOf(asking, year, answerBy))),
    table: await createPreviewTable(await readPlacesBefore(people.filter(isInvited)), {
      after,
      hears: ({ sends }) => sends,
    }),
  };
}

/** Candidates with the place that they have, or wait for, in the year before. */
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

/** The school year before another one. */
async function getPreviousYear(schoolYearId: number): Promise<number | undefined> {
  const { schoolYears } = await getCatalogueSnapshot();
  return schoolYears[schoolYears.findIndex(({ id }) => id === schoolYearId) - 1]?.id;
}

async function sampleOf(asking: Invitation, year: string, answerBy: Day): Promise<MailPreview> {
  const { email, name, hasAccount, ...reader } = asking.reader;
  const locale = reader.locale as Locale;
  const school = await getSettings();
  const details = {
    school: await getMailSchool(school),
    confirmed: hasAccount,
    name: name ?? undefined,
    students: listNamedCandidates(asking).map(({ student }) => student),
    year,
    ...createLinkPreview("answer", locale, new Date(), school),
    tells: createInvitationData(asking, year, answerBy),
  };
  return { to: email, name, locale, ...renderMailText("renewal_asked", locale, details) };
}
