import { Prisma } from "@/generated/prisma/client";
import { POSSIBLE_DUPLICATES } from "@/lib/decisions/repeated";
import { hasConfirmationExpired, STATES_WAITING, STATES_ENDED, STATES_WITH_PLACE } from "@/lib/enrollment/state-sql";
import { messageEnrollmentPairs } from "@/lib/mail/together";
import { type Day, toLocalDay, addDays, startOfDay } from "@/lib/platform/dates";
import type { Settings } from "@/lib/school/settings";
import { type Filters, meaningOf } from "./filters";

/**
 * A message `m` that did not arrive, with none after it to the same person: what is sent again is on its way,
 * and whoever is kept apart or says that they were not meant gets nothing. The last one is asked for by the index, for
 * the few: `not exists` would be joined with all messages.
 */
const MAIL_LOST = Prisma.sql`m.state in ('failed', 'bounced', 'complained')
  and coalesce(m.last_error, '') not in ('kept_apart', 'not_theirs') and m.created_at >= (
  select max(n.created_at) from mail_messages n
  where n.person_id = m.person_id and n.enrollment_id = m.enrollment_id)`;

/** Messages that did not arrive (`message_id`), each with every enrollment that it is about (`enrollment_id`). */
export const UNDELIVERED_MAILS = messageEnrollmentPairs(MAIL_LOST);

/** The school's days, and within how many it promises to answer. */
type School = Pick<Settings, "time_zone" | "answer_within_days">;

/** Filters as SQL on `enrollments e`. */
export function listConditions(filters: Filters, school: School): Prisma.Sql[] {
  const { time_zone: timeZone } = school;
  const { year, state, label, age, source, from, until } = filters;
  return [
    ...(source ? [Prisma.sql`e.source = ${source}::enrollment_source`] : []),
    ...(year && year !== "all" ? [Prisma.sql`e.school_year_id = ${year}`] : []),
    ...(state ? [Prisma.sql`e.decided_state = ${state}::enrollment_state`] : []),
    ...(state === "pending" && !filters.erased ? [IS_NOT_ERASED] : []),
    ...listChoiceConditions(filters),
    ...(age ? [age === "minor" ? MINOR : Prisma.sql`not ${MINOR}`] : []),
    ...listTaskConditions(filters, school),
    ...(label
      ? [
          Prisma.sql`exists (select from enrollment_labels l where l.enrollment_id = e.id and l.label_id = ${label})`,
        ]
      : []),
    ...(from ? [Prisma.sql`e.created_at >= ${startOfDay(from, timeZone)}`] : []),
    ...(until ? [Prisma.sql`e.created_at < ${startOfDay(addDays(until, 1), timeZone)}`] : []),
  ];
}

/** What somebody has still to do about it. */
function listTaskConditions(filters: Filters, school: School): Prisma.Sql[] {
  const { mail, told, keeps, answer, question, disagreement, correction, same, missing, due } = filters;
  const today = toLocalDay(school.time_zone);
  return [
    ...(mail ? [MAIL_TROUBLE] : []),
    ...(told ? [notificationConditions[told]] : []),
    ...(keeps
      ? [Prisma.sql`e.state in ${STATES_WITH_PLACE} and (e.keeps_place_at is not null) = ${keeps === "yes"}`]
      : []),
    ...(answer ? [answer === "late" ? isConfirmationOverdue(today) : OPEN_ANSWER] : []),
    ...(question ? [createQuestionConditions(today)[question]] : []),
    ...(disagreement ? [HAS_DISAGREEMENT] : []),
    ...(correction ? [HAS_CORRECTION_REQUEST] : []),
    ...(same ? [IS_POSSIBLE_DUPLICATE] : []),
    ...(missing ? [missingSql(today)[missing]] : []),
    ...(due ? [UNANSWERED, createDueConditions(school)[due]] : []),
  ];
}

/** Nobody decides any more on somebody who was erased: it stays in the list, and is not to be decided. */
export const IS_NOT_ERASED = Prisma.sql`not exists (
  select from people p where p.id = e.student_id and p.erased_at is not null)`;

/** The same where rows are counted by it: those who were erased are found once, and not looked for once a row. */
export const IS_ERASED = Prisma.sql`e.student_id in (select p.id from people p where p.erased_at is not null)`;

/** What was decided last is void: the family came first, and nobody has decided since. */
export const IS_VOIDED = Prisma.sql`(select d.status from decisions d
  where d.enrollment_id = e.id order by d.decided_at desc, d.id desc limit 1) = 'void'
  and e.id in (select v.enrollment_id from decisions v where v.status = 'void')`;

const notificationConditions: Record<NonNullable<Filters["told"]>, Prisma.Sql> = {
  no: Prisma.sql`e.decided_state <> e.state`,
  with_list: Prisma.sql`e.id in (select d.enrollment_id from decisions d where d.status = 'untold' and d.with_list
    and d.tell_at is null)`,
  void: IS_VOIDED,
};

/** Somebody else enrolled the student. */
const MINOR = Prisma.sql`exists (select from guardianships g where g.student_id = e.student_id)`;

const MAIL_TROUBLE = Prisma.sql`e.id = any(array(select lost.enrollment_id from ${UNDELIVERED_MAILS} lost))`;

/** The family has not said yet whether it keeps its place. */
const OPEN_ANSWER = Prisma.sql`e.id in (select a.enrollment_id from place_answers a where a.answer is null)`;

