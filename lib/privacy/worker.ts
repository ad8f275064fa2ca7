import { Prisma } from "@/generated/prisma/client";
import { STATES_WITH_PLACE } from "@/lib/enrollment/sql";
import { writeAuditEntry } from "@/lib/people/audit-log";
import { type Actor, requirePermission } from "@/lib/people/staff/permissions";
import { prisma } from "@/lib/platform/database/prisma";
import { addDays, type Day, toLocalDay } from "@/lib/platform/dates";
import { errorFields, logger } from "@/lib/platform/logger";
import { readSettings, type Settings, writeSetting } from "@/lib/school/settings";
import { erasePerson } from "./verbs";

/** The desk lists coming erasures this long before. */
const NOTICE_DAYS = 30;

/** Retention of rows about actions, in months. */
const RETENTION_MONTHS = { access_entries: 24, data_requests: 36, audit_values: 72 } as const;

type Counts = Record<"people" | keyof typeof RETENTION_MONTHS, number>;

/**
 * Deletes expired data each night (docs/office/privacy.md) and logs the counts. People are erased at the earliest a
 * month after the first night, so that the school sees the notice before.
 */
export async function runRetention(now: Date): Promise<Counts> {
  const settings = await readSettings();
  const today = toLocalDay(settings.time_zone, now);
  if (settings.erase_from === "")
    await writeSetting("erase_from", addDays(today, NOTICE_DAYS), (tx, id, value) =>
      writeAuditEntry(tx, {
        actor: { kind: "system" },
        action: "setting_changed",
        object: { kind: "setting", id },
        values: { value },
      }),
    );
  const hasBegun = settings.erase_from !== "" && today >= settings.erase_from;
  const counts: Counts = {
    people: hasBegun ? await erasePeople(today, settings, now) : 0,
    ...(await deleteOldRows(now)),
  };
  if (Object.values(counts).some((count) => count > 0)) await auditCounts(today, counts);
  return counts;
}

/**
 * The day on which each student's data expires: years after the last place, days without one; guardians not before
 * their children.
 */
const dueStudentsSql = ({ keep_unplaced_days: days, keep_placed_years: years }: Settings) => Prisma.sql`(
    select one.id, one.day from (
      select e.student_id as id, (max(y.end_school_year) + 1 + case
        when bool_or(e.state in ${STATES_WITH_PLACE} or e.decided_state in ${STATES_WITH_PLACE}) then make_interval(years => ${years})
        else make_interval(days => ${days}) end)::date as day
      from enrollments e join school_years y on y.id = e.school_year_id
      group by e.student_id
    ) one join people p on p.id = one.id
    where p.erased_at is null and not exists (
      select 1 from guardianships g join people s on s.id = g.student_id
      where g.guardian_id = p.id and s.erased_at is null)
  ) due`;

/** The number of students' data that expires on each day of the next month. */
export async function listUpcomingErasures(actor: Actor, now: Date): Promise<{ day: Day; count: number }[]> {
  requirePermission(actor, "answer_data_requests");
  const settings = await readSettings();
  const today = toLocalDay(settings.time_zone, now);
  const from = [settings.erase_from || addDays(today, NOTICE_DAYS), today].sort().at(-1) as Day;
  return prisma().$queryRaw<{ day: Day; count: number }[]>`
    select greatest(due.day, ${from}::date)::text as day, count(*)::int as count
    from ${dueStudentsSql(settings)} where greatest(due.day, ${from}::date) <= ${addDays(today, NOTICE_DAYS)}::date
    group by 1 order by 1`;
}

/** Erases expired students, then guardians without children. */
async function erasePeople(today: Day, settings: Settings, now: Date): Promise<number> {
  const students = await prisma().$queryRaw<{ id: string }[]>`
    select due.id::text from ${dueStudentsSql(settings)} where due.day <= ${today}::date`;
  let count = 0;
  for (const { id } of students) count += await eraseOne(id, now);
  for (const { id } of await findGuardiansWithoutChildren()) count += await eraseOne(id, now);
  return count;
}

/** Logs a failure, so that the others are still erased. */
async function eraseOne(id: string, now: Date): Promise<number> {
  try {
    return (await erasePerson(id, { actor: { kind: "system" }, now })).people.length;
  } catch (error) {
    logger.error({ person: id, error: errorFields(error) }, "not erased");
    return 0;
  }
}

async function findGuardiansWithoutChildren(): Promise<{ id: string }[]> {
  return prisma().$queryRaw`
    select p.id::text from people p
    where p.erased_at is null and not exists (select 1 from enrollments where student_id = p.id)
      and exists (select 1 from guardianships where guardian_id = p.id)
      and not exists (
        select 1 from guardianships g join people s on s.id = g.student_id
        where g.guardian_id = p.id and s.erased_at is null)`;
}

async function deleteOldRows(now: Date): Promise<Omit<Counts, "people">> {
  const getCutoff = (kind: keyof typeof RETENTION_MONTHS) => {
    const date = new Date(now);
    date.setUTCMonth(date.getUTCMonth() - RETENTION_MONTHS[kind]);
    return date;
  };
  const [access, requests, values] = await prisma().$transaction([
    prisma().accessEntry.deleteMany({ where: { hour: { lt: getCutoff("access_entries") } } }),
    prisma().dataRequest.deleteMany({ where: { settledAt: { lt: getCutoff("data_requests") } } }),
    prisma().auditValue.deleteMany({ where: { entry: { at: { lt: getCutoff("audit_values") } } } }),
  ]);
  return { access_entries: access.count, data_requests: requests.count, audit_values: values.count };
}

function auditCounts(today: Day, counts: Counts) {
  const values = Object.fromEntries(Object.entries(counts).map(([kind, count]) => [kind, [0, count]]));
  return prisma().$transaction((tx) =>
    writeAuditEntry(tx, {
      actor: { kind: "system" },
      action: "retention",
      object: { kind: "retention", id: today },
      values: values as Record<string, [number, number]>,
    }),
  );
}
