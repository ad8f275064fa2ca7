import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { getTerms } from "@/lib/enrollment/terms";
import { prepareMessage } from "@/lib/mail/prepare-message";
import { prisma } from "@/lib/platform/database/prisma";
import { env } from "@/lib/platform/env";
import {
  createFormFlow,
  findFirstOpenChild,
  findFirstOpenStep,
  getStepInput,
  listAskedFields,
  listVisibleSteps,
  validateStep,
} from "@/lib/wizard/drafts/form-flow";
import { getFormSchool } from "@/lib/wizard/drafts/queries";
import { findMistypedEmails } from "@/lib/wizard/drafts/rules";
import {
  changeDraft,
  createDraft,
  createEmptyDraft,
  type Draft,
  type DraftContent,
  readDraft,
  type SentSummary,
} from "@/lib/wizard/drafts/writes";
import { toRawInput } from "@/lib/wizard/form-values";
import { sendDraft } from "@/lib/wizard/send/verbs";
import { listFields, type StepId } from "@/lib/wizard/steps";
import type { Answers } from "@/lib/wizard/types";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { aMinor, anEmail, yearsAgo } from "@/test/support/data/factories";
import {
  addChild,
  continueWithGuardian,
  countChildren,
  createSentDraft,
  listChildKeys,
  listChildren,
  removeChild,
  selectChild,
} from "./children";
import { correctEmail, saveAnswers } from "./verbs";

env.DRAFT_KEYS = randomBytes(32).toString("base64");
env.formMinimumMs = 0;
await seedDemoSchool();
const school = await getFormSchool();
const { url: termsUrl } = await getTerms("en");
const sending = { accepted: true, termsUrl, address: "203.0.113.9", locale: "en" as const };

/** Answers the pages to which the family is led, until check answers; returns those pages too. */
function fillIn(begun: DraftContent, answers: Answers) {
  const pages: StepId[] = [];
  for (let content = begun; ; ) {
    const flow = createFormFlow(content, school);
    const step = findFirstOpenStep(flow, school);
    if (step === "check") return { content, pages };
    pages.push(step);
    const fields = listFields(step, flow.branch);
    const { values, problems } = validateStep(step, toRawInput(answers, fields), flow, school);
    expect({ step, problems }).toEqual({ step, problems: {} });
    content = saveAnswers(content, step, values, school);
  }
}

const aFamily = () => {
  const { terms_and_conditions, ...answers } = aMinor({ guardians: 2, student_name: "Ada" });
  return { ...answers, has_student_email: "yes", has_second_guardian: "yes" };
};
type Family = ReturnType<typeof aFamily>;
const theNext = (family: Family, name: string, changes: Answers = {}): Answers => ({
  ...family,
  student_name: name,
  student_email: anEmail(name.toLowerCase()),
  student_birth_date: yearsAgo(8),
  ...changes,
});

function aDraftOf(family: Family, names: string[]): DraftContent {
  const first = fillIn(createEmptyDraft(), family).content;
  return names.reduce((content, name) => fillIn(addChild(content), theNext(family, name)).content, first);
}

const stored = async (content: DraftContent) => (await readDraft(await createDraft(content))) as Draft;
const nameOf = ({ answers }: DraftContent) => answers.student_name;

test("families 1, 35: another child takes three pages and keeps guardians, address and year", () => {
  const family = aFamily();
  const first = fillIn(createEmptyDraft(), family);
  const second = fillIn(addChild(first.content), theNext(family, "Bru"));
  expect(first.pages).toEqual([
    "birth-date",
    "guardian-name",
    "guardian-contact",
    "student-name",
    "specialities",
  ]);
  expect(second.pages).toEqual(["birth-date", "student-name", "specialities"]);
  const flow = createFormFlow(second.content, school);
  expect(flow.answers).toMatchObject({ guardian_address: family.guardian_address, student_name: "Bru" });
  expect(listVisibleSteps(flow).length).toBe(4);
});

