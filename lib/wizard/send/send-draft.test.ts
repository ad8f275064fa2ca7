import { randomBytes } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { createApiKey, findApiKeys } from "@/lib/api/keys";
import { getTerms } from "@/lib/enrollment/terms";
import { invalidate } from "@/lib/platform/cache";
import { prisma } from "@/lib/platform/database/prisma";
import { env } from "@/lib/platform/env";
import { withSandbox } from "@/lib/platform/sandbox";
import { writeSetting } from "@/lib/school/settings";
import { createDraft, type Draft, readDraft } from "@/lib/wizard/drafts/writes";
import { sendDraft } from "@/lib/wizard/send/verbs";
import { listStepFields, listSteps } from "@/lib/wizard/steps";
import type { Answers } from "@/lib/wizard/types";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { aMinor, anAdult } from "@/test/support/data/factories";
import { captureStatements } from "@/test/support/database/capture-statements";

env.DRAFT_KEYS = randomBytes(32).toString("base64");
await seedDemoSchool();
env.formMinimumMs = 0;
const { url: termsUrl } = await getTerms("ca");
const sending = { accepted: true, termsUrl, address: "203.0.113.7", locale: "ca" as const };

beforeEach(() => {
  env.formMinimumMs = 0;
});

async function draftOf(answers: Answers): Promise<Draft> {
  const steps = listSteps({ answers, today: new Date().toISOString().slice(0, 10), severalYears: true });
  const done = steps.flatMap(listStepFields);
  const token = await createDraft({ answers, done });
  return (await readDraft(token)) as Draft;
}

const adultDraft = (changes: Answers = {}) => {
  const { terms_and_conditions, ...answers } = anAdult();
  return draftOf({ ...answers, ...changes });
};

const minorDraft = (changes: Answers = {}) => {
  const { terms_and_conditions, ...answers } = aMinor({ guardians: 2 });
  return draftOf({ ...answers, has_student_email: "yes", has_second_guardian: "yes", ...changes });
};

test("W30: sending a draft twice from two tabs creates one enrollment and one result", async () => {
  const draft = await minorDraft();
  const outcomes = await Promise.all([1, 2, 3, 4].map(() => sendDraft(draft, sending)));
  const [first] = outcomes;
  expect(first).toHaveProperty("sent.reference");
  expect(outcomes.every((outcome) => JSON.stringify(outcome) === JSON.stringify(first))).toBe(true);
  expect(await sendDraft(draft, sending)).toEqual(first);

  const { reference } = (first as { sent: { reference: string } }).sent;
  const stored = await prisma().enrollment.findMany({
    where: { reference },
    select: { source: true, locale: true, mailMessages: { select: { id: true } } },
  });
  expect(stored).toHaveLength(1);
  expect(stored[0]).toMatchObject({ source: "form", locale: "ca" });
  expect(stored[0]?.mailMessages).toHaveLength(3);
});

test("W34: masks the recipients' addresses", async () => {
  const outcome = await sendDraft(await adultDraft({ student_email: "wolfgang@example.org" }), sending);
  expect(outcome).toHaveProperty("sent.recipients", ["w•••@example.org"]);
});

test("W12: a duplicate gets one error without field or person; ten at one address stop further guesses there, but no other family", async () => {
  const address = "203.0.113.77";
  const email = "known.at.the.open.day@example.org";
  await sendDraft(await adultDraft({ student_email: email }), { ...sending, address });
  const drafts = [];
  for (let at = 0; at < 11; at++) drafts.push(await adultDraft({ student_email: email }));
  for (const draft of drafts)
    expect(await sendDraft(draft, { ...sending, address })).toEqual({ refusal: "duplicate" });
  expect(await sendDraft(drafts[0] as Draft, { ...sending, address })).toEqual({ refusal: "tooMany" });
  expect(await sendDraft(await adultDraft({}), { ...sending, address })).toHaveProperty("sent");
});

