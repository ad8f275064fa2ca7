import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { enroll } from "@/lib/enrollment/enroll/verbs";
import { getTerms } from "@/lib/enrollment/terms";
import { prisma } from "@/lib/platform/database/prisma";
import { env } from "@/lib/platform/env";
import { bindDraft, NEW_CHILD, startFromAccount } from "@/lib/wizard/account/verbs";
import { continueWithGuardian, createSentDraft } from "@/lib/wizard/drafts/children";
import {
  createFormFlow,
  findFirstOpenStep,
  findOpeningProblems,
  listEnrolledChildren,
  validateStep,
} from "@/lib/wizard/drafts/form-flow";
import { getFormSchool } from "@/lib/wizard/drafts/queries";
import { saveAnswers } from "@/lib/wizard/drafts/verbs";
import { createDraft, type Draft, type DraftContent, readDraft } from "@/lib/wizard/drafts/writes";
import { toRawInput } from "@/lib/wizard/form-values";
import { isOtherAdult, isSameChild } from "@/lib/wizard/same-person";
import { sendDraft } from "@/lib/wizard/send/verbs";
import { listStepFields, listSteps } from "@/lib/wizard/steps";
import type { Answers } from "@/lib/wizard/types";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { aDni, aMinor, anAdult, anEmail, yearsAgo } from "@/test/support/data/factories";

env.DRAFT_KEYS = randomBytes(32).toString("base64");
env.formMinimumMs = 0;
await seedDemoSchool();
const school = await getFormSchool();
const { today } = school.context;
const { url: termsUrl } = await getTerms("en");
const sending = { accepted: true, termsUrl, address: "203.0.113.21", locale: "en" as const };

const stored = async (content: DraftContent) => (await readDraft(await createDraft(content))) as Draft;

/** A filled-in draft for Marc, unless changed. */
function aDraft(body: Answers): DraftContent {
  const { terms_and_conditions: _, ...rest } = body;
  const answers = { has_student_email: "yes", has_second_guardian: "no", ...rest };
  return {
    answers,
    done: listSteps({ answers, today, severalYears: true }).flatMap(listStepFields),
    branch: "minor",
  };
}

const aChild = (changes: Parameters<typeof aMinor>[0] = {}) =>
  aMinor({
    student_name: "Marc",
    student_birth_date: yearsAgo(10),
    student_email: anEmail("marc"),
    ...changes,
  });

/** The family of Marc, whose request of this year was withdrawn. */
async function aKnownFamily() {
  const body = aChild();
  const { reference } = await enroll([{ kind: "minor", submitted: body }], { source: "form", locale: "en" });
  const { studentId } = await prisma().enrollment.update({
    where: { reference },
    data: { state: "withdrawn", decidedState: "withdrawn" },
    select: { studentId: true },
  });
  const { id } = await prisma().person.findFirstOrThrow({ where: { email: body.guardian_email } });
  return { body, studentId, guardianId: id };
}

const jana = { student_name: "Jana", student_birth_date: yearsAgo(6) };

function getOpenProblems(content: DraftContent) {
  const flow = createFormFlow(content, school);
  const step = findFirstOpenStep(flow, school);
  return { step, problems: findOpeningProblems(step, flow, school) };
}

const EMAIL_TAKEN = { step: "student-name", problems: { student_email: "email_not_distinct" } };

test("families 7: a child with a brother's address keeps its data and needs another address", async () => {
  const { body, guardianId, studentId } = await aKnownFamily();
  const typed = aDraft({ ...body, ...jana });
  const { content } = await stored(await bindDraft(typed, guardianId));
  expect(content).toMatchObject({ by: guardianId, answers: jana });
  expect(content.student).toBeUndefined();
  expect(getOpenProblems(content)).toEqual(EMAIL_TAKEN);
  expect(await sendDraft(await stored(content), sending)).toEqual({ step: "student-name", child: 0 });

  const email = anEmail("jana");
  const mended = saveAnswers(content, "student-name", { student_email: email }, school);
  expect(await sendDraft(await stored(mended), sending)).toHaveProperty("sent");
  expect(await prisma().person.findFirst({ where: { email } })).toMatchObject({ name: "Jana" });
  expect(await prisma().enrollment.count({ where: { studentId } })).toBe(1);
});

test("families 5: a new child in the account cannot have a brother's address or document", async () => {
  const { body, guardianId } = await aKnownFamily();
  const student_document = aDni();
  await prisma().person.updateMany({
    where: { email: String(body.student_email) },
    data: { document: student_document, documentType: "dni", documentKey: student_document },
  });
  const { content } = await stored((await startFromAccount(guardianId, NEW_CHILD, school)) as DraftContent);
  const flow = createFormFlow(saveAnswers(content, "birth-date", jana, school), school);
  const { student_email } = body;
  const no = { has_student_email: "yes", has_second_guardian: "no" };
  const answers = { student_surname: "Soler", student_email, student_document, ...no };
  const validate = (step: "student-name" | "student-more", student_name: string) => {
    const input = toRawInput({ ...flow.answers, ...answers, student_name }, listStepFields(step));
    return validateStep(step, input, { ...flow, answers: { ...flow.answers, student_name } }, school)
      .problems;
  };
  expect(validate("student-name", "Jana")).toEqual({ student_email: "email_not_distinct" });
  expect(validate("student-more", "Jana")).toMatchObject({ student_document: "document_not_distinct" });
  expect(validate("student-name", "Marc")).toEqual({}); // the child itself: it has a request already
});

