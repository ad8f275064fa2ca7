import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { fieldRows } from "@/lib/enrollment/fields";
import { formQuestions } from "@/lib/wizard/questions";
import {
  findStep,
  getBranch,
  getProgress,
  getStep,
  isBeforeBranch,
  isPersonStep,
  isStep,
  lastStep,
  listFields,
  listStepFields,
  listSteps,
  pickAnswers,
  pickComparedAnswers,
  requiresData,
  sharedGuardianFields,
  skippedSteps,
  stepIds,
} from "@/lib/wizard/steps";
import type { Answers } from "@/lib/wizard/types";

const today = "2026-11-21";
const adult: Answers = { student_birth_date: "1990-05-17" };
const minor: Answers = { student_birth_date: "2016-03-03" };
/** Of all that a school may ask, or of the least. */
const steps = (answers: Answers, all = false) =>
  listSteps({ answers, today, severalYears: all, merits: all });

describe("the order of the steps (wizard)", () => {
  test("ends at the birth date before that is known", () => {
    expect(steps({})).toEqual(["birth-date"]);
    expect(steps({}, true)).toEqual(["school-year", "birth-date"]);
  });

  test("asks an adult for document, contact and address, and for no guardian", () => {
    expect(steps(adult)).toEqual(["birth-date", "student-name", "student-contact", "specialities", "check"]);
  });

  test("families 35: asks for a minor's guardian first, and skips more about the student", () => {
    expect(steps(minor)).toEqual([
      "birth-date",
      "guardian-name",
      "guardian-contact",
      "student-name",
      "student-more",
      "specialities",
      "check",
    ]);
    expect(skippedSteps).toEqual(["student-more"]);
  });
});

test.each([
  ["2008-11-21", "adult"],
  ["2008-11-22", "minor"],
])("W2: a birth date of %s is %s on the school's calendar day", (birth, branch) => {
  expect(getBranch({ student_birth_date: birth }, today)).toBe(branch);
});

test("W5: counts the steps of the current branch", () => {
  expect(getProgress("student-name", steps(adult))).toEqual({
    number: 2,
    total: 5,
    previous: "birth-date",
    next: "student-contact",
  });
  expect(getProgress("student-name", steps(minor)).number).toBe(4);
});

test("W12: every field belongs to one step of its branch", () => {
  expect(findStep("student_email", "adult")).toBe("student-contact");
  expect(findStep("student_email", "minor")).toBe("student-name");
  for (const branch of ["adult", "minor"] as const) {
    const fields = steps(branch === "adult" ? adult : minor, true).flatMap((step) =>
      listFields(step, branch),
    );
    expect(new Set(fields).size).toBe(fields.length);
  }
});

test("compares a step only with answers of other steps", () => {
  const answers = { ...minor, guardian_email: "a@example.org", student_email: "b@example.org" };
  expect(pickComparedAnswers("student-name", answers)).toEqual({ guardian_email: "a@example.org" });
  expect(pickComparedAnswers("birth-date", answers)).toEqual({});
  const own = stepIds.filter((step) => listStepFields(step).some((f) => getStep(step).compared?.includes(f)));
  expect(own).toEqual([]);
});

test.each([
  ["adult", adult, ["studies_later", "merits"]],
  ["minor", minor, Object.keys(formQuestions)],
] as const)("every field of an enrollment, %s, is asked once on the whole way", (branch, answers, own) => {
  const fields = steps(answers, true).flatMap((step) => listFields(step, branch));
  const has = fieldRows.filter(([, row]) => row[branch]).map(([name]) => name);
  expect([...fields].sort()).toEqual([...has, ...own].sort());
});

test("asks a field of one branch only in that branch", () => {
  expect(listFields("guardian-name", "adult")).toEqual([]);
  expect(listFields("guardian-name", "minor")).toHaveLength(5);
  for (const branch of ["adult", "minor"] as const) expect(listFields("merits", branch)).toEqual(["merits"]);
});

test("both guardians may read fields about the child and the studies only", () => {
  const read = [...sharedGuardianFields];
  expect(
    read.filter((field) => !/^student_(birth|name|surname|email|experience|spec|syll)/.test(field)),
  ).toEqual([]);
  expect(read).toHaveLength(12);
});