test("W12: runs the same statements for every kind of known person", async () => {
  const { terms_and_conditions, ...minor } = aMinor({
    guardians: 2,
    student_document_type: "passport",
    student_document: `P${randomBytes(5).toString("hex")}`,
  });
  const known: Answers[] = [
    { student_email: minor.guardian_email },
    { student_document_type: "dni", student_document: minor.guardian_document },
    { student_email: minor.second_guardian_email },
    { student_email: minor.student_email },
    { student_document_type: "passport", student_document: minor.student_document },
  ];
  const statements: string[][] = [];
  for (const values of known) {
    await sendDraft(await adultDraft(values), sending);
    const draft = await draftOf({ ...minor, has_student_email: "yes", has_second_guardian: "yes" });
    statements.push(
      await captureStatements(async () => {
        expect(await sendDraft(draft, sending)).toEqual({ refusal: "duplicate" });
      }),
    );
    await prisma().$executeRaw`
      update people set email_key = id || '@gone.example', document_key = id::text where document is not null`;
  }
  expect(statements[0]).toHaveLength(3); // the insert, what is taken, what was sent before
  for (const others of statements.slice(1)) expect(others).toEqual(statements[0]);
});

test("W12: an answer that became invalid redirects to its step", async () => {
  expect(await sendDraft(await adultDraft({ student_speciality_option1: 999_999 }), sending)).toEqual({
    step: "specialities",
    child: 0,
  });
  expect(await sendDraft(await minorDraft({ student_email: undefined }), sending)).toEqual({
    step: "student-name",
    child: 0,
  });
  expect(await sendDraft(await adultDraft({ school_year_id: 999_999 }), sending)).toEqual({
    step: "school-year",
    child: 0,
  });
});

test("W28: requires accepted terms, in the version that was shown", async () => {
  const draft = await adultDraft();
  expect(await sendDraft(draft, { ...sending, accepted: false })).toEqual({
    problems: { terms_and_conditions: "required" },
  });
  for (const termsUrl of ["https://school.example/old", (await getTerms("es")).url])
    expect(await sendDraft(draft, { ...sending, termsUrl })).toEqual({ refusal: "termsChanged" });
});

test("families 19: stores the accepted text in the page's language; none for terms on another site", async () => {
  const accepted = async (locale: "es" | "en", termsUrl: string) => {
    const outcome = await sendDraft(await adultDraft(), { ...sending, locale, termsUrl });
    const { reference } = (outcome as { sent: { reference: string } }).sent;
    const select = { termsUrl: true, termsText: { select: { locale: true, version: true } } } as const;
    return prisma().enrollment.findUnique({ where: { reference }, select });
  };
  for (const [locale, page] of [
    ["es", "/terms/1"],
    ["en", "/en/terms/1"],
  ] as const) {
    const { url } = await getTerms(locale);
    expect(new URL(url).pathname).toBe(page);
    expect(await accepted(locale, url)).toEqual({ termsUrl: url, termsText: { locale, version: 1 } });
  }
  const elsewhere = "https://school.example/terms";
  await writeSetting("terms_url", elsewhere);
  expect(await accepted("en", elsewhere)).toEqual({ termsUrl: elsewhere, termsText: null });
  await prisma().setting.delete({ where: { key: "terms_url" } });
  invalidate("settings");
});

test("W40: refuses a draft that is sent too fast, except in a sandbox", async () => {
  env.formMinimumMs = 60_000;
  expect(await sendDraft(await adultDraft(), sending)).toEqual({ refusal: "tooFast" });
  const key = await createApiKey({ name: "flows", scopes: [], expiresAt: null, mode: "test" });
  const sandboxId = (await findApiKeys(key))[0]?.id as number;
  const tried = await withSandbox({ sandboxId }, async () => sendDraft(await adultDraft(), sending));
  expect(tried).toHaveProperty("sent");
});

test("W22: stores the guardian's address for the student", async () => {
  const draft = await minorDraft({ student_same_address: "yes" });
  const outcome = await sendDraft(draft, sending);
  const { reference } = (outcome as { sent: { reference: string } }).sent;
  const { student } = await prisma().enrollment.findUniqueOrThrow({
    where: { reference },
    select: { student: { select: { city: true, zipCode: true, country: true } } },
  });
  expect(student).toEqual({ city: "Girona", zipCode: "17001", country: "es" });
});