test("families 5: a student with a request for each open year has nothing to send", async () => {
  const { body, guardianId, studentId } = await aKnownFamily();
  const bind = async () => (await stored(await bindDraft(aDraft(body), guardianId))).content;
  expect(listEnrolledChildren(await bind(), school)).toEqual([]);
  await prisma().enrollment.updateMany({
    where: { studentId },
    data: { state: "pending", decidedState: "pending" },
  });
  const content = await bind();
  expect(listEnrolledChildren(content, school)).toEqual([content]);
  const withJana = { ...content, children: [aDraft(aChild(jana))] };
  expect(listEnrolledChildren(withJana, school)).toMatchObject([{ student: studentId }]);
  expect(listEnrolledChildren(aDraft(body), school)).toEqual([]);
});

test("families 7: another adult with the owner's address keeps the data, outside the owner's account", async () => {
  const { body, guardianId } = await aKnownFamily();
  const { guardian_email: student_email, guardian_name } = body;
  const pau = { ...anAdult(), student_name: "Pau", student_birth_date: yearsAgo(18), student_email };
  const { content } = await stored(await bindDraft({ ...aDraft(pau), branch: "adult" }, guardianId));
  expect(content.by).toBeUndefined();
  expect(getOpenProblems(content)).toEqual({
    step: "student-contact",
    problems: { student_email: "email_not_distinct" },
  });
  const mended = saveAnswers(content, "student-contact", { student_email: anEmail("pau") }, school);
  expect(await sendDraft(await stored(mended), sending)).toHaveProperty("sent");

  const owner = { ...pau, student_name: String(guardian_name) };
  expect((await bindDraft({ ...aDraft(owner), branch: "adult" }, guardianId)).student).toBe(guardianId);
  expect(await startFromAccount(guardianId, guardianId, school, content)).toMatchObject({ answers: {} });
});

test("families 1: after sending, another child with the same address is refused on its step", async () => {
  const body = aChild();
  const draft = await stored(aDraft(body));
  const outcome = await sendDraft(draft, sending);
  if (!("sent" in outcome)) throw new Error(JSON.stringify(outcome));
  const next = continueWithGuardian(createSentDraft(draft.content, outcome.sent));
  const { guardian_email: _, ...child } = aDraft({ ...body, ...jana }).answers;
  const filled = { ...next, answers: { ...next.answers, ...child }, done: aDraft(body).done };
  const { content } = await stored(filled);
  expect(getOpenProblems(content)).toEqual(EMAIL_TAKEN);
  expect(await sendDraft(await stored(content), sending)).toEqual({ step: "student-name", child: 0 });

  // Names that are written in other letters have the same tag.
  const others = [{ student_name: "美", student_email: "berta+child@gmail.com" }];
  const tagged = {
    ...filled,
    others,
    answers: {
      ...filled.answers,
      guardian_email: "berta@gmail.com",
      student_name: "玲",
      student_email: undefined,
    },
  };
  const { student_email } = createFormFlow((await stored(tagged)).content, school).answers;
  expect(student_email).toBe("berta+child2@gmail.com");

  const { student_name, student_birth_date } = body;
  const sameChild = { ...filled, answers: { ...filled.answers, student_name, student_birth_date } };
  expect(getOpenProblems((await stored(sameChild)).content)).toEqual({
    step: "student-name",
    problems: { student_name: "child_repeated" },
  });
  const again = { ...filled, answers: { ...filled.answers, student_name: body.student_name } };
  expect(await sendDraft(await stored(again), sending)).toEqual({ enrolled: true });
});

test("families 5: a child is recognised by its first name and one of e-mail, document, or surname and date", () => {
  const marc = {
    student_name: "Marc",
    student_surname: "Puig",
    student_birth_date: "2016-06-15",
    student_email: "a@example.com",
    student_document: "12345678Z",
  };
  const rows: [Answers, boolean][] = [
    [{ student_name: "MÀRC ", student_email: "A@example.com" }, true],
    [{ student_name: "Marc", student_document: "12.345.678-z" }, true],
    [{ student_name: "Marc", student_surname: "puig", student_birth_date: "2016-06-15" }, true],
    [{ student_name: "Marc", student_birth_date: "2016-06-15" }, false],
    [{ ...marc, student_name: "Jana" }, false], // a twin
    [{ student_email: "a@example.com" }, false],
  ];
  for (const [answers, isSame] of rows)
    expect([answers, isSameChild(answers, marc)]).toEqual([answers, isSame]);
  const isOther = (answers: Answers) => isOtherAdult({ ...marc, ...answers }, marc);
  expect(isOther({ student_name: "Pau", student_birth_date: "2008-01-01" })).toBe(true);
  expect(isOther({ student_name: "Pau" })).toBe(false);
  expect(isOther({ student_birth_date: "2008-01-01" })).toBe(false);
});
