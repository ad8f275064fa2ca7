import { expect, test } from "vitest";
import { enrollmentErrorCodes } from "@/lib/enrollment/error-codes";
import type { SchoolContext } from "@/lib/enrollment/rules";
import es from "@/lib/i18n/messages/es.json";
import { listFieldErrorCodes } from "@/lib/wizard/drafts/rules";
import { listControls, toFieldValues, toProblems } from "@/lib/wizard/form-values";
import { allFields, getField } from "@/lib/wizard/questions";
import { createStepSchema } from "@/lib/wizard/schema";
import { getStep, listStepFields, stepIds } from "@/lib/wizard/steps";
import type { Branch, FormField } from "@/lib/wizard/types";

// Spanish stands for all: `npm run check` compares the languages.
const problems: Record<string, Record<string, string>> = es.wizard.problems;
const words: Record<string, { label?: string }> = es.wizard.fields as never;

test("lists exactly the documented error codes of each field (docs/api.md)", () => {
  expect(enrollmentErrorCodes.adult.student_email).toEqual(
    expect.arrayContaining(["required", "invalid_type", "too_long", "invalid_email", "email_taken"]),
  );
  expect(enrollmentErrorCodes.adult.student_email, "alone there is nobody to differ from").not.toContain(
    "email_not_distinct",
  );
  const sorted = (codes: readonly string[] = []) => [...codes].sort();
  expect(sorted(enrollmentErrorCodes.minor.guardian_birth_date)).toEqual(
    ["in_the_future", "invalid_date", "invalid_type", "required", "too_long", "under_age"].sort(),
  );
  expect(enrollmentErrorCodes.minor.student_birth_date, "a minor may be of any age").not.toContain(
    "under_age",
  );
  expect(sorted(enrollmentErrorCodes.minor.student_country)).toEqual([
    "country_unsupported",
    "invalid_type",
    "too_long",
  ]);
  expect(enrollmentErrorCodes.minor.student_email, "where the school asks for it").toContain("required");
  expect(enrollmentErrorCodes.minor.guardian_email, "the first is never blamed (4.4-8)").not.toContain(
    "email_not_distinct",
  );
  expect(sorted(enrollmentErrorCodes.minor.student_document)).toEqual(
    ["document_not_distinct", "document_taken", "invalid_type", "too_long"].sort(),
  );
  expect(sorted(enrollmentErrorCodes.adult.student_syllabi_option2)).toEqual([
    "invalid_type",
    "syllabus_unavailable",
  ]);
  expect(sorted(enrollmentErrorCodes.adult.terms_and_conditions)).toEqual([
    "invalid_type",
    "required",
    "terms_not_accepted",
  ]);
  expect(sorted(enrollmentErrorCodes.returning.school_year_id)).toEqual(
    ["already_enrolled", "invalid_type", "required", "school_year_unavailable"].sort(),
  );
  expect(enrollmentErrorCodes.sibling.student_name).toContain("student_known");
});

test("every error code of a field has a text, and no text is unused (11)", () => {
  const silent = allFields.flatMap((field) =>
    listFieldErrorCodes(field)
      .filter((code) => !problems[getField(field).textKey]?.[code] && !problems.any?.[code])
      .map((code) => `${field} ${code}`),
  );
  expect(silent).toEqual([]);

  const useless = Object.entries(problems).flatMap(([name, own]) => {
    const fields = allFields.filter((field) => name === "any" || getField(field).textKey === name);
    const possible = new Set<string>(fields.flatMap(listFieldErrorCodes));
    return Object.keys(own).flatMap((code) => (possible.has(code) ? [] : [`${name}.${code}`]));
  });
  expect(useless).toEqual([]);
});

test("every field has a label, except single questions and ordered choices", () => {
  const headings = stepIds
    .filter((step) => getStep(step).isSingleQuestion)
    .map((step) => listStepFields(step)[0]);
  const nameless = allFields.filter((field) => {
    const { textKey: name, stored } = getField(field);
    return !headings.includes(field) && !(stored && "option" in stored) && !words[name]?.label;
  });
  expect(nameless).toEqual([]);
});

const school: SchoolContext = {
  today: "2026-11-22",
  schoolYears: [{ id: 26, specialities: [1, 2], syllabi: [3] }],
  countries: ["es", "fr"],
  minorsWithoutEmail: false,
};

const NONSENSE = ["", " ", "-", "0", "7", "26", "99999999999", "yes", "no", "on", "es", "zz", "31/2/1990"];
const LONG = ["x".repeat(5_000), "1".repeat(30), `${"a".repeat(300)}@example.org`];
const NEAR = ["a@b", "ana@example.org", "12345678Z", "600123456", "+34", "+0", "dni", "2090", "1850", "2012"];

test.each(["adult", "minor"] as Branch[])(
  "random input: the form of kind %s refuses a field only with its listed codes",
  (branch) => {
    const seen = new Set<string>();
    for (const step of stepIds) {
      const fields = listStepFields(step);
      for (const text of [...NONSENSE, ...LONG, ...NEAR]) {
        const typed = Object.fromEntries(listControls(fields).map((control) => [control, text]));
        const others = { school_year_id: 26, guardian_document: "12345678Z", student_country: "es" };
        const result = createStepSchema(fields, branch, school, others).safeParse(
          toFieldValues(typed, fields, ["+34"]),
        );
        const problems = result.success ? {} : toProblems(result.error.issues, fields, typed);
        for (const [field, code] of Object.entries(problems)) {
          seen.add(`${field} ${code}`);
          expect(listFieldErrorCodes(field as FormField), `${field}: ${text.slice(0, 20)}`).toContain(code);
        }
      }
    }
    expect(seen.size, "the nonsense is varied").toBeGreaterThan(40);
  },
);
