import { Prisma } from "@/generated/prisma/client";
import { HAS_POSSIBLE_DUPLICATE, POSSIBLE_DUPLICATES } from "@/lib/decisions/duplicates";
import {
  type FilterName,
  type Filters,
  filterNames,
  getChoiceMatch,
  incompleteReasons,
} from "@/lib/desk/list/filters";
import {
  hasConfirmationExpired,
  IS_ERASED,
  STATES_ENDED,
  STATES_WAITING,
  STATES_WITH_PLACE,
} from "@/lib/enrollment/sql";
import { getState, type State, stateNames } from "@/lib/enrollment/states";
import { messageEnrollmentPairs } from "@/lib/mail/sql";
import { prisma } from "@/lib/platform/database/prisma";
import { addDays, type Day, startOfDay, toLocalDay } from "@/lib/platform/dates";
import { getSchoolToday, getSettings, type Settings } from "@/lib/school/settings";

/**
 * An undelivered message `m`, the last to its person: a later one is on its way. Excludes people kept apart or who
 * denied being guardians. Compares with the last message by the index: `not exists` would be joined with all messages.
 */
const MAIL_LOST = Prisma.sql`m.state in ('failed', 'bounced', 'complained')
  and coalesce(m.last_error, '') not in ('kept_apart', 'not_theirs') and m.created_at >= (
  select max(n.created_at) from mail_messages n
  where n.person_id = m.person_id and n.enrollment_id = m.enrollment_id)`;

/** Undelivered messages (`message_id`) with each enrollment (`enrollment_id`). */
export const UNDELIVERED_MAILS = messageEnrollmentPairs(MAIL_LOST);

type School = Pick<Settings, "time_zone" | "answer_within_days">;

export function listConditions(filters: Filters, school: School): Prisma.Sql[] {
  const context = { filters, school, today: toLocalDay(school.time_zone) };
  return filterNames.flatMap((name) => {
    const value = filters[name];
    return value === undefined ? [] : ((conditions[name] as Condition<unknown>)(value, context) ?? []);
  });
}

/** Erased people stay in the list but cannot be decided on. */
export const IS_NOT_ERASED = Prisma.sql`not exists (
  select from people p where p.id = e.student_id and p.erased_at is not null)`;

/** The family does not know the decision yet, also where only the place changes. */
export const IS_UNNOTIFIED = Prisma.sql`e.id in (select d.enrollment_id from decisions d where d.status = 'untold')`;

/** The last decision was voided by the family. */
const IS_VOIDED = Prisma.sql`(select d.status from decisions d
  where d.enrollment_id = e.id order by d.decided_at desc, d.id desc limit 1) = 'void'
  and e.id in (select v.enrollment_id from decisions v where v.status = 'void')`;

/** The confirmation's deadline is over and the place still assigned. */
const isConfirmationOverdue = (day: Day) => Prisma.sql`(e.id in (
  select a.enrollment_id from place_answers a where a.answer is null and a.answer_by < ${day}::date)
  and not ${hasConfirmationExpired(Prisma.sql`${day}::date`)})`;

/** A guardian's disagreement without a recorded settlement. */
const HAS_DISAGREEMENT = Prisma.sql`exists (
  select from disagreements d where d.enrollment_id = e.id and d.settled_at is null)`;

/**
 * An open correction request about a person of the enrollment. Starts from the few requests: otherwise each enrollment
 * would look up its guardians.
 */
const HAS_CORRECTION_REQUEST = Prisma.sql`e.student_id = any(array(
  select r.person_id from correction_requests r where r.settled_at is null
  union
  select g.student_id from correction_requests r join guardianships g on g.guardian_id = r.person_id
  where r.settled_at is null))`;

/** Open questions of the desk (desk 37), answered or not. */
const hasQuestion = (where: Prisma.Sql) => Prisma.sql`(e.decided_state not in ${STATES_ENDED} and e.id in (
  select q.enrollment_id from questions q where q.closed_at is null and ${where}))`;

/** Open, overdue, or answered and not closed by the desk. */
const createQuestionConditions = (day: Day): Record<NonNullable<Filters["question"]>, Prisma.Sql> => ({
  open: hasQuestion(Prisma.sql`q.answered_at is null and q.answer_by >= ${day}::date`),
  late: hasQuestion(Prisma.sql`q.answered_at is null and q.answer_by < ${day}::date`),
  answered: hasQuestion(Prisma.sql`q.answered_at is not null`),
});

/** The promised day (`getPromisedDay`) compared with today. */
export function createDueConditions({ time_zone: timeZone, answer_within_days: withinDays }: School) {
  const today = toLocalDay(timeZone);
  const promisedDay = Prisma.sql`coalesce(e.answer_by, (e.created_at at time zone ${timeZone})::date + ${withinDays}::int)`;
  return {
    late: Prisma.sql`${promisedDay} < ${today}::date`,
    today: Prisma.sql`${promisedDay} = ${today}::date`,
    week: Prisma.sql`${promisedDay} between ${today}::date and ${addDays(today, 7)}::date`,
  };
}

