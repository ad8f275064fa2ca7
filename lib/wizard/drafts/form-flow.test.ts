import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { getNameIn } from "@/lib/catalogue/names";
import { env } from "@/lib/platform/env";
import {
  createFormFlow,
  createSubmission,
  findFirstOpenStep,
  findOpeningProblems,
  validateStep,
} from "@/lib/wizard/drafts/form-flow";
import { getFormSchool } from "@/lib/wizard/drafts/queries";
import { saveAnswers, saveInput } from "@/lib/wizard/drafts/verbs";
import { createEmptyDraft, type DraftContent } from "@/lib/wizard/drafts/writes";
import { readRawInput, toRawInput } from "@/lib/wizard/form-values";
import { allFields } from "@/lib/wizard/questions";
import { listFields, type StepId } from "@/lib/wizard/steps";
import type { Answers } from "@/lib/wizard/types";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { aMinor, anAdult } from "@/test/support/data/factories";

env.DRAFT_KEYS = randomBytes(32).toString("base64");
const years = await seedDemoSchool();
const now = await getFormSchool();
const openYears = now.years; // as if both years were open, whatever day it is
const { schoolYears } = await import("@/lib/enrollment/queries").then(({ getSchoolContext }) =>
  getSchoolContext(),
);
const school = { ...now, openYears, context: { ...now.context, schoolYears } };

/** What a family would type to answer like this, step by step, through the same code as the pages. */
function fillIn(answers: Answers, draft: DraftContent = createEmptyDraft(), form = school): DraftContent {
  const isBlank = draft.done.length === 0;
  let content = draft;
  for (;;) {
    const flow = createFormFlow(content, form);
    const step = findFirstOpenStep(flow, form);
    if (isBlank) expect([step, findOpeningProblems(step, flow, form)]).toEqual([step, {}]);
    if (step === "check") return content;
    const fields = listFields(step, flow.branch);
    const { values, problems } = validateStep(step, toRawInput(answers, fields), flow, form);
    expect({ step, problems }).toEqual({ step, problems: {} });
    content = saveAnswers(content, step, values, form);
  }
}

const problemsOf = (step: StepId, input: Record<string, string>, answers: Answers) =>
  validateStep(step, input, createFormFlow({ answers, done: allFields as string[] }, school), school)
    .problems;

const adultAnswers = () => {
  const { terms_and_conditions, ...answers } = anAdult({
    school_year_id: years.current.id,
    student_speciality_option1: years.current.specialities[0],
    student_syllabi_option2: years.current.syllabi[1],
    student_experience_years: 3,
    enrollment_observations: "🎻".repeat(4_000),
  });
  return answers;
};

test("a guardian's answers equal the body of the API", () => {
  const { terms_and_conditions, ...answers } = aMinor({ guardians: 2, school_year_id: years.current.id });
  const content = fillIn({ ...answers, has_student_email: "yes", has_second_guardian: "yes" });
  const body = JSON.parse(JSON.stringify(createSubmission(createFormFlow(content, school))));
  expect(body).toEqual({ ...answers, terms_and_conditions: true });
});

test("wizard 8: shows no error before an answer, with one or two open years", () => {
  const onlyYear = { ...school, openYears: school.openYears.filter(({ id }) => id === years.current.id) };
  expect([onlyYear.openYears.length, school.openYears.length]).toEqual([1, 2]);
  const { terms_and_conditions: _, ...minor } = aMinor({ guardians: 2, school_year_id: years.current.id });
  for (const form of [onlyYear, school]) {
    fillIn(adultAnswers(), createEmptyDraft(), form);
    fillIn({ ...minor, has_student_email: "yes", has_second_guardian: "yes" }, createEmptyDraft(), form);
  }
});

test.each([
  ["Владимир", "Пушкин"],
  ["محمد", "بن سلمان"],
  ["王", "小明"],
  ["Zoe\u0308", "O’Neill-Núñez"],
  ["<script>alert(1)</script>", "Robert'); drop table people;--"],
])("wizard 14: accepts the name %s %s", (student_name, student_surname) => {
  const content = fillIn({ ...adultAnswers(), student_name, student_surname });
  expect(content.answers.student_name).toBe(student_name.normalize("NFC"));
});

test("a step reads only its own controls", () => {
  const form = new FormData();
  form.set("student_name", "Ada");
  form.set("guardian_name", "Berta");
  form.set("__proto__", "x");
  expect(readRawInput(form, listFields("student-name", "adult"))).toEqual({ student_name: "Ada" });
});

