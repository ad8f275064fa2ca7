import { z } from "zod";
import { type Actor, requirePermission } from "@/lib/people/staff/rights";
import { defineAction } from "@/lib/people/verb";
import { prisma } from "@/lib/platform/prisma";
import { LIVE } from "@/lib/platform/sandbox";
import { legalKinds } from "@/lib/school/legal";
import { settingSchemas } from "@/lib/school/settings";
import { getSchoolToday } from "@/lib/school/today";
import { type DemoStatus, readDemoStatus, listDemoYears } from "./demo";

/** What a school needs before families can ask for a place, in the order in which it is done. */
export const setupSteps = ["demo", "name", "contact", "texts", "catalogue", "year"] as const;

type SetupStep = (typeof setupSteps)[number];

/** A step with whether it is done and, where a sentence says it, by what. */
export type SetupStepStatus = { step: SetupStep; done: boolean; what?: string };

export type SetupStatus = { steps: SetupStepStatus[]; demo: DemoStatus | undefined; testEnrollments: number };

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
    catalogueStands(),
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
    { step: "year", done: own(catalogue.open) },
  ];
}

/** The school reads its legal texts through and keeps them as they are. */
export const confirmLegalTexts = defineAction("legal_texts_kept", "change_settings", z.object({}), ({ audit }) =>
  audit({ kind: "school", id: "texts" }),
);

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

/** Whether there is something to ask for, and a year in which it can be, or will be. */
async function catalogueStands(): Promise<{ filled: boolean; open: boolean }> {
  const [row] = await prisma().$queryRaw<{ filled: boolean; open: boolean }[]>`
    select exists (select from specialities) or exists (select from syllabi) as filled,
      exists (select from school_years
        where coalesce(end_enrollment, end_school_year) >= ${await getSchoolToday()}::date) as open`;
  return row ?? { filled: false, open: false };
}

async function testEnrollmentsThere(): Promise<number> {
  const [row] = await prisma().$queryRaw<{ count: number }[]>`
    select count(*)::int as count from all_enrollments where sandbox_id <> ${LIVE}`;
  return row?.count ?? 0;
}