export const joinConditions = (conditions: Prisma.Sql[]): Prisma.Sql =>
  conditions.length > 0 ? Prisma.join(conditions, " and ") : Prisma.sql`true`;

type IncompleteReason = (typeof incompleteReasons)[number];

const HAS_OPEN_QUESTION = hasQuestion(Prisma.sql`q.answered_at is null`);

/** Answered by the family, not closed by the desk. */
const HAS_REPLY = hasQuestion(Prisma.sql`q.answered_at is not null`);

const HAS_NO_CHOICE = Prisma.sql`(not exists (select from speciality_choices c where c.enrollment_id = e.id)
  and not exists (select from syllabus_choices c where c.enrollment_id = e.id))`;

/** An instrument with a course that the catalogue does not combine with it, as in `listUntaughtOptions`. */
const HAS_UNTAUGHT_CHOICE = Prisma.sql`exists (
  select from speciality_choices c join syllabus_choices s on s.enrollment_id = c.enrollment_id and (
    s.option = c.option
    or not exists (select from syllabus_choices o where o.enrollment_id = c.enrollment_id and o.option = c.option))
  left join lateral (
    select bool_or(t.speciality_id = c.speciality_id) as own from (
      select t.speciality_id from syllabus_specialities t where t.syllabus_id = s.syllabus_id
      union all
      select t.speciality_id from syllabus_subjects t where t.syllabus_id = s.syllabus_id and t.kind = 'speciality') t
  ) taught on true
  where c.enrollment_id = e.id group by c.option having bool_and(taught.own is false))`;

/** What is missing, by enrollment id, as the filter `missing` finds it. */
export async function findIncomplete(ids: string[]): Promise<Map<string, IncompleteReason[]>> {
  // Starts from these ids instead of all enrollments.
  const conditions = {
    ...createMissingConditions(await getSchoolToday()),
    mail: Prisma.sql`e.id in (select lost.enrollment_id from ${UNDELIVERED_MAILS} lost where lost.enrollment_id = any(${ids}::uuid[]))`,
    same: HAS_POSSIBLE_DUPLICATE,
  };
  const columns = incompleteReasons.map((name) => Prisma.sql`${conditions[name]} as ${Prisma.raw(name)}`);
  const rows = await prisma().$queryRaw<({ id: string } & Record<IncompleteReason, boolean>)[]>`
    select e.id::text, ${Prisma.join(columns)} from enrollments e where e.id = any(${ids}::uuid[])`;
  return new Map(rows.map((row) => [row.id, incompleteReasons.filter((name) => row[name])]));
}

export type Tab = State | "untold" | "all";
type TabCounts = Record<Tab, number>;

const [first, ...otherStates] = stateNames;

export const tabs: readonly Tab[] = [first, "untold", ...otherStates, "all"];

export const toTabFilters = (tab: Tab, { state: _, told: __, ...filters }: Filters): Filters => ({
  ...filters,
  ...(tab !== "all" && tab !== "untold" && { state: tab }),
  ...(tab === "untold" && { told: "no" }),
});

/** The tab of a list's filters; undefined between tabs. */
export function getTab({ state, told }: Filters): Tab | undefined {
  if (told) return told === "no" && !state ? "untold" : undefined;
  return state ?? "all";
}

const IS_MINOR = Prisma.sql`exists (select from guardianships g where g.student_id = e.student_id)`;

const HAS_UNDELIVERED_MAIL = Prisma.sql`e.id = any(array(select lost.enrollment_id from ${UNDELIVERED_MAILS} lost))`;

const HAS_OPEN_CONFIRMATION = Prisma.sql`e.id in (select a.enrollment_id from place_answers a where a.answer is null)`;

const IS_POSSIBLE_DUPLICATE = Prisma.sql`e.id in ${POSSIBLE_DUPLICATES}`;

const IS_UNANSWERED = Prisma.sql`(e.state = 'pending' and ${IS_NOT_ERASED})`;

/** Counts by tab with the list's other filters; places and waiting lists by the default meaning of each tab. */
export async function countTabs(filters: Filters): Promise<TabCounts> {
  const counts = await countStates(toTabFilters("all", filters));
  if (filters.how || !(filters.speciality || filters.syllabus)) return counts;
  const byPlace = stateNames.filter((state) => getState(state).holds);
  const own = await Promise.all(byPlace.map((state) => countStates(toTabFilters(state, filters))));
  return { ...counts, ...Object.fromEntries(byPlace.map((state, index) => [state, own[index]?.[state]])) };
}

const createMissingConditions = (day: Day): Record<NonNullable<Filters["missing"]>, Prisma.Sql> => ({
  choice: HAS_NO_CHOICE,
  combination: HAS_UNTAUGHT_CHOICE,
  mail: HAS_UNDELIVERED_MAIL,
  correction: HAS_CORRECTION_REQUEST,
  disagreement: HAS_DISAGREEMENT,
  answer: isConfirmationOverdue(day),
  question: HAS_OPEN_QUESTION,
  reply: HAS_REPLY,
  same: IS_POSSIBLE_DUPLICATE,
});

