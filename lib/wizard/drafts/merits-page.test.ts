import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { freezeRound } from "@/lib/admission/draw/verbs";
import { defaultCriteria, sharingCriterion } from "@/lib/admission/plan/criteria";
import { openRound, planRound } from "@/lib/admission/plan/verbs";
import { findRound } from "@/lib/admission/round";
import { getTerms } from "@/lib/enrollment/terms";
import { invalidate } from "@/lib/platform/cache";
import { prisma } from "@/lib/platform/database/prisma";
import { env } from "@/lib/platform/env";
import { createFormFlow, createSubmission, validateStep } from "@/lib/wizard/drafts/form-flow";
import { getFormSchool } from "@/lib/wizard/drafts/queries";
import { createDraft, type Draft, readDraft } from "@/lib/wizard/drafts/writes";
import { readRawInput, toRawInput } from "@/lib/wizard/form-values";
import { sendDraft } from "@/lib/wizard/send/verbs";
import { listStepFields, listSteps } from "@/lib/wizard/steps";
import type { Answers } from "@/lib/wizard/types";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { aMinor, anAdult } from "@/test/support/data/factories";
import { getSchoolYearIds } from "@/test/support/data/school-years";
import { captureStatements } from "@/test/support/database/capture-statements";

const CODE = "2027-mayo";
const head = { kind: "command" } as const;
const shown = async () => ({ code: CODE, version: (await findRound(CODE))?.version });

env.DRAFT_KEYS = randomBytes(32).toString("base64");
await seedDemoSchool();
env.formMinimumMs = 0;
const { url: termsUrl } = await getTerms("es");
const sending = { accepted: true, termsUrl, address: "203.0.113.7", locale: "es" as const };
await planRound(
  {
    round: CODE,
    year: getSchoolYearIds().current,
    name: "Mayo",
    criteria: [...defaultCriteria, sharingCriterion],
  },
  head,
);

/** A draft in which all is answered, the page of merits only where something is said of it. */
async function draftOf(answers: Answers): Promise<Draft> {
  const today = new Date().toISOString().slice(0, 10);
  const merits = "merits" in answers;
  const steps = listSteps({ answers, today, severalYears: true, merits });
  const token = await createDraft({ answers, done: steps.flatMap(listStepFields) });
  return (await readDraft(token)) as Draft;
}

const minor = (changes: Answers = {}) => {
  const { terms_and_conditions, ...answers } = aMinor({ school_year_id: getSchoolYearIds().current });
  return draftOf({ ...answers, has_student_email: "yes", has_second_guardian: "no", ...changes });
};
const adult = (changes: Answers = {}) => {
  const { terms_and_conditions, ...answers } = anAdult({ school_year_id: getSchoolYearIds().current });
  return draftOf({ ...answers, ...changes });
};

async function claimed(draft: Draft): Promise<[string, string][]> {
  const outcome = await sendDraft(draft, sending);
  if (!("sent" in outcome)) throw new Error(JSON.stringify(outcome));
  const merits = await prisma().merit.findMany({
    where: { enrollment: { reference: outcome.sent.reference } },
    orderBy: { criterion: { position: "asc" } },
    select: { state: true, criterion: { select: { code: true } } },
  });
  return merits.map(({ state, criterion }) => [criterion.code, state]);
}

test("admission 2: asks for claims only while a round is open; blank is valid", async () => {
  const before = createFormFlow((await minor()).content, await getFormSchool());
  expect(before.steps).not.toContain("merits");
  await openRound((await shown()) as never, head);
  invalidate("rounds");
  for (const draft of [await minor(), await adult()]) {
    const flow = createFormFlow(draft.content, await getFormSchool());
    expect(flow.steps.slice(-3)).toEqual(["specialities", "merits", "check"]);
    expect(await sendDraft(draft, sending)).toEqual({ step: "merits", child: 0 }); // nobody has seen it yet
    const { values, problems } = validateStep("merits", {}, flow, await getFormSchool());
    expect([values, problems]).toEqual([{ merits: undefined }, {}]);
  }
  const sent = new FormData();
  for (const code of ["resident", "large_family"]) sent.append("merits", code);
  const typed = readRawInput(sent, ["merits"]);
  const { values } = validateStep(
    "merits",
    typed,
    createFormFlow((await minor()).content, await getFormSchool()),
    await getFormSchool(),
  );
  expect(toRawInput(values, ["merits"])).toEqual(typed); // what was ticked is ticked again
});

test("admission 2: stores claims with the enrollment; the API does not return them", async () => {
  const draft = await minor({ merits: "resident level sibling unknown share" });
  expect(createSubmission(createFormFlow(draft.content, await getFormSchool()))).not.toHaveProperty("merits");
  expect(await claimed(draft)).toEqual([
    ["resident", "claimed"],
    ["share", "checked"],
  ]);
  expect(await claimed(await adult({ merits: "disability" }))).toEqual([["disability", "claimed"]]);
  const run = (merits: string | undefined) =>
    minor({ merits }).then((one) => captureStatements(async () => void (await sendDraft(one, sending))));
  const writes = async (merits: string | undefined) =>
    (await run(merits)).filter((statement) => /insert into merits/.test(statement)).length;
  expect([await writes(undefined), await writes("resident")]).toEqual([0, 1]);
});

test("admission 3: creates the enrollment without claims when the list was frozen meanwhile", async () => {
  const late = await minor({ merits: "resident" });
  const { current: year } = getSchoolYearIds();
  const [{ id: speciality }] = (await prisma().speciality.findMany({
    where: { schoolYearId: year },
    take: 1,
    select: { id: true },
  })) as [{ id: number }];
  await prisma().place.create({
    data: { schoolYearId: year, specialityId: speciality, places: 1 },
    select: { id: true },
  });
  await freezeRound((await shown()) as never, head);
  invalidate("rounds");
  expect(createFormFlow(late.content, await getFormSchool()).steps).not.toContain("merits");
  expect(await claimed(late)).toEqual([]);
});
