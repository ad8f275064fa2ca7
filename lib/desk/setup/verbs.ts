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

/** The demo school's years, made-up families and other enrollments. */
type DemoStatus = { years: string[]; madeUp: number; real: number };

const reserved = ["example", "invalid", "test", "example.com", "example.net", "example.org"];
/** A reserved domain (RFC 2606), by its end: a tenth of the cost of a pattern search. */
const IS_RESERVED_ADDRESS = Prisma.sql`p.email_key like any (${reserved.flatMap((end) => [`%.${end}`, `%@${end}`])})`;

/** Counts enrollments, and those of real people, by one search for real addresses. */
export const COUNT_SAMPLE_ENROLLMENTS = Prisma.sql`
  with real_people as materialized (
    select p.id from all_people p
    where p.sandbox_id = ${LIVE} and p.erased_at is null
      and not ${IS_RESERVED_ADDRESS})
  select count(*)::int as "all", count(*) filter (
    where e.student_id in (select id from real_people) or e.student_id in (
      select g.student_id from all_guardianships g join real_people r on r.id = g.guardian_id)
  )::int as "real"
  from all_enrollments e where e.sandbox_id = ${LIVE}`;

/**
 * The demo school's data; undefined in a real school. A family counts as made up when all its addresses are of reserved
 * domains (RFC 2606).
 */
async function readDemoStatus(tx: Prisma.TransactionClient = prisma()): Promise<DemoStatus | undefined> {
  const years = await listDemoYears(tx);
  if (!years) return;
  const [row] = await tx.$queryRaw<{ all: number; real: number }[]>(COUNT_SAMPLE_ENROLLMENTS);
  const { all, real } = row ?? { all: 0, real: 0 };
  return { years, madeUp: all - real, real };
}

/** Deleted after the enrollments, in this order. */
const SCHOOL_TABLES = [
  "all_people",
  "idempotency_records",
  "exports",
  "bulk_actions",
  "labels",
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

/**
 * Deletes the demo school for good (desk 43).
 * @returns the number of enrollments deleted
 * @throws DomainError `own_year` for a year that is not the demo's; `own_enrollments` with `count`: with `made_up` real
 *   enrollments, with `none` all
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
      const years = await listOwnYears(tx);
      if (years.length > 0) throw new DomainError({ code: "own_year", values: { years: years.join(", ") } });
      const demo = await readDemoStatus(tx);
      const { madeUp = 0, real = 0 } = demo ?? {};
      const remaining = { none: madeUp + real, made_up: real, all: 0 }[enrollments];
      if (remaining > 0) throw new DomainError({ code: "own_enrollments", values: { count: remaining } });
      // The page may be old: keep what the school has entered since the demo was deleted.
      const deletedCount = demo ? await deleteSchoolData(tx) : 0;
      const [old, now] = await saveSetting(tx, "demo_school", false);
      if (old !== now)
        await audit(
          { kind: "setting", id: "demo_school" },
          { value: [String(old), "false"] },
          "setting_changed",
        );
      await audit({ kind: "school", id: "demo" }, { enrollments: [deletedCount, 0] });
      return deletedCount;
    });
    invalidate("settings");
    invalidate("catalogue");
    return count;
  },
);

/** Deletes the data of test keys; returns the number of enrollments. */
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

const setupSteps = ["demo", "name", "contact", "texts", "catalogue", "price", "places", "year"] as const;

type SetupStep = (typeof setupSteps)[number];

/** `detail` is shown in the text of a finished step. */
type SetupStepStatus = { step: SetupStep; done: boolean; detail?: string };

/** The set-up steps, and the data of demo and test keys (desk 43). */
export async function readSetupStatus(actor: Actor) {
  const [steps, demo, testEnrollments] = await Promise.all([
    readSetupSteps(actor),
    readDemoStatus(),
    countTestEnrollments(),
  ]);
  return { steps, demo, testEnrollments };
}

/** The set-up steps without counts, for the dashboard. */
export async function readSetupSteps(actor: Actor): Promise<SetupStepStatus[]> {
  requirePermission(actor, "change_settings");
  const [demo, settings, texts, catalogue] = await Promise.all([
    listDemoYears(),
    readStoredSettings(),
    areTextsConfirmed(),
    readCatalogueStatus(),
  ]);
  const { school_name: name, contact_email, contact_phone, contact_address: address } = settings;
  const isOwn = (done: boolean) => done && !demo;
  return [
    ...(demo ? [{ step: "demo" as const, done: false }] : []),
    { step: "name", done: name !== undefined, ...(name && { detail: name }) },
    {
      step: "contact",
      done: [contact_email, contact_phone, address].every((text) => text !== undefined),
      ...(address && { detail: address }),
    },
    { step: "texts", done: texts || settings.terms_url !== undefined },
    { step: "catalogue", done: isOwn(catalogue.filled) },
    { step: "price", done: isOwn(catalogue.priced) },
    { step: "places", done: isOwn(catalogue.limited) },
    { step: "year", done: isOwn(catalogue.open) },
  ];
}

export const confirmLegalTexts = verb("legal_texts_kept", "change_settings", z.object({}), ({ audit }) =>
  audit({ kind: "school", id: "texts" }),
);

/**
 * The demo's school years if there is nothing else; undefined in a real school. A year is the demo's by its id and
 * those of its rows (prisma/seed.ts).
 */
async function listDemoYears(tx: Prisma.TransactionClient = prisma()): Promise<string[] | undefined> {
  const years = await tx.schoolYear.findMany({ orderBy: { id: "asc" }, select: { year: true } });
  if (years.length === 0 || (await listOwnYears(tx)).length > 0) return;
  return years.map(({ year }) => year);
}

/** Labels of years that are not the demo's. */
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

/** Deletes all enrollments, people and the catalogue; returns the number of enrollments. */
async function deleteSchoolData(tx: Prisma.TransactionClient): Promise<number> {
  await tx.$executeRaw`delete from all_rounds`;
  const count = await tx.$executeRaw`delete from all_enrollments`;
  for (const table of SCHOOL_TABLES) await tx.$executeRawUnsafe(`delete from ${table}`);
  return count;
}

const setup = ["school_name", "contact_email", "contact_phone", "contact_address", "terms_url"] as const;

async function readStoredSettings() {
  const rows = await prisma().setting.findMany({ where: { key: { in: [...setup] } } });
  const validRows = rows.filter(
    ({ key, value }) => settingSchemas[key as (typeof setup)[number]].safeParse(value).success,
  );
  return Object.fromEntries(validRows.map(({ key, value }) => [key, String(value)])) as {
    [Name in (typeof setup)[number]]?: string;
  };
}

async function areTextsConfirmed(): Promise<boolean> {
  const [writtenTexts, confirmation] = await Promise.all([
    prisma().legalText.findMany({
      where: { version: { gt: 1 } },
      distinct: ["kind"],
      select: { kind: true },
    }),
    prisma().auditEntry.findFirst({ where: { action: "legal_texts_kept" }, select: { id: true } }),
  ]);
  return confirmation !== null || legalKinds.every((kind) => writtenTexts.some((text) => text.kind === kind));
}

type CatalogueStatus = { filled: boolean; priced: boolean; limited: boolean; open: boolean };

/** Whether there are choices, a course with a price, places, and a year that is not over. */
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

async function countTestEnrollments(): Promise<number> {
  const [row] = await prisma().$queryRaw<{ count: number }[]>`
    select count(*)::int as count from all_enrollments where sandbox_id <> ${LIVE}`;
  return row?.count ?? 0;
}