const choiceCondition =
  (assigned: Prisma.Sql, chosen: (id: number) => Prisma.Sql): Condition<number> =>
  (id, { filters }) => {
    const match = getChoiceMatch(filters);
    if (match === "assigned") return Prisma.sql`${assigned} = ${id}`;
    if (match === "waits")
      return Prisma.sql`e.assigned_speciality_id is not distinct from ${filters.speciality ?? null}::int
        and e.assigned_syllabus_id is not distinct from ${filters.syllabus ?? null}::int`;
    const option = match === "any" ? Prisma.empty : Prisma.sql`and c.option = 1`;
    // As an array, so that it is not joined with all enrollments. The conditions above do the same.
    return Prisma.sql`e.id = any(array(${chosen(id)} ${option}))`;
  };

type Condition<T> = (
  value: T,
  context: { filters: Filters; school: School; today: Day },
) => Prisma.Sql | undefined;

/** Conditions by filter; undefined when a filter has none of its own. */
const conditions: { [Name in FilterName]: Condition<NonNullable<Filters[Name]>> } = {
  year: (year) => (year === "all" ? undefined : Prisma.sql`e.school_year_id = ${year}`),
  state: (state, { filters }) => {
    const decided = Prisma.sql`e.decided_state = ${state}::enrollment_state`;
    return state === "pending" && !filters.erased ? Prisma.sql`${decided} and ${IS_NOT_ERASED}` : decided;
  },
  speciality: choiceCondition(
    Prisma.sql`e.assigned_speciality_id`,
    (id) => Prisma.sql`select c.enrollment_id from speciality_choices c where c.speciality_id = ${id}`,
  ),
  syllabus: choiceCondition(
    Prisma.sql`e.assigned_syllabus_id`,
    (id) => Prisma.sql`select c.enrollment_id from syllabus_choices c where c.syllabus_id = ${id}`,
  ),
  /** Also without a speciality or syllabus: anyone with a place, or on a list. */
  how: (how) =>
    ({
      first: undefined,
      any: undefined,
      assigned: Prisma.sql`e.decided_state in ${STATES_WITH_PLACE}`,
      waits: Prisma.sql`e.decided_state in ${STATES_WAITING}`,
    })[how],
  age: (age) => (age === "minor" ? IS_MINOR : Prisma.sql`not ${IS_MINOR}`),
  source: (source) => Prisma.sql`e.source = ${source}::enrollment_source`,
  mail: () => HAS_UNDELIVERED_MAIL,
  told: (told) =>
    ({
      no: IS_UNNOTIFIED,
      with_list: Prisma.sql`e.id in (select d.enrollment_id from decisions d where d.status = 'untold' and d.with_list
        and d.tell_at is null)`,
      void: IS_VOIDED,
    })[told],
  keeps: (keeps) =>
    Prisma.sql`e.state in ${STATES_WITH_PLACE} and (e.keeps_place_at is not null) = ${keeps === "yes"}`,
  answer: (answer, { today }) => (answer === "late" ? isConfirmationOverdue(today) : HAS_OPEN_CONFIRMATION),
  question: (question, { today }) => createQuestionConditions(today)[question],
  disagreement: () => HAS_DISAGREEMENT,
  correction: () => HAS_CORRECTION_REQUEST,
  missing: (missing, { today }) => createMissingConditions(today)[missing],
  due: (due, { school }) => Prisma.sql`${IS_UNANSWERED} and ${createDueConditions(school)[due]}`,
  same: () => IS_POSSIBLE_DUPLICATE,
  label: (label) =>
    Prisma.sql`exists (select from enrollment_labels l where l.enrollment_id = e.id and l.label_id = ${label})`,
  from: (from, { school }) => Prisma.sql`e.created_at >= ${startOfDay(from, school.time_zone)}`,
  until: (until, { school }) => Prisma.sql`e.created_at < ${startOfDay(addDays(until, 1), school.time_zone)}`,
};

async function countStates(filters: Filters): Promise<TabCounts> {
  const matching = joinConditions(listConditions(filters, await getSettings()));
  const counts = stateNames.map((state) => {
    const notErased = state === "pending" ? Prisma.sql`and not ${IS_ERASED}` : Prisma.empty;
    return Prisma.sql`count(*) filter (where e.decided_state = ${state}::enrollment_state ${notErased})::int as ${Prisma.raw(`"${state}"`)}`;
  });
  const [row] = await prisma().$queryRaw<TabCounts[]>`
    select ${Prisma.join(counts)}, count(*) filter (where ${IS_UNNOTIFIED})::int as untold, count(*)::int as "all"
    from enrollments e where ${matching}`;
  return row as TabCounts;
}