test("the branch follows from the birth date", () => {
  expect(getBranch({}, today)).toBeUndefined();
  expect(getBranch({ student_birth_date: 1990 }, today)).toBeUndefined();
});

test("lists the steps about people, before the branch, and the one that submits", () => {
  expect(stepIds.filter(isBeforeBranch)).toEqual(["school-year", "birth-date"]);
  expect(stepIds.filter(isPersonStep)).toEqual([
    "guardian-name",
    "guardian-contact",
    "student-name",
    "student-more",
    "student-contact",
  ]);
  expect(lastStep).toBe("check");
  expect(["check", "student-name", "", "steps", "toString"].map(isStep)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

test("a page gets only the school data that it shows", () => {
  const all = ["years", "catalogue", "facts", "countries", "prefixes"] as const;
  const needed = stepIds.map((step) => [step, ...all.filter((what) => requiresData(step, what))]);
  expect(needed.filter(([, ...what]) => what.length > 0)).toEqual([
    ["school-year", "years"],
    ["guardian-contact", "countries", "prefixes"],
    ["student-more", "countries", "prefixes"],
    ["student-contact", "countries", "prefixes"],
    ["specialities", "catalogue", "facts"],
    ["check", "catalogue"],
  ]);
});

test("families 5: does not ask known fields and leaves out steps without questions", () => {
  const guardian = listStepFields("guardian-name");
  const unasked = [...guardian, "guardian_phone"] as const;
  expect(guardian).toEqual([
    "guardian_name",
    "guardian_surname",
    "guardian_birth_date",
    "guardian_document_type",
    "guardian_document",
  ]);
  const known = listSteps({ answers: minor, today, severalYears: false, unasked });
  const before = steps(minor);
  expect(known).toEqual(before.filter((step) => step !== "guardian-name"));
  expect(listFields("guardian-contact", "minor", unasked)).toEqual([
    "guardian_email",
    "guardian_phone_country_code",
    "guardian_country",
    "guardian_address",
    "guardian_zip_code",
    "guardian_city",
  ]);
  expect(listSteps({ answers: minor, today, severalYears: false, unasked: [] })).toEqual(before);
});

test("without a branch a step has the fields of a minor", () => {
  expect(listFields("student-name", undefined)).toEqual(listFields("student-name", "minor"));
  expect(listFields("student-name", "adult")).toEqual([
    "student_name",
    "student_surname",
    "student_document_type",
    "student_document",
  ]);
  expect(listStepFields("student-name")).toHaveLength(8);
  expect(findStep("guardian_name", "minor")).toBe("guardian-name");
  expect(findStep("no_such_field", "adult")).toBeUndefined();
});

test("picks the given answers of some fields", () => {
  const answers = {
    ...minor,
    guardian_name: "Berta",
    guardian_email: "b@example.org",
    student_name: "Carla",
  };
  expect(pickAnswers(["guardian_name", "guardian_surname", "student_birth_date"], answers)).toStrictEqual({
    ...minor,
    guardian_name: "Berta",
  });
  expect(Object.keys(pickComparedAnswers("student-name", answers))).toEqual(["guardian_email"]);
});

test("W5: the first step has no previous one, the last no next one", () => {
  expect(getProgress("birth-date", steps(adult)).previous).toBeUndefined();
  expect(getProgress("check", steps(adult))).toEqual({
    number: 5,
    total: 5,
    previous: "specialities",
    next: undefined,
  });
});

test("no code compares a step's name: its table row has the property", () => {
  const files = globSync("{app,lib}/**/*.{ts,tsx}", {
    exclude: ["**/*.test.ts", "lib/wizard/steps.ts", "lib/http/page-cache.ts"], // the last one lists addresses
  });
  expect(files.length).toBeGreaterThan(400);
  const unmistakable = stepIds.filter((step) => step.includes("-")).join("|"); // others are words of other things too
  const named = new RegExp(`["'\`](?:/enroll/)?(?:${unmistakable})["'\`?]`);
  expect(files.filter((file) => named.test(readFileSync(file, "utf8")))).toEqual([]);
});
