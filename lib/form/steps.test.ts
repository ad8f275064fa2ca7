import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { fieldRows } from "@/lib/enrollment/fields";
import type { Answers } from "./answers";
import { questions } from "./questions";
import {
  answersOf,
  branchOf,
  comparedAnswers,
  confirmingStep,
  fieldsOf,
  fieldsOfStep,
  isBeforeBranch,
  isPersonal,
  isStep,
  journey,
  judgingBranch,
  lastStep,
  needs,
  placeOf,
  sparedSteps,
  stepIds,
  stepOf,
  stepRow,
} from "./steps";

const today = "2026-11-21";
const adult: Answers = { student_birth_date: "1990-05-17" };
const minor: Answers = { student_birth_date: "2016-03-03" };
const steps = (answers: Answers, severalYears = false) => journey({ answers, today, severalYears });

describe("the journey (wizard, order of the pages)", () => {
  test("before the birth date is known, it ends there", () => {
    expect(steps({})).toEqual(["birth-date"]);
    expect(steps({}, true)).toEqual(["school-year", "birth-date"]);
  });

  test("an adult is asked for document, contact and address, and for no guardian", () => {
    expect(steps(adult)).toEqual([
      "birth-date",
      "student-name",
      "student-document",
      "student-contact",
      "student-address",
      "experience",
      "specialities",
      "syllabi",
      "observations",
      "check",
    ]);
  });

  test("a minor's guardian comes first; more about the student only when wanted", () => {
    const short = steps(minor);
    expect(short.slice(0, 8)).toEqual([
      "birth-date",
      "guardian-name",
      "guardian-document",
      "guardian-contact",
      "guardian-address",
      "second-guardian",
      "student-name",
      "student-more",
    ]);
    expect(short).not.toContain("student-document");
    expect(steps({ ...minor, add_student_details: "yes" })).toHaveLength(short.length + 3);
  });
});

test.each([
  ["2008-11-21", "adult"],
  ["2008-11-22", "minor"],
])("W2: born on %s is %s on the school's calendar day", (birth, branch) => {
  expect(branchOf({ student_birth_date: birth }, today)).toBe(branch);
});

test("W5: the place of a step is counted for this branch", () => {
  expect(placeOf("student-name", steps(adult))).toEqual({
    number: 2,
    total: 10,
    previous: "birth-date",
    next: "student-document",
  });
  expect(placeOf("student-name", steps(minor)).number).toBe(7);
});

test("W12: every field has one step that owns it, in its branch", () => {
  expect(stepOf("student_email", "adult")).toBe("student-contact");
  expect(stepOf("student_email", "minor")).toBe("student-name");
  for (const branch of ["adult", "minor"] as const) {
    const fields = steps(
      { ...(branch === "adult" ? adult : minor), add_student_details: "yes" },
      true,
    ).flatMap((step) => fieldsOf(step, branch));
    expect(new Set(fields).size).toBe(fields.length);
  }
});

test("a step is compared with other steps' answers alone, never with its own earlier ones", () => {
  const answers = { ...minor, guardian_email: "a@example.org", student_email: "b@example.org" };
  expect(comparedAnswers("student-name", "minor", answers)).toEqual({ guardian_email: "a@example.org" });
  expect(comparedAnswers("birth-date", "minor", answers)).toEqual({});
});

test.each([
  ["adult", adult, ["studies_later"]],
  ["minor", { ...minor, add_student_details: "yes" }, Object.keys(questions)],
] as const)("every field of an enrollment, %s, is asked once on the whole way", (branch, answers, own) => {
  const asked = steps(answers, true).flatMap((step) => fieldsOf(step, branch));
  const has = fieldRows.filter(([, row]) => row[branch]).map(([name]) => name);
  expect([...asked].sort()).toEqual([...has, ...own].sort());
});

test("what a further child and a student who comes back are spared, and what both guardians may read", () => {
  expect(sparedSteps("furtherChild")).toEqual(["still-right", "student-more", "experience", "observations"]);
  expect(sparedSteps("comingBack")).toEqual(["experience", "observations"]);
  const forBoth = stepIds.filter((step) => stepRow(step).forBoth);
  expect(forBoth).toEqual(["birth-date", "student-name", "experience", "specialities", "syllabi"]);
});

test("a branch is known by a birth date alone, and judged by the one of these answers before the one of others", () => {
  expect(branchOf({}, today)).toBeUndefined();
  expect(branchOf({ student_birth_date: 1990 }, today)).toBeUndefined();
  expect(judgingBranch(adult, "minor", today)).toBe("adult");
  expect(judgingBranch({}, "minor", today)).toBe("minor");
  expect(judgingBranch({}, undefined, today)).toBeUndefined();
});

