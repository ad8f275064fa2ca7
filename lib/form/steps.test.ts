import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { fieldRows } from "@/lib/enrollment/fields";
import type { Answers } from "./answers";
import { questions } from "./questions";
import {
  branchOf,
  comparedAnswers,
  fieldsOf,
  journey,
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
  ["adult", adult, []],
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

test("no page, action or domain asks for a step by its name: its row says what is special about it", () => {
  const files = globSync("{app,lib}/**/*.{ts,tsx}", { exclude: ["**/*.test.ts", "lib/form/step-table.ts"] });
  expect(files.length).toBeGreaterThan(400);
  const unmistakable = stepIds.filter((step) => step.includes("-")).join("|"); // others are words of other things too
  const named = new RegExp(`["'\`](?:/enroll/)?(?:${unmistakable})["'\`?]`);
  expect(files.filter((file) => named.test(readFileSync(file, "utf8")))).toEqual([]);
});