/** The day to say so is over, and the place is still held: the desk asks. */
export const isConfirmationOverdue = (day: Day) => Prisma.sql`(e.id in (
  select a.enrollment_id from place_answers a where a.answer is null and a.answer_by < ${day}::date)
  and not ${hasConfirmationExpired(Prisma.sql`${day}::date`)})`;

/** A guardian disagrees, and the desk has not recorded yet how that was settled. */
export const HAS_DISAGREEMENT = Prisma.sql`exists (
  select from disagreements d where d.enrollment_id = e.id and d.settled_at is null)`;

/**
 * Somebody of the enrollment asks to have their name, birth date or document corrected. Begins with the few
 * who ask, for the many enrollments would each look among all guardians.
 */
export const HAS_CORRECTION_REQUEST = Prisma.sql`e.student_id = any(array(
  select r.person_id from correction_requests r where r.settled_at is null
  union
  select g.student_id from correction_requests r join guardianships g on g.guardian_id = r.person_id
  where r.settled_at is null))`;

const IS_POSSIBLE_DUPLICATE = Prisma.sql`e.id in ${POSSIBLE_DUPLICATES}`;

/** Of what was asked beside an enrollment and is not closed (desk 37), which a family has to answer, or has answered. */
const questioned = (how: Prisma.Sql) => Prisma.sql`(e.decided_state not in ${STATES_ENDED} and e.id in (
  select q.enrollment_id from questions q where q.closed_at is null and ${how}))`;

/** Whether the family still has time to answer, has none left, or waits for the desk to read it. */
export const createQuestionConditions = (day: Day): Record<NonNullable<Filters["question"]>, Prisma.Sql> => ({
  open: questioned(Prisma.sql`q.answered_at is null and q.answer_by >= ${day}::date`),
  late: questioned(Prisma.sql`q.answered_at is null and q.answer_by < ${day}::date`),
  answered: questioned(Prisma.sql`q.answered_at is not null`),
});

/** The family has not answered yet. */
export const HAS_OPEN_QUESTION = questioned(Prisma.sql`q.answered_at is null`);

/** The family has answered, and nobody at the desk has closed it. */
export const HAS_REPLY = questioned(Prisma.sql`q.answered_at is not null`);

/** What is missing, by its name in the filter. */
const missingSql = (day: Day): Record<NonNullable<Filters["missing"]>, Prisma.Sql> => ({
  choice: HAS_NO_CHOICE,
  mail: MAIL_TROUBLE,
  correction: HAS_CORRECTION_REQUEST,
  disagreement: HAS_DISAGREEMENT,
  answer: isConfirmationOverdue(day),
  question: HAS_OPEN_QUESTION,
  reply: HAS_REPLY,
  same: IS_POSSIBLE_DUPLICATE,
});

/** Nothing that a place could be given for. */
export const HAS_NO_CHOICE = Prisma.sql`(not exists (select from speciality_choices c where c.enrollment_id = e.id)
  and not exists (select from syllabus_choices c where c.enrollment_id = e.id))`;

/** The family has heard nothing yet of what it asked for. */
const UNANSWERED = Prisma.sql`(e.state = 'pending' and ${IS_NOT_ERASED})`;

/** The day that was promised (`promisedBy`) beside today. */
export function createDueConditions({ time_zone: timeZone, answer_within_days: within }: School) {
  const today = toLocalDay(timeZone);
  const promised = Prisma.sql`coalesce(e.answer_by, (e.created_at at time zone ${timeZone})::date + ${within}::int)`;
  return {
    late: Prisma.sql`${promised} < ${today}::date`,
    today: Prisma.sql`${promised} = ${today}::date`,
    week: Prisma.sql`${promised} between ${today}::date and ${addDays(today, 7)}::date`,
  };
}

/** As an array, found before: a join would be made with every enrollment that there is. So do those above. */
function listChoiceConditions(filters: Filters): Prisma.Sql[] {
  const { speciality, syllabus } = filters;
  const how = meaningOf(filters);
  if (how === "assigned") {
    return [
      ...(speciality ? [Prisma.sql`e.assigned_speciality_id = ${speciality}`] : []),
      ...(syllabus ? [Prisma.sql`e.assigned_syllabus_id = ${syllabus}`] : []),
    ];
  }
  if (how === "waits" && (speciality || syllabus)) {
    return [
      Prisma.sql`e.decided_state in ${STATES_WAITING}
        and e.assigned_speciality_id is not distinct from ${speciality ?? null}::int
        and e.assigned_syllabus_id is not distinct from ${syllabus ?? null}::int`,
    ];
  }
  const first = how === "any" ? Prisma.empty : Prisma.sql`and c.option = 1`;
  return [
    ...(speciality
      ? [
          Prisma.sql`e.id = any(array(
            select c.enrollment_id from speciality_choices c where c.speciality_id = ${speciality} ${first}))`,
        ]
      : []),
    ...(syllabus
      ? [
          Prisma.sql`e.id = any(array(
            select c.enrollment_id from syllabus_choices c where c.syllabus_id = ${syllabus} ${first}))`,
        ]
      : []),
  ];
}

export const joinConditions = (conditions: Prisma.Sql[]): Prisma.Sql =>
  conditions.length > 0 ? Prisma.join(conditions, " and ") : Prisma.sql`true`;