test("which steps are of a person, which come before a branch is known, which sends and which confirms", () => {
  expect(stepIds.filter(isBeforeBranch)).toEqual(["school-year", "birth-date"]);
  expect(stepIds.filter(isPersonal)).toEqual([
    "guardian-name",
    "guardian-document",
    "guardian-contact",
    "guardian-address",
    "second-guardian",
    "student-name",
    "student-more",
    "student-document",
    "student-contact",
    "student-address",
  ]);
  expect([lastStep, confirmingStep]).toEqual(["check", "still-right"]);
  expect(["check", "student-name", "", "steps", "toString"].map(isStep)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

test("a page gets of the school what it shows, and no more", () => {
  const all = ["years", "catalogue", "facts", "countries", "prefixes"] as const;
  const needed = stepIds.map((step) => [step, ...all.filter((what) => needs(step, what))]);
  expect(needed.filter(([, ...what]) => what.length > 0)).toEqual([
    ["school-year", "years"],
    ["guardian-contact", "prefixes"],
    ["guardian-address", "countries"],
    ["student-contact", "prefixes"],
    ["student-address", "countries"],
    ["experience", "catalogue"],
    ["specialities", "catalogue"],
    ["syllabi", "catalogue", "facts"],
    ["check", "catalogue"],
  ]);
});

test("families 5: what is known is not asked, but whether it is still right; a step of which all is known is none", () => {
  const guardian = fieldsOfStep("guardian-name");
  const unasked = [...guardian, "guardian_phone"] as const;
  expect(guardian).toEqual(["guardian_name", "guardian_surname", "guardian_birth_date"]);
  const known = journey({ answers: minor, today, severalYears: false, unasked });
  const before = steps(minor);
  expect(known).toEqual(["still-right", ...before.filter((step) => step !== "guardian-name")]);
  expect(fieldsOf("guardian-contact", "minor", unasked)).toEqual([
    "guardian_email",
    "guardian_phone_country_code",
  ]);
  expect(journey({ answers: minor, today, severalYears: false, unasked: [] })).toEqual(before);
});

test("what a step asks where no branch is known is what it asks of a minor", () => {
  expect(fieldsOf("student-name", undefined)).toEqual(["student_name", "student_surname", "student_email"]);
  expect(fieldsOf("student-name", "adult")).toEqual(["student_name", "student_surname"]);
  expect(fieldsOfStep("student-contact")).toEqual([
    "student_email",
    "student_phone_country_code",
    "student_phone",
  ]);
  expect(stepOf("guardian_name", "minor")).toBe("guardian-name");
  expect(stepOf("has_second_guardian", "adult"), "asked of whoever comes there").toBe("second-guardian");
  expect(stepOf("no_such_field", "adult")).toBeUndefined();
});

test("the answers of some steps are those that were given to what they ask", () => {
  const answers = {
    ...minor,
    guardian_name: "Berta",
    guardian_email: "b@example.org",
    student_name: "Carla",
  };
  expect(answersOf(["guardian-name", "birth-date"], "minor", answers)).toEqual({
    ...minor,
    guardian_name: "Berta",
  });
  expect(Object.keys(answersOf(["guardian-name"], "minor", answers))).toEqual(["guardian_name"]);
  expect(answersOf(["guardian-name", "birth-date"], "minor", answers, ["guardian_name"])).toEqual(minor);
  expect(Object.keys(comparedAnswers("student-name", "minor", answers))).toEqual(["guardian_email"]);
});

test("W5: the first place has nothing before it, the last nothing after it", () => {
  expect(placeOf("birth-date", steps(adult)).previous).toBeUndefined();
  expect(placeOf("check", steps(adult))).toEqual({
    number: 10,
    total: 10,
    previous: "observations",
    next: undefined,
  });
});

test("no page, action or domain asks for a step by its name: its row says what is special about it", () => {
  const files = globSync("{app,lib}/**/*.{ts,tsx}", { exclude: ["**/*.test.ts", "lib/form/step-table.ts"] });
  expect(files.length).toBeGreaterThan(400);
  const unmistakable = stepIds.filter((step) => step.includes("-")).join("|"); // others are words of other things too
  const named = new RegExp(`["'\`](?:/enroll/)?(?:${unmistakable})["'\`?]`);
  expect(files.filter((file) => named.test(readFileSync(file, "utf8")))).toEqual([]);
});