test("families 1: selecting and removing children keeps each one's answers", () => {
  const content = aDraftOf(aFamily(), ["Bru", "Cesc"]);
  expect(listChildren(content).map(nameOf)).toEqual(["Ada", "Bru", "Cesc"]);
  const turned = selectChild(content, 1);
  expect(nameOf(turned)).toBe("Bru");
  expect(listChildren(turned).map(nameOf)).toEqual(["Ada", "Bru", "Cesc"]);
  for (const [index, left] of [
    [0, ["Bru", "Cesc"]],
    [1, ["Ada", "Cesc"]],
    [2, ["Ada", "Bru"]],
  ] as const) {
    const removedKey = listChildKeys(content)[index] as number;
    for (const from of listChildren(content)) {
      const one = removeChild(from, removedKey);
      expect(listChildren(one).map(nameOf)).toEqual(left);
      expect(removeChild(one, removedKey)).toEqual(one); // a second press removes nobody else
      expect(findFirstOpenChild(one, school)).toBeUndefined();
    }
  }
  const [, bru = 0, cesc = 0] = listChildKeys(content);
  const onlyChild = removeChild(removeChild(content, 0), bru);
  expect([countChildren(onlyChild), nameOf(onlyChild), countChildren(removeChild(onlyChild, cesc))]).toEqual([
    1,
    "Cesc",
    1,
  ]);
  // A page that asked about a removed child says nothing of the one that is added then.
  expect(listChildKeys(addChild(removeChild(content, cesc)))).not.toContain(cesc);
});

test("W33: corrects a mistyped address for every child with it; shows the step of a refused correction", () => {
  const family = { ...aFamily(), second_guardian_email: "marc@gmial.com" };
  const content = selectChild(aDraftOf(family, ["Bru", "Cesc"]), 1);
  const { content: corrected, refusedAt } = correctEmail(content, "second_guardian_email", school);
  expect(refusedAt).toBeUndefined();
  expect(nameOf(corrected)).toBe("Bru");
  expect(listChildren(corrected).map(({ answers }) => answers.second_guardian_email)).toEqual(
    Array(3).fill("marc@gmail.com"),
  );
  expect(findFirstOpenChild(corrected, school)).toBeUndefined();
  const guardian = { ...family, guardian_email: "marc@gmail.com" };
  const taken = correctEmail(aDraftOf(guardian, []), "second_guardian_email", school);
  expect(taken.refusedAt).toBe("student-name");
  expect(taken.content.answers.second_guardian_email).toBe("marc@gmial.com");
  expect(taken.content.pending?.["student-name"]?.refused).toBe(true);
});

test("W15: reports a mistyped domain once", () => {
  const findMistyped = (values: Answers, before: Answers = {}, reported = "") =>
    findMistypedEmails(values, before, reported);
  expect(findMistyped({ guardian_email: "b@gmial.com", guardian_city: "b@gmial.com" })).toEqual({
    guardian_email: "email_mistyped",
  });
  expect(findMistyped({ guardian_email: "b@gmail.com", second_guardian_email: undefined })).toEqual({});
  expect(findMistyped({ guardian_email: "b@gmial.com" }, {}, "a@x.org b@gmial.com")).toEqual({});
  expect(findMistyped({ guardian_email: "b@gmial.com" }, { guardian_email: "b@gmial.com" })).toEqual({});
});

test("families 35: asks whether the child has its own address; No requires one where none can be generated", () => {
  for (const domain of ["example.org", "gmail.com"]) {
    const family = { ...aFamily(), guardian_email: anEmail("berta").replace(/@.*/, `@${domain}`) };
    const { content } = fillIn(createEmptyDraft(), family);
    const flow = createFormFlow(content, school);
    expect(listAskedFields("student-name", flow)).toContain("has_student_email");
    const input = { ...getStepInput("student-name", flow), has_student_email: "no", student_email: "" };
    const made = domain === "gmail.com";
    expect(validateStep("student-name", input, flow, school).problems).toEqual(
      made ? {} : { student_email: "required" },
    );
    const own = { ...input, student_email: "ada@example.net" };
    const { values, problems } = validateStep("student-name", own, flow, school);
    expect(problems).toEqual({});
    const saved = createFormFlow(saveAnswers(content, "student-name", values, school), school);
    expect(saved.answers.student_email).toBe(
      made ? family.guardian_email.replace("@", "+ada@") : "ada@example.net",
    );
  }
});