test("wizard 21, 23: e-mails of one enrollment must differ; Yes requires one", () => {
  const minor: Answers = { student_birth_date: "2016-03-03", guardian_email: "a@example.org" };
  const named = { student_name: "C", student_surname: "S" };
  expect(
    problemsOf(
      "student-name",
      { ...named, has_student_email: "yes", student_email: "A@example.org", has_second_guardian: "no" },
      minor,
    ),
  ).toEqual({ student_email: "email_not_distinct" });
  const own = { ...named, has_student_email: "yes", student_email: "c@example.org" };
  expect(problemsOf("student-name", { ...own, has_second_guardian: "yes" }, minor)).toEqual({
    second_guardian_email: "required",
  });
  const no = { ...own, has_second_guardian: "no", second_guardian_email: "half an addr" };
  expect(problemsOf("student-name", no, minor)).toEqual({});
});

test("wizard 26: another year keeps the same choices under its own ids", () => {
  const content = fillIn(adultAnswers());
  const changed = saveAnswers(content, "school-year", { school_year_id: years.next.id }, school);
  expect(years.next.specialities).toContain(changed.answers.student_speciality_option1);
  expect(years.next.syllabi).toContain(changed.answers.student_syllabi_option2);
  expect(changed.cleared).toBeUndefined();
});

test("wizard 26: clears choices that the other year lacks, with their names in each language", () => {
  const content = fillIn(adultAnswers());
  const without = { ...school, getCatalogue: (id: number) => withoutLists(id) };
  const changed = saveAnswers(content, "school-year", { school_year_id: years.next.id }, without);
  expect(changed.answers.student_speciality_option1).toBeUndefined();
  expect(changed.cleared?.map((item) => getNameIn(item, "en").text)).toEqual(["Grand piano", "Year two"]);

  function withoutLists(id: number) {
    const catalogue = school.getCatalogue(id);
    if (!catalogue) return;
    const rename = <T>(items: T[], en: string) =>
      id === years.next.id ? [] : items.map((item) => ({ ...item, names: { ca: null, en } }));
    const { specialities, syllabi } = catalogue;
    return {
      ...catalogue,
      specialities: { ...specialities, items: rename(specialities.items, "Grand piano") },
      syllabi: { ...syllabi, items: rename(syllabi.items, "Year two") },
    };
  }
});

test("wizard 3: a deep link redirects to the first incomplete step", () => {
  expect(findFirstOpenStep(createFormFlow(createEmptyDraft(), school), school)).toBe("school-year");
  const content = fillIn(adultAnswers());
  const changed = { ...content, answers: { ...content.answers, student_email: "nobody" } };
  expect(findFirstOpenStep(createFormFlow(changed, school), school)).toBe("student-contact");
});

test("wizard 10: a blank replaces an earlier answer", () => {
  const content = fillIn(adultAnswers());
  const flow = createFormFlow(content, school);
  const { values } = validateStep("specialities", { enrollment_observations: "" }, flow, school);
  expect(
    saveAnswers(content, "specialities", values, school).answers.enrollment_observations,
  ).toBeUndefined();
});

test("wizard 30: another tab cannot change a sent draft", () => {
  const sent = { ...createEmptyDraft(), sent: { reference: "K7M3XQ9A", recipients: ["a•••@example.org"] } };
  const values = { student_birth_date: "1990-05-01" };
  const input = { student_birth_date_day: "1" };
  expect(saveAnswers(sent, "birth-date", values, school)).toEqual(sent);
  expect(saveInput(sent, "birth-date", { typed: input })).toEqual(sent);
});

