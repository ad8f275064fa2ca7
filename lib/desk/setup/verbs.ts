import { z } from "zod";
import { Prisma } from "@/generated/prisma/client";
import { type Actor, requirePermission } from "@/lib/people/staff/permissions";
import { DomainError, looseVerb, verb } from "@/lib/people/verb";
import { invalidate } from "@/lib/platform/cache";
import { prisma } from "@/lib/platform/database/prisma";
import { LIVE } from "@/lib/platform/sandbox";
import { deleteAllSandboxData } from "@/lib/sandbox/writes";
import { legalKinds } from "@/lib/school/legal";
import { getSchoolToday, saveSetting, settingSchemas } from "@/lib/school/settings";

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
export async function readDemoStatus(
  tx: Prisma.TransactionClient = prisma(),
): Promise<DemoStatus | undefined> {
  const years = await listDemoYears(tx);
  if (!years) return;
  const [counted] = await tx.$queryRaw<{ all: number; others: number }[]>(COUNT_SAMPLE_ENROLLMENTS);
  const { all, others } = counted ?? { all: 0, others: 0 };
  return { years, madeUp: all - others, others };
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

/**
 * Takes the demo school away, so that a school begins with its own; the next start does not bring it back (desk 43).
 * @returns how many enrollments went
 * @throws DomainError `own_year` where a school year is not the demo's; `own_enrollments` with their `count`: by `made_up`
 * those that are anybody's, by `none` every one
 */
export const removeDemo = looseVerb(
  "demo_removed",
  "replace_school",
  z.object({
    sure: z.literal("yes", "required"),
    enrollments: z.enum(["none", "made_up", "all"]).default("made_up"),
  }),
  async ({ inTransaction }, { enrollments }) => {
    const count = await inTransaction(async ({ tx, audit }) => {
      await tx.$executeRaw`lock table school_years, all_enrollments in share row exclusive mode`; // as an import does
      const own = await listOwnYears(tx);
      if (own.length > 0) throw new DomainError({ code: "own_year", values: { years: own.join(", ") } });
      const demo = await readDemoStatus(tx);
      const { madeUp = 0, others = 0 } = demo ?? {};
      const standing = { none: madeUp + others, made_up: others, all: 0 }[enrollments];
      if (standing > 0) throw new DomainError({ code: "own_enrollments", values: { count: standing } });
      // From a page as old as the demo: what the school has typed since, before its first year, stays.
      const gone = demo ? await deleteSchoolData(tx) : 0;
      const [old, now] = await saveSetting(tx, "demo_school", false);
      if (old !== now)
        await audit(
          { kind: "setting", id: "demo_school" },
          { value: [String(old), "false"] },
          "setting_changed",
        );
      await audit({ kind: "school", id: "demo" }, { enrollments: [gone, 0] });
      return gone;
    });
    invalidate("settings");
    invalidate("catalogue");
    return count;
  },
);

/** Forgets what test keys have enrolled, with its people and messages; returns how many enrollments went. */
export const deleteTestData = looseVerb(
  "test_data_forgotten",
  "replace_school",
  z.object({ sure: z.literal("yes", "required") }),
  async ({ inTransaction }) => {
    const count = await deleteAllSandboxData();
    await inTransaction(({ audit }) =>
      audit({ kind: "school", id: "sandboxes" }, { enrollments: [count, 0] }),
    );
    return count;
  },
);

/** What a school needs before families can ask for a place, in the order in which it is done. */
const setupSteps = ["demo", "name", "contact", "texts", "catalogue", "price", "places", "year"] as const;

type SetupStep = (typeof setupSteps)[number];

/** A step with whether it is done and, where a sentence says it, by what. */
export type SetupStepStatus = { step: SetupStep; done: boolean; what?: string };

type SetupStatus = { steps: SetupStepStatus[]; demo: DemoStatus | undefined; testEnrollments: number };

/** How far a school is set up, and what of the demo and of test keys stands in it (desk 43). */
export async function readSetupStatus(actor: Actor): Promise<SetupStatus> {
  const [steps, demo, testEnrollments] = await Promise.all([
    readSetupSteps(actor),
    readDemoStatus(),
    testEnrollmentsThere(),
  ]);
  return { steps, demo, testEnrollments };
}

/** How far a school is set up, without counting anybody: for the first page. */
export async function readSetupSteps(actor: Actor): Promise<SetupStepStatus[]> {
  requirePermission(actor, "change_settings");
  const [demo, settings, texts, catalogue] = await Promise.all([
    listDemoYears(),
    storedSettings(),
    textsSettled(),
    readCatalogueStatus(),
  ]);
  const { school_name: name, contact_email, contact_phone, contact_address: address } = settings;
  const own = (done: boolean) => done && !demo;
  return [
    ...(demo ? [{ step: "demo" as const, done: false }] : []),
    { step: "name", done: name !== undefined, ...(name && { what: name }) },
    {
      step: "contact",
      done: [contact_email, contact_phone, address].every((text) => text !== undefined),
      ...(address && { what: address }),
    },
    { step: "texts", done: texts || settings.terms_url !== undefined },
    { step: "catalogue", done: own(catalogue.filled) },
    { step: "price", done: own(catalogue.priced) },
    { step: "places", done: own(catalogue.limited) },
    { step: "year", done: own(catalogue.open) },
  ];
}

/** The school reads its legal texts through and keeps them as they are. */
export const confirmLegalTexts = verb("legal_texts_kept", "change_settings", z.object({}), ({ audit }) =>
  audit({ kind: "school", id: "texts" }),
);

/**
 * The demo's school years where nothing else stands; undefined in a school of one's own. A year is the demo's by its
 * number and those of all that belongs to it (prisma/seed.ts).
 */
async function listDemoYears(tx: Prisma.TransactionClient = prisma()): Promise<string[] | undefined> {
  const years = await tx.schoolYear.findMany({ orderBy: { id: "asc" }, select: { year: true } });
  if (years.length === 0 || (await listOwnYears(tx)).length > 0) return;
  return years.map(({ year }) => year);
}

/** The labels of the years that the demo did not bring. */
async function listOwnYears(tx: Prisma.TransactionClient): Promise<string[]> {
  const rows = await tx.$queryRaw<{ year: string }[]>`
    select y.year from school_years y
    where y.id <> substr(y.year, 3, 2)::int
      or exists (select from specialities s where s.school_year_id = y.id and s.id / 1000 <> y.id)
      or exists (select from subjects s where s.school_year_id = y.id and s.id / 1000 <> y.id)
      or exists (select from syllabi s where s.school_year_id = y.id and s.id / 1000 <> y.id)
    order by y.year`;
  return rows.map(({ year }) => year);
}

/** Lets go of every enrollment with its people, and of the catalogue; returns how many enrollments went. */
async function deleteSchoolData(tx: Prisma.TransactionClient): Promise<number> {
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

const asked = ["school_name", "contact_email", "contact_phone", "contact_address", "terms_url"] as const;

/** What somebody has set. */
async function storedSettings() {
  const rows = await prisma().setting.findMany({ where: { key: { in: [...asked] } } });
  const set = rows.filter(
    ({ key, value }) => settingSchemas[key as (typeof asked)[number]].safeParse(value).success,
  );
  return Object.fromEntries(set.map(({ key, value }) => [key, String(value)])) as {
    [Name in (typeof asked)[number]]?: string;
  };
}

/** Whether both texts have been written anew, or were kept as they are. */
async function textsSettled(): Promise<boolean> {
  const [written, kept] = await Promise.all([
    prisma().legalText.findMany({
      where: { version: { gt: 1 } },
      distinct: ["kind"],
      select: { kind: true },
    }),
    prisma().auditEntry.findFirst({ where: { action: "legal_texts_kept" }, select: { id: true } }),
  ]);
  return kept !== null || legalKinds.every((kind) => written.some((one) => one.kind === kind));
}

type CatalogueStatus = { filled: boolean; priced: boolean; limited: boolean; open: boolean };

/** Whether there is something to choose, a course with a price, places in its year, and a year that is not over. */
async function readCatalogueStatus(): Promise<CatalogueStatus> {
  const [row] = await prisma().$queryRaw<CatalogueStatus[]>`
    with priced as (
      select l.school_year_id from syllabus_subjects l join subjects s on s.id = l.subject_id where s.price > 0)
    select exists (select from specialities) or exists (select from syllabi) as filled,
      exists (select from priced) as priced,
      exists (select from places where school_year_id in (select school_year_id from priced)) as limited,
      exists (select from school_years
        where coalesce(end_enrollment, end_school_year) >= ${await getSchoolToday()}::date) as open`;
  return row ?? { filled: false, priced: false, limited: false, open: false };
}

async function testEnrollmentsThere(): Promise<number> {
  const [row] = await prisma().$queryRaw<{ count: number }[]>`
    select count(*)::int as count from all_enrollments where sandbox_id <> ${LIVE}`;
  return row?.count ?? 0;
}