test("W47: a sent draft continues with the same guardian; sending it twice creates one enrollment", async () => {
  const family = aFamily();
  const first = await stored(aDraftOf(family, ["Bru"]));
  const token = await createDraft(first.content);
  const send = async () => {
    const draft = (await readDraft(token)) as Draft;
    const outcomes = await Promise.all([sendDraft(draft, sending), sendDraft(draft, sending)]);
    expect(outcomes[0]).toHaveProperty("sent.reference");
    expect(outcomes[1]).toEqual(outcomes[0]);
    const { sent } = outcomes[0] as { sent: SentSummary };
    await changeDraft(token, () => createSentDraft(draft.content, sent));
    return sent.reference;
  };
  const references = [await send()];
  for (const name of ["Cesc", "Duna"]) {
    await changeDraft(token, continueWithGuardian);
    const again = (await changeDraft(token, continueWithGuardian)) as DraftContent;
    const { content, pages } = fillIn(again, theNext(family, name));
    expect(pages).toEqual(["birth-date", "student-name", "specialities"]);
    await changeDraft(token, () => content);
    references.push(await send());
  }
  expect(new Set(references).size).toBe(3);
  const guardians = await prisma().person.findMany({
    where: { email: { in: [family.guardian_email, String(family.second_guardian_email)] } },
    select: { guardianOf: { select: { student: { select: { name: true } } } } },
  });
  expect(guardians.map(({ guardianOf }) => guardianOf.map(({ student }) => student.name).sort())).toEqual(
    Array(2).fill(["Ada", "Bru", "Cesc", "Duna"]),
  );
});

test("W47: the next child cannot be an adult; no account data is retained", async () => {
  const sent = { reference: "ACDEFGH3", recipients: [] };
  const { content } = fillIn(createEmptyDraft(), aFamily());
  const token = await createDraft(createSentDraft(content, sent));
  const next = (await changeDraft(token, continueWithGuardian)) as DraftContent;
  const input = toRawInput({ student_birth_date: yearsAgo(20) }, ["student_birth_date"]);
  const { problems } = validateStep("birth-date", input, createFormFlow(next, school), school);
  expect(problems).toEqual({ student_birth_date: "grown_up" });
  expect(createSentDraft({ ...content, by: "somebody" }, sent)).toEqual({ ...createEmptyDraft(), sent });
});

test("families 1: a change of the guardian applies to all children", async () => {
  const content = selectChild(aDraftOf(aFamily(), ["Bru"]), 0);
  const changed = saveAnswers(content, "guardian-contact", { guardian_city: "Olot" }, school);
  expect(listChildren(changed).map(({ answers }) => answers.guardian_city)).toEqual(["Olot", "Olot"]);
});

test("families 1: sends three children in one transaction with a reference each and one mail per guardian", async () => {
  const family = aFamily();
  const draft = await stored(aDraftOf(family, ["Bru", "Cesc"]));
  const outcomes = await Promise.all([1, 2, 3].map(() => sendDraft(draft, sending)));
  const [first] = outcomes;
  if (!first || !("sent" in first)) throw new Error(JSON.stringify(first));
  for (const outcome of outcomes) expect(outcome).toEqual(first);
  expect(first.sent.children?.map(({ name }) => name)).toEqual(["Ada", "Bru", "Cesc"]);

  const references = first.sent.children?.map(({ reference }) => reference) ?? [];
  const rows = await prisma().enrollment.findMany({
    where: { student: { guardians: { some: { guardian: { email: family.guardian_email } } } } },
    select: {
      reference: true,
      submissionId: true,
      student: {
        select: { name: true, guardians: { select: { guardianId: true }, orderBy: { position: "asc" } } },
      },
      mailMessages: { select: { id: true, kind: true, person: { select: { email: true } } } },
    },
  });
  expect(rows.map(({ reference }) => reference).sort()).toEqual([...references].sort());
  expect(new Set(rows.map(({ submissionId }) => submissionId)).size).toBe(1);
  expect(new Set(rows.map(({ student }) => JSON.stringify(student.guardians))).size).toBe(1);

  const messages = rows.flatMap(({ mailMessages }) => mailMessages);
  expect(messages.map(({ kind }) => kind).sort()).toEqual([
    "guardian",
    "minor_student",
    "minor_student",
    "minor_student",
    "second_guardian",
  ]);
  const toGuardian = messages.find(({ kind }) => kind === "guardian");
  const mail = await prepareMessage(String(toGuardian?.id), new Date());
  for (const expectedText of [...references, "Ada", "Bru", "Cesc"])
    expect(mail?.payload.text).toContain(expectedText);

  // Whom the desk keeps apart from one of them before the mail goes reads nothing of that one.
  const second = messages.find(({ kind }) => kind === "second_guardian");
  await prisma().guardianship.updateMany({
    where: { guardian: { email: second?.person.email }, student: { name: "Bru" } },
    data: { keptApart: true },
  });
  const apart = (await prepareMessage(String(second?.id), new Date()))?.payload.text;
  expect(["Ada", "Bru", "Cesc"].filter((name) => apart?.includes(name))).toEqual(["Ada", "Cesc"]);
});

