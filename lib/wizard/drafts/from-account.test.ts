import { randomBytes, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { enroll } from "@/lib/enrollment/enroll/verbs";
import { getTerms } from "@/lib/enrollment/terms";
import { toEmailKey } from "@/lib/mail/addresses";
import { invalidate } from "@/lib/platform/cache";
import { prisma } from "@/lib/platform/database/prisma";
import { env } from "@/lib/platform/env";
import { bindDraft, NEW_CHILD, startFromAccount } from "@/lib/wizard/account/verbs";
import {
  createFormFlow,
  createSubmission,
  findFirstOpenChild,
  findFirstOpenStep,
  findOpeningProblems,
  getStepInput,
  isDone,
  listAskedFields,
  listVisibleSteps,
  validateStep,
} from "@/lib/wizard/drafts/form-flow";
import { findLastStudies, getFormSchool } from "@/lib/wizard/drafts/queries";
import { saveAnswers } from "@/lib/wizard/drafts/verbs";
import {
  createDraft,
  createEmptyDraft,
  type Draft,
  type DraftContent,
  isInaccessible,
  moveDraft,
  readDraft,
} from "@/lib/wizard/drafts/writes";
import { toRawInput } from "@/lib/wizard/form-values";
import { sendDraft } from "@/lib/wizard/send/verbs";
import type { StepId } from "@/lib/wizard/steps";
import type { Answers } from "@/lib/wizard/types";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { aDni, aMinor, anAdult, anEmail, yearsAgo } from "@/test/support/data/factories";
import { addChild, selectChild } from "./children";

env.DRAFT_KEYS = randomBytes(32).toString("base64");
env.formMinimumMs = 0;
const { next } = await seedDemoSchool();
await prisma().schoolYear.update({
  where: { id: next.id },
  data: { startEnrollment: new Date("2020-01-01") },
});
invalidate("catalogue");
const school = await getFormSchool();
expect(school.openYears.map(({ id }) => id)).toContain(next.id);
const { url: termsUrl } = await getTerms("en");
const sending = { accepted: true, termsUrl, address: "203.0.113.19", locale: "en" as const };

const origin = { source: "form", locale: "en" } as const;

/** A family that has sent a request, whose school year is over. */
async function aKnownFamily(changes: Parameters<typeof aMinor>[0] = {}) {
  const body = aMinor({ guardians: 2, ...changes });
  const { reference } = await enroll([{ kind: "minor", submitted: body }], origin);
  const { studentId } = await prisma().enrollment.update({
    where: { reference },
    data: { state: "withdrawn", decidedState: "withdrawn" },
    select: { studentId: true },
  });
  const guardian = await prisma().person.findFirstOrThrow({ where: { email: body.guardian_email } });
  return { body, studentId, guardianId: guardian.id };
}

const stored = async (content: DraftContent) => (await readDraft(await createDraft(content))) as Draft;

async function startDraft(by: string, student: string, draft?: DraftContent): Promise<DraftContent> {
  const content = await startFromAccount(by, student, school, draft);
  return (await stored(content as DraftContent)).content;
}

/** Answers the pages to which the family is led, with what those ask alone; returns the pages too. */
function fillIn(from: DraftContent, answers: Answers) {
  const pages: StepId[] = [];
  for (let content = from; ; ) {
    const flow = createFormFlow(content, school);
    const step = findFirstOpenStep(flow, school);
    if (step === "check") return { content, pages };
    if (!isDone(step, flow)) expect(findOpeningProblems(step, flow, school), step).toEqual({});
    pages.push(step);
    const allAnswers = { studies_later: "yes", ...flow.answers, ...answers };
    const input = toRawInput(allAnswers, listAskedFields(step, flow));
    const { values, problems } = validateStep(step, input, flow, school);
    expect({ step, problems }).toEqual({ step, problems: {} });
    content = saveAnswers(content, step, values, school);
  }
}

const years = async () => school.openYears.map(({ id }) => id);

test("families 5: an existing student's next request asks only year and studies", async () => {
  const { body, studentId, guardianId } = await aKnownFamily({ student_speciality_option1: undefined });
  const [, next] = await years();
  const content = await startDraft(guardianId, studentId);
  expect(createFormFlow(content, school).answers).toMatchObject({
    student_name: body.student_name,
    guardian_address: body.guardian_address,
  });
  expect(await startFromAccount(guardianId, studentId, school, content)).toBe(content); // pressed again
  const filled = fillIn(content, { school_year_id: next });
  expect(filled.pages).toEqual(["school-year", "specialities"]);

  const people = await prisma().person.count();
  const draft = await stored(filled.content);
  const [outcome, twice] = [await sendDraft(draft, sending), await sendDraft(draft, sending)];
  expect(outcome).toMatchObject({ sent: { recipients: expect.any(Array) } });
  expect(twice).toEqual(outcome);
  expect(await prisma().person.count()).toBe(people);
  const enrollments = await prisma().enrollment.findMany({
    where: { studentId },
    orderBy: { createdAt: "asc" },
  });
  expect(enrollments.map(({ schoolYearId }) => schoolYearId)).toEqual([body.school_year_id, next]);
});

test("families 5: page and database refuse a second enrollment of a student for a year", async () => {
  const { studentId, guardianId } = await aKnownFamily();
  const [current, next] = (await years()) as [number, number];
  const one = fillIn(await startDraft(guardianId, studentId), { school_year_id: next }).content;
  const other = await stored(one);
  expect(await sendDraft(await stored(one), sending)).toHaveProperty("sent");

  const again = await readDraft(await createDraft(other.content));
  expect(await sendDraft(again as Draft, sending)).toEqual({ step: "school-year", child: 0 });
  const flow = createFormFlow((again as Draft).content, school);
  expect(validateStep("school-year", { school_year_id: String(next) }, flow, school).problems).toEqual({
    school_year_id: "already_enrolled",
  });
  expect(await sendDraft(other, sending)).toEqual({ enrolled: true }); // as another tab read it before

  // The year that is left is answered already.
  const left = createFormFlow(await startDraft(guardianId, studentId), school);
  expect(left.answers.school_year_id).toBe(current);
  expect(listVisibleSteps(left)).toEqual(["specialities", "check"]);
});

test("families 5: a returning student sees the last studies and must confirm empty ones", async () => {
  const [current, next] = (await years()) as [number, number];
  const piano = (year: number) =>
    prisma().speciality.findFirstOrThrow({ where: { schoolYearId: year, name: "Piano" } });
  const wished = await piano(current);
  const { studentId, guardianId } = await aKnownFamily({ student_speciality_option1: wished.id });
  const content = saveAnswers(
    await startDraft(guardianId, studentId),
    "school-year",
    { school_year_id: next },
    school,
  );
  expect(content.answers.student_speciality_option1).toBe((await piano(next)).id);
  expect(await findLastStudies(studentId)).toMatchObject({ courses: { text: "Piano" } });

  const flow = createFormFlow(content, school);
  const problemsOf = (input: Record<string, string>) =>
    validateStep("specialities", input, flow, school).problems;
  const [syllabus] = school.getCatalogue(next)?.syllabi.items ?? [];
  expect(problemsOf({})).toEqual({ studies_later: "studies_missing" });
  expect(problemsOf({ studies_later: "yes" })).toEqual({});
  expect(problemsOf({ student_syllabi_option1: String(syllabus?.id) })).toEqual({});
  const untold = fillIn(content, { studies_later: "yes" }).content;
  expect(findFirstOpenStep(createFormFlow(untold, school), school)).toBe("check");
  expect(Object.keys(createSubmission(createFormFlow(untold, school)))).not.toContain("studies_later");

  // What the page of the family proposed is filled in, and asked.
  const proposed = { student_speciality_option1: undefined, student_syllabi_option1: syllabus?.id };
  const change = { year: next, studies: proposed };
  const changing = await startFromAccount(guardianId, studentId, school, undefined, change);
  const proposal = createFormFlow((await stored(changing as DraftContent)).content, school);
  expect(getStepInput("specialities", proposal)).toEqual({ student_syllabi_option1: String(syllabus?.id) });
  expect(findFirstOpenStep(proposal, school)).toBe("specialities");

  // The notified place counts, not the choices or an unannounced place; in the page's language.
  const violin = await prisma().speciality.findFirstOrThrow({
    where: { schoolYearId: current, name: "Violín" },
  });
  await prisma().speciality.update({
    where: { id: violin.id },
    data: { nameCa: "Violí" },
    select: { id: true },
  });
  invalidate("catalogue");
  const where = { studentId };
  const { id } = await prisma().enrollment.findFirstOrThrow({ where, select: { id: true } });
  await prisma().decision.create({
    data: {
      id: randomUUID(),
      enrollmentId: id,
      schoolYearId: current,
      fromState: "pending",
      toState: "accepted",
      specialityId: violin.id,
      actorKind: "command",
    },
    select: { id: true },
  });
  const assign = (state: "pending" | "accepted", assignedSpecialityId: number) =>
    prisma().enrollment.updateMany({
      where,
      data: { state, decidedState: "accepted", assignedSpecialityId },
    });
  await assign("pending", violin.id);
  expect(await findLastStudies(studentId)).toMatchObject({ courses: { text: "Piano" } });
  await prisma().decision.updateMany({
    where: { enrollmentId: id },
    data: { status: "told", settledAt: new Date() },
  });
  await assign("accepted", wished.id);
  expect(await findLastStudies(studentId, "ca")).toMatchObject({
    courses: { text: "Violí", lang: undefined },
    specialities: { student_speciality_option1: violin.id },
  });
});

test("families 5: an unsent draft continues in the year and with the studies chosen in the account", async () => {
  const [current, next] = (await years()) as [number, number];
  const [started, sent] = [await aKnownFamily(), await aKnownFamily()];
  const other = fillIn(await startDraft(started.guardianId, started.studentId), {
    school_year_id: current,
    enrollment_observations: "Por la tarde",
  }).content;
  const begin = (draft: DraftContent, year: number, studies?: Answers) =>
    startFromAccount(started.guardianId, started.studentId, school, draft, {
      year,
      ...(studies && { studies }),
    });
  expect(await begin(other, current, { student_syllabi_option1: 1 })).toBe(other); // the family's answers stay
  expect(await begin(other, 1)).toBe(other);

  const [syllabus] = school.getCatalogue(next)?.syllabi.items ?? [];
  const typed = { student_syllabi_option1: "1" };
  const unsaved: DraftContent = { ...other, pending: { specialities: { typed } } };
  const moved = await begin(unsaved, next, { student_syllabi_option1: syllabus?.id });
  const flow = createFormFlow((await stored(moved as DraftContent)).content, school);
  expect(flow.answers.school_year_id).toBe(next);
  expect(getStepInput("specialities", flow)).toMatchObject({
    student_syllabi_option1: String(syllabus?.id),
    enrollment_observations: "Por la tarde",
  });
  expect(findFirstOpenStep(flow, school)).toBe("specialities");

  // Another draft of the year was sent in the meantime.
  const old = fillIn(await startDraft(sent.guardianId, sent.studentId), { school_year_id: current }).content;
  expect(await sendDraft(await stored(old), sending)).toHaveProperty("sent");
  const { content } = await stored(old);
  expect(findFirstOpenStep(createFormFlow(content, school), school)).toBe("school-year");
  const again = await startFromAccount(sent.guardianId, sent.studentId, school, content, { year: next });
  const nextFlow = createFormFlow((await stored(again as DraftContent)).content, school);
  expect(findFirstOpenStep(nextFlow, school)).toBe("specialities");
});

test("W46: a returning student's experience is filled in, with the instrument of the next year", async () => {
  const [current, next] = (await years()) as [number, number];
  const violin = async (year: number) =>
    (await prisma().speciality.findFirstOrThrow({ where: { schoolYearId: year, code: "VLN" } })).id;
  const { studentId, guardianId } = await aKnownFamily({
    student_experience_years: 3,
    student_experience_speciality: await violin(current),
  });
  const started = await startFromAccount(guardianId, studentId, school, undefined, { year: next });
  const flow = createFormFlow((await stored(started as DraftContent)).content, school);
  expect(getStepInput("specialities", flow)).toMatchObject({
    student_experience_years: "3",
    student_experience_speciality: String(await violin(next)),
  });
  const beginner = await aKnownFamily({ student_experience_years: undefined });
  const content = await startDraft(beginner.guardianId, beginner.studentId);
  expect(
    getStepInput("specialities", createFormFlow(content, school)).student_experience_years,
  ).toBeUndefined();
});

test("families 5: a new child asks nothing about its first guardian", async () => {
  const { body, guardianId } = await aKnownFamily();
  const email = anEmail("bru");
  const { content, pages } = fillIn(await startDraft(guardianId, NEW_CHILD), {
    school_year_id: body.school_year_id,
    student_birth_date: yearsAgo(8),
    student_name: "Bru",
    student_surname: "Soler",
    student_email: email,
    has_student_email: "yes",
    has_second_guardian: "yes",
    second_guardian_email: body.second_guardian_email,
  });
  expect(pages).toEqual(["school-year", "birth-date", "student-name", "specialities"]);
  expect(await sendDraft(await stored(content), sending)).toHaveProperty("sent");
  const child = await prisma().person.findFirstOrThrow({
    where: { email },
    select: { guardians: { orderBy: { position: "asc" }, select: { guardianId: true, confirmedAt: true } } },
  });
  expect(child.guardians[0]?.guardianId).toBe(guardianId);
  expect(child.guardians[1]?.confirmedAt).toBeNull();
});

test("families 6: a guardian enrolls without typing known data again; a second guardian adds missing data", async () => {
  const { body, guardianId } = await aKnownFamily();
  const first = fillIn(await startDraft(guardianId, guardianId), { school_year_id: body.school_year_id });
  expect(first.pages).toEqual(["school-year", "specialities"]);
  expect(await sendDraft(await stored(first.content), sending)).toHaveProperty("sent");
  const enrollment = await prisma().enrollment.findFirstOrThrow({ where: { studentId: guardianId } });
  expect(enrollment.schoolYearId).toBe(body.school_year_id);

  const named = await prisma().person.update({
    where: { emailKey_sandboxId: { emailKey: toEmailKey(String(body.second_guardian_email)), sandboxId: 0 } },
    data: { name: "David", surname: "Soler" },
  });
  const document = aDni();
  const second = fillIn(await startDraft(named.id, named.id), {
    school_year_id: body.school_year_id,
    student_birth_date: "1980-02-03",
    student_document_type: "dni",
    student_document: document,
    student_phone_country_code: "+34",
    student_phone: "600111222",
    student_country: "es",
    student_address: "Carrer Nou 2",
    student_zip_code: "17002",
    student_city: "Girona",
  });
  expect(second.pages).toEqual([
    "school-year",
    "birth-date",
    "student-name",
    "student-contact",
    "specialities",
  ]);
  const contact = createFormFlow(second.content, school);
  expect(listAskedFields("student-name", contact)).toEqual(["student_document_type", "student_document"]);
  expect(listAskedFields("student-contact", contact)).not.toContain("student_email");
  expect(await sendDraft(await stored(second.content), sending)).toHaveProperty("sent");
  expect(await prisma().person.findUnique({ where: { id: named.id } })).toMatchObject({
    name: "David",
    email: body.second_guardian_email,
    document,
    address: "Carrer Nou 2",
  });
});

test("families 6: an account refuses another person's document, keeps the answers and accepts another document", async () => {
  const { body } = await aKnownFamily();
  const taken = (await aKnownFamily()).body.guardian_document;
  const named = await prisma().person.update({
    where: { emailKey_sandboxId: { emailKey: toEmailKey(String(body.second_guardian_email)), sandboxId: 0 } },
    data: { name: "David", surname: "Soler" },
  });
  const { student_document: _, ...answers } = anAdult();
  const wrongAnswers = { ...answers, student_document_type: "dni", student_document: taken };
  const draft = await stored(fillIn(await startDraft(named.id, named.id), wrongAnswers).content);
  expect(await sendDraft(draft, sending)).toEqual({ refusal: "taken" });
  expect(await prisma().person.findUnique({ where: { id: named.id } })).toEqual(named);
  expect(await prisma().enrollment.count({ where: { studentId: named.id } })).toBe(0);
  expect(createFormFlow(draft.content, school).answers).toMatchObject({
    student_document: taken,
    student_name: "David",
  });

  const own = aDni();
  const values = { student_document_type: "dni", student_document: own };
  const mended = await stored(saveAnswers(draft.content, "student-name", values, school));
  expect(await sendDraft(mended, sending)).toHaveProperty("sent");
  expect(await prisma().person.findUnique({ where: { id: named.id } })).toMatchObject({ document: own });
});

test("families 6: from the eighteenth birthday on the student enrolls, not the guardian", async () => {
  const { studentId, guardianId } = await aKnownFamily();
  const [, next] = await years();
  const { content } = fillIn(await startDraft(guardianId, studentId), { school_year_id: next });
  const draft = await stored(content);
  expect(await startFromAccount(studentId, studentId, school)).toBeUndefined(); // a child enrolls nobody
  await prisma().person.update({ where: { id: studentId }, data: { birthDate: new Date(yearsAgo(18)) } });

  expect(isInaccessible((await stored(draft.content)).content)).toBe(true);
  expect(await sendDraft(draft, sending)).toEqual({ step: "start" });
  expect(await startFromAccount(guardianId, studentId, school)).toBeUndefined();
  const own = createFormFlow(await startDraft(studentId, studentId), school);
  expect(own.steps.filter((step) => step.startsWith("student-"))).toEqual([
    "student-name",
    "student-contact",
  ]);
});

test("families 5, 17: only the first guardian can start a draft for a child; others learn nothing", async () => {
  const { body, studentId, guardianId } = await aKnownFamily();
  const second = await prisma().person.findFirstOrThrow({ where: { email: body.second_guardian_email } });
  const stranger = (await aKnownFamily()).guardianId;
  for (const by of [second.id, stranger])
    expect(await startFromAccount(by, studentId, school)).toBeUndefined();
  const forged = await stored({ ...createEmptyDraft(), by: second.id, student: studentId });
  expect(forged.content.known).toBeUndefined();
  expect(isInaccessible(forged.content)).toBe(true);

  // Kept apart, the other guardian's address is in nothing that is known.
  await prisma().guardianship.updateMany({ where: { studentId }, data: { keptApart: true } });
  const { content } = await stored({ ...createEmptyDraft(), by: guardianId, student: studentId });
  expect(JSON.stringify(content.known)).not.toContain(body.second_guardian_email);
});

test("families 7: moving a draft to an account skips existing people and invalidates the old token", async () => {
  const { body, studentId, guardianId } = await aKnownFamily();
  const { terms_and_conditions: _, ...rest } = body;
  const input = { ...rest, has_student_email: "yes", has_second_guardian: "no", guardian_city: "Elsewhere" };
  const first = fillIn(createEmptyDraft(), input).content;
  const email = anEmail("bru");
  const both = fillIn(addChild(first), {
    ...input,
    student_name: "Bru",
    student_email: email,
    student_birth_date: yearsAgo(7),
  }).content;
  const token = await createDraft(both);
  const { id } = (await readDraft(token)) as Draft;
  const move = () =>
    prisma().$transaction((tx) => moveDraft(tx, id, (content) => bindDraft(content, guardianId)));
  const moved = await move();
  expect(await readDraft(token)).toBeUndefined();
  expect(await move()).toBeUndefined();

  const draft = (await readDraft(moved)) as Draft;
  expect(draft.content).toMatchObject({ by: guardianId });
  expect(selectChild(draft.content, 0).student).toBe(studentId);
  expect(createFormFlow(draft.content, school).answers.guardian_city).toBe(body.guardian_city);
  expect(findFirstOpenChild(draft.content, school)?.step).toBe("specialities"); // a return says its studies
  const ready = [0, 1].reduce((content, at) => fillIn(selectChild(content, at), {}).content, draft.content);
  const outcome = await sendDraft(await stored(ready), sending);
  expect(outcome).toMatchObject({ sent: { children: [{ name: "Carla" }, { name: "Bru" }] } });
  expect(await prisma().enrollment.count({ where: { studentId } })).toBe(2);
  const bru = { studentId: (await prisma().person.findFirstOrThrow({ where: { email } })).id };
  expect(await prisma().guardianship.count({ where: { ...bru, guardianId, position: 1 } })).toBe(1);
});
