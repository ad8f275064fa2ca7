import type { Visitor } from "./browser";
import { getDrafts } from "./fixture-school";
import { dateInput, NO_PAGE, type Submission } from "./submit-form";

type Values = Submission[3];

const blank = (...names: string[]): Values => Object.fromEntries(names.map((name) => [name, ""]));
const address = ["address", "zip_code", "city"];

/** A step's errors for minors: empty, then invalid. */
const childErrors = (): [step: string, ...values: Values[]][] => [
  [
    "birth-date",
    dateInput("student_birth_date"),
    dateInput("student_birth_date", "31", "2", "2017"),
    dateInput("student_birth_date", "1", "1", "2999"),
  ],
  [
    "guardian-name",
    {
      ...blank("guardian_name", "guardian_surname", "guardian_document"),
      ...dateInput("guardian_birth_date"),
    },
    {
      guardian_document: "12345678A",
      guardian_name: "x".repeat(101),
      ...dateInput("guardian_birth_date", "1", "1", "2020"),
    },
  ],
  [
    "guardian-contact",
    blank("guardian_email", "guardian_phone", ...address.map((name) => `guardian_${name}`)),
    { guardian_email: "no", guardian_phone: "12", guardian_zip_code: "x".repeat(21) },
  ],
  [
    "student-name",
    blank("student_name", "student_surname", "student_email", "second_guardian_email"),
    { student_email: "no", second_guardian_email: "no" },
    { student_email: "begoña@example.org", second_guardian_email: "begoña@example.org" },
  ],
  ["student-more", { student_document: "1", student_phone: "1" }],
  ["specialities", { student_experience_years: NO_PAGE, enrollment_observations: "x".repeat(5001) }],
];

const adultErrors = (): [step: string, ...values: Values[]][] => [
  ["student-name", blank("student_name", "student_surname", "student_document"), { student_document: "1" }],
  ["student-contact", blank("student_email", "student_phone", ...address.map((name) => `student_${name}`))],
];

const submitSteps = (visitor: Visitor, steps: [step: string, ...values: Values[]][]): Submission[] =>
  steps.map(([step, ...values]) => [visitor, `/enroll/${step}`, "saveStepAction", ...values]);

/** Errors of each step, then submission. */
export const wizardScenarios: Record<
  string,
  [promise: string, createSubmissions: () => Promise<Submission[]>]
> = {
  form: [
    "families 35, W9, W10 and W32: each step shows errors beside their fields",
    async () => {
      const { child, adult, sibling } = await getDrafts();
      return [
        ...submitSteps(child, childErrors()),
        [child, "/enroll/check", "submitEnrollmentAction", { terms_and_conditions: false }],
        [child, "/enroll/check", "correctEmailAction"],
        ...submitSteps(adult, adultErrors()),
        [
          adult,
          "/enroll/check",
          "submitEnrollmentAction",
          { terms_and_conditions: false },
          { terms_and_conditions: true },
        ],
        [adult, "/enroll/done", "startAnotherAction"],
        [child, "/enroll/children", "changeChildrenAction"],
        [sibling, "/enroll/check", "submitEnrollmentAction", { terms_and_conditions: true }],
        [sibling, "/enroll/done", "continueWithGuardianAction"],
        [child, "/enroll/delete", "deleteDraftAction"],
      ];
    },
  ],
};