test("families 1: when the third of five children is refused, stores nothing and redirects to the third", async () => {
  const family = aFamily();
  const content = aDraftOf(family, ["Bru", "Cesc", "Dina", "Emma"]);
  const third = selectChild(content, 2);
  const before = await prisma().person.count();
  const broken = selectChild({ ...third, answers: { ...third.answers, student_syllabi_option1: -5 } }, 4);
  const outcome = await sendDraft(await stored(broken), sending);
  expect(outcome).toEqual({ step: "specialities", child: 2 });
  expect(await prisma().person.count()).toBe(before);

  // One of them known to the school is refused by the database: the same, and no word of whom.
  const known = aFamily();
  await sendDraft(await stored(fillIn(createEmptyDraft(), known).content), sending);
  const now = await prisma().person.count();
  const student_email = known.student_email;
  const met = { ...third, answers: { ...third.answers, student_email } };
  expect(await sendDraft(await stored(selectChild(met, 0)), sending)).toEqual({ refusal: "duplicate" });
  expect(await prisma().person.count()).toBe(now);
});

test("families 1: reports a repeated child or a shared address before sending", () => {
  const family = aFamily();
  const two = aDraftOf(family, ["Bru"]);
  const validate = (step: StepId, answers: Answers) => {
    const flow = createFormFlow(two, school);
    const input = toRawInput({ ...flow.answers, ...answers }, listFields(step, "minor"));
    return validateStep(step, input, flow, school).problems;
  };
  const [ada] = listChildren(two) as [DraftContent];
  expect(validate("student-name", { student_email: ada.answers.student_email })).toEqual({
    student_email: "email_not_distinct",
  });
  expect(validate("student-name", { second_guardian_email: ada.answers.student_email })).toEqual({
    second_guardian_email: "email_not_distinct",
  });
  const twin = saveAnswers(two, "birth-date", { student_birth_date: ada.answers.student_birth_date }, school);
  const flow = createFormFlow(twin, school);
  const same = toRawInput({ ...flow.answers, student_name: " ADA" }, listFields("student-name", "minor"));
  expect(validateStep("student-name", same, flow, school).problems).toEqual({
    student_name: "child_repeated",
  });
});

test("families 1: refuses an adult among the children, also one who has just turned 18; it can be removed", () => {
  const two = aDraftOf(aFamily(), ["Bru"]);
  const grown = { ...two, answers: { ...two.answers, student_birth_date: yearsAgo(18) } };
  expect(findFirstOpenChild(grown, school)).toEqual({ index: 1, step: "birth-date" });
  const flow = createFormFlow(grown, school);
  const { problems } = validateStep(
    "birth-date",
    toRawInput(grown.answers, ["student_birth_date"]),
    flow,
    school,
  );
  expect(problems).toEqual({ student_birth_date: "adult_apart" });
  expect(findFirstOpenChild(removeChild(grown, listChildKeys(grown)[1] as number), school)).toBeUndefined();
});

test("opens a draft of the previous version, with one child and no list", () => {
  const { content } = fillIn(createEmptyDraft(), aFamily());
  expect(content).not.toHaveProperty("children");
  expect(listChildren(content)).toEqual([content]);
});

test("W30: when one tab removes a child while another sends, both show the same names and references", async () => {
  const all = await stored(aDraftOf(aFamily(), ["Bru", "Cesc"]));
  const bru = listChildKeys(all.content)[1] as number;
  const fewer: Draft = { ...all, content: removeChild(all.content, bru) };
  const outcomes = await Promise.all([sendDraft(all, sending), sendDraft(fewer, sending)]);
  const [one, other] = outcomes.map((outcome) => ("sent" in outcome ? outcome.sent : undefined));
  expect(one?.children).toBeDefined();
  expect(other).toEqual(one);
  for (const { name, reference } of one?.children ?? []) {
    const { student } = await prisma().enrollment.findUniqueOrThrow({
      where: { reference },
      select: { student: { select: { name: true } } },
    });
    expect(student.name).toBe(name);
  }
});