describe("wizard 2: answers of the other branch are not validated, read or sent", () => {
  const born = (content: DraftContent, student_birth_date: string) => {
    const input = toRawInput({ student_birth_date }, ["student_birth_date"]);
    const { values, problems } = validateStep("birth-date", input, createFormFlow(content, school), school);
    expect(problems).toEqual({});
    return saveAnswers(content, "birth-date", values, school);
  };
  const minorAnswers = () => {
    const { terms_and_conditions, ...answers } = aMinor({ school_year_id: years.current.id });
    return { ...answers, has_student_email: "yes", has_second_guardian: "no" };
  };
  const shown = (content: DraftContent, step: StepId) => {
    const flow = createFormFlow(content, school);
    return toRawInput(flow.content.answers, listFields(step, flow.branch));
  };
  const sent = (content: DraftContent) =>
    JSON.parse(JSON.stringify(createSubmission(createFormFlow(content, school))));

  test("switches between adult and minor several times; only the current branch counts", () => {
    const [adult, minor] = [adultAnswers(), minorAnswers()];
    const asAdult = fillIn(adult);
    const asMinor = born(asAdult, minor.student_birth_date);
    expect(findFirstOpenStep(createFormFlow(asMinor, school), school)).toBe("guardian-name");
    const whole = fillIn({ ...adult, ...minor }, asMinor);
    const body = sent(whole);
    expect(body).toMatchObject({ student_email: minor.student_email, guardian_email: minor.guardian_email });
    expect(body).not.toHaveProperty("student_document");
    expect(JSON.stringify(body)).not.toContain(adult.student_document);

    const adultAgain = born(whole, adult.student_birth_date);
    expect(findFirstOpenStep(createFormFlow(adultAgain, school), school)).toBe("student-name");
    expect(shown(adultAgain, "student-name").student_document).toBe(adult.student_document);
    const adultBody = sent(fillIn(adult, adultAgain));
    expect(adultBody).toEqual({ ...adult, terms_and_conditions: true });

    const minorAgain = born(fillIn(adult, adultAgain), minor.student_birth_date);
    expect(shown(minorAgain, "guardian-name").guardian_document).toBe(minor.guardian_document);
    expect(sent(fillIn({ ...adult, ...minor }, minorAgain))).toEqual(body);
  });

  test("fills in an adult's answers for the guardian, never for the child", () => {
    const adult = adultAnswers();
    const content = born(fillIn(adult), "2016-03-03");
    expect(shown(content, "guardian-name")).toMatchObject({
      guardian_name: adult.student_name,
      guardian_birth_date_year: adult.student_birth_date.slice(0, 4),
    });
    expect(shown(content, "guardian-name").guardian_document).toBe(adult.student_document);
    for (const step of ["student-name", "student-more"] as const)
      expect(shown(content, step), step).toEqual({});
  });

  test("a minor who is an adult after all stays the same student; ignores the guardian", () => {
    const minor = minorAnswers();
    const content = born(fillIn(minor), "1990-05-17");
    expect(shown(content, "student-name").student_name).toBe(minor.student_name);
    expect(shown(content, "student-name").student_document).toBeUndefined();
    expect(JSON.stringify(createFormFlow(content, school).answers)).not.toContain(minor.guardian_email);
  });

  test("an e-mail of the other branch causes no conflict", () => {
    const minor = minorAnswers();
    const content = born(fillIn(minor), "1990-05-17");
    const input = {
      student_email: minor.guardian_email,
      student_phone: "600123456",
      student_phone_country_code: "+34",
      student_country: "es",
      student_address: "Carrer Nou 2",
      student_zip_code: "17002",
      student_city: "Girona",
    };
    expect(validateStep("student-contact", input, createFormFlow(content, school), school).problems).toEqual(
      {},
    );
  });

  test("does not send the guardian's answers when the student comes of age meanwhile", () => {
    const content = fillIn({ ...minorAnswers(), student_birth_date: "2010-06-01" });
    const schoolOf2028 = { ...school, context: { ...school.context, today: "2028-06-01" } };
    const flow = createFormFlow(content, schoolOf2028);
    expect(flow.branch).toBe("adult");
    expect(findFirstOpenStep(flow, schoolOf2028)).toBe("student-name");
  });
});

test("truncates stored input to its maximum plus 100 characters, never within a character", () => {
  const long = "🎻".repeat(9_000);
  const input = {
    enrollment_observations: long,
    student_name: long,
    student_email: long,
    student_document: long,
    student_birth_date_day: long,
  };
  const steps = ["birth-date", "specialities", "student-name", "student-contact"] as const;
  const { pending } = steps.reduce<DraftContent>(
    (draft, step) => saveInput(draft, step, { typed: input }),
    createEmptyDraft(),
  );
  const lengths = Object.values(pending ?? {}).flatMap((page) =>
    Object.entries(page.typed).map(([name, text]) => [name, [...text].length]),
  );
  expect(Object.fromEntries(lengths)).toEqual({
    student_birth_date_day: 100,
    enrollment_observations: 4_100,
    student_name: 300,
    student_email: 354,
    student_document: 132,
    studies_later: 0, // a box that was not ticked
  });
  expect(JSON.stringify(pending)).not.toContain('\\ud83c"');
});
