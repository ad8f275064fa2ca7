import { Prisma } from "@/generated/prisma/client";
import { prisma } from "@/lib/platform/prisma";
import { LIVE } from "@/lib/platform/sandbox";

/** What stands of the demo school: its years, the made-up families in it, and enrollments that are anybody's. */
export type DemoStatus = { years: string[]; madeUp: number; others: number };

const reserved = ["example", "invalid", "test", "example.com", "example.net", "example.org"];
/** An address that cannot exist (RFC 2606): by its end as it stands, which costs a tenth of a pattern that is searched for. */
const NOBODYS = Prisma.sql`p.email_key like any (${reserved.flatMap((end) => [`%.${end}`, `%@${end}`])})`;

/** Enrollments, and those of them that are somebody's: whose address may exist is looked for once, and not for each. */
export const COUNT_SAMPLE_ENROLLMENTS = Prisma.sql`
  with anybodys as materialized (
    select p.id from all_people p
    where p.sandbox_id = ${LIVE} and p.erased_at is null
      and not ${NOBODYS})
  select count(*)::int as "all", count(*) filter (
    where e.student_id in (select id from anybodys) or e.student_id in (
      select g.student_id from all_guardianships g join anybodys a on a.id = g.guardian_id)
  )::int as others
  from all_enrollments e where e.sandbox_id = ${LIVE}`;

/**
 * What stands of the demo school; undefined in a school of one's own. A family is made up where none of its addresses can
 * exist (RFC 2606).
 */
export async function readDemoStatus(tx: Prisma.TransactionClient = prisma()): Promise<DemoStatus | undefined> {
  const years = await listDemoYears(tx);
  if (!years) return;
  const [counted] = await tx.$queryRaw<{ all: number; others: number }[]>(COUNT_SAMPLE_ENROLLMENTS);
  const { all, others } = counted ?? { all: 0, others: 0 };
  return { years, madeUp: all - others, others };
}

/**
 * The demo's school years where nothing else stands; undefined in a school of one's own. A year is the demo's by its
 * number and those of all that belongs to it (prisma/seed.ts).
 */
export async function listDemoYears(tx: Prisma.TransactionClient = prisma()): Promise<string[] | undefined> {
  const years = await tx.schoolYear.findMany({ orderBy: { id: "asc" }, select: { year: true } });
  if (years.length === 0 || (await listOwnYears(tx)).length > 0) return;
  return years.map(({ year }) => year);
}

/** The labels of the years that the demo did not bring. */
export async function listOwnYears(tx: Prisma.TransactionClient): Promise<string[]> {
  const rows = await tx.$queryRaw<{ year: string }[]>`
    select y.year from school_years y
    where y.id <> substr(y.year, 3, 2)::int
      or exists (select from specialities s where s.school_year_id = y.id and s.id / 1000 <> y.id)
      or exists (select from subjects s where s.school_year_id = y.id and s.id / 1000 <> y.id)
      or exists (select from syllabi s where s.school_year_id = y.id and s.id / 1000 <> y.id)
    order by y.year`;
  return rows.map(({ year }) => year);
}

/** What belongs to a school year comes first, what years share last. */
const CATALOGUE = [
  "all_rounds",
  "syllabus_subjects",
  "syllabus_specialities",
  "syllabi",
  "subjects",
  "specialities",
  "speciality_pictures",
  "school_years",
  "courses",
  "degrees",
  "grading_systems",
];

/** What was made of enrollments and their people, and goes with them. */
const OF_ENROLLMENTS = [
  "all_enrollments",
  "all_people",
  "idempotency_records",
  "exports",
  "bulk_actions",
  "labels",
];

/** Lets go of every enrollment with its people, and of the catalogue; returns how many enrollments went. */
export async function deleteSchoolData(tx: Prisma.TransactionClient): Promise<number> {
  await tx.$executeRaw`delete from all_rounds`;
  const [count = 0] = await deleteAll(tx, OF_ENROLLMENTS);
  await deleteAll(tx, CATALOGUE);
  return count;
}

async function deleteAll(tx: Prisma.TransactionClient, tables: string[]): Promise<number[]> {
  const counts: number[] = [];
  for (const table of tables) counts.push(await tx.$executeRawUnsafe(`delete from ${table}`));
  return counts;
}
