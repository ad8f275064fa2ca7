import { describe, expect, test } from "vitest";
import { z } from "zod";
import { checkClaim } from "@/lib/admission/claims/verbs";
import { enterDrawNumber } from "@/lib/admission/draw/verbs";
import es from "@/lib/i18n/messages/es.json";
import { DomainError } from "@/lib/people/verb";
import { readFormFields } from "@/lib/platform/page-request";
import { parseRowForm } from "../desk/(school)/catalogue/[table]/[row]/parse-row-form";
import { getNextYear, parseNextYearForm } from "../desk/(school)/catalogue/next/next-year";
import { parseLimits } from "../desk/(year)/places/parse-limits";
import { planSchema } from "../desk/(year)/round/round-schemas";
import { parseForm, readFormData } from "./parse-form";

const schema = z.object({
  name: z.string("required").trim().min(1, "required").max(5, "too_long"),
  note: z.string().default(""),
  row: z.array(z.string()).max(2, "too_many"),
  days: z.array(z.string()).transform((days) => days.join()),
});

const createForm = (...fields: [string, string | Blob][]) => {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
};

test.each([
  [
    "the first value of a name, all values of a list, no unknown name",
    createForm(
      ["name", " Ada "],
      ["name", "Eva"],
      ["row", "1"],
      ["row", "2"],
      ["days", "mon"],
      ["days", "wed"],
      ["admin", "1"],
    ),
    { name: "Ada", note: "", row: ["1", "2"], days: "mon,wed" },
  ],
  [
    "whole Unicode, without what PostgreSQL cannot store",
    createForm(["name", "A\0da"], ["note", "\ud800"]),
    { name: "Ada", note: "\ufffd", row: [], days: "" },
  ],
  [
    "no file",
    createForm(["name", "Ada"], ["note", new Blob(["x"])]),
    { name: "Ada", note: "", row: [], days: "" },
  ],
])("a form is parsed by its schema: %s", (_, form, input) => {
  expect(parseForm(form, schema)).toEqual(input);
});

test("returns all errors by field and code", () => {
  const form = createForm(["name", "   "], ["row", "1"], ["row", "2"], ["row", "3"]);
  const error = new DomainError({ field: "name", code: "required" }, { field: "row", code: "too_many" });
  expect(() => parseForm(form, schema)).toThrow(error);
});

test("a call without a form is a bad request", () => {
  expect(() => parseForm("name=Ada" as never, schema)).toThrow(TypeError);
});

test("passwords are neither returned to the page nor saved", () => {
  const form = createForm(
    ["form", "change"],
    ["current", "x"],
    ["password", "y"],
    ["code", "1"],
    ["token", "z"],
  );
  expect(readFormFields(form)).toEqual({ form: ["change"] });
});

test("ignores names that no form has", () => {
  expect(readFormFields(createForm(["constructor", "x"], ["__proto__", "y"], ["name", "Ada"]))).toEqual({
    name: ["Ada"],
  });
});

// The other languages have the same keys (tools/checks/check-messages.ts).
test.each([
  ["name", "required"],
  ["name", "too_long"],
  ["password", "required"],
  ["password", "too_short"],
  ["password", "too_long"],
  ["password", "too_common"],
  ["current", "required"],
  ["current", "wrong"],
] as const)("account and desk have a text for the error %s: %s", (field, code) => {
  expect(es.account.issues[field]).toHaveProperty(code);
  expect(es.desk.problems).toHaveProperty(`${field}_${code}`);
});

test.each([
  "email.required",
  "surname.required",
  "surname.too_long",
  "terms.required",
  "words.required",
  "words.too_long",
  "wrong",
  "limited",
])("the account has a text for %s", (code) => {
  expect(es.account.issues).toHaveProperty(code);
});

test.each([
  "email_required",
  "password_wrong",
  "code_required",
  "code_wrong",
  "code_stopped",
  "sign_in_wrong",
  "limited",
])("the desk has a text for %s", (code) => {
  expect(es.desk.problems).toHaveProperty(code);
});

/** The same digits in three other scripts: Arabic, Devanagari and full-width. */
const scripts = [
  ["Arabic", 0x660],
  ["Devanagari", 0x966],
  ["full-width", 0xff10],
] as const;

describe.each(scripts)("converts %s digits to ASCII", (_, zero) => {
  const inScript = (text: string) =>
    text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
  const schoolYear = {
    id: 1,
    year: "2026/2027",
    start_enrollment: "2026-05-01",
    end_enrollment: null,
    start_school_year: "2026-09-14",
    end_school_year: "2027-06-30",
  };
  test.each<[string, Record<string, string>, (form: FormData) => unknown]>([
    [
      "points, years and days of a round",
      {
        year: "5",
        name: "Mayo",
        points_age: "2",
        ageFrom: "6",
        ageUpTo: "17",
        askedYears: "3",
        meritsBy: "2027-06-04",
      },
      (form) => parseForm(form, planSchema),
    ],
    [
      "the number of a draw",
      { number: "048 275 916" },
      (form) =>
        enterDrawNumber.schema.parse({
          ...readFormData(form, enterDrawNumber.schema),
          code: "x",
          version: 1,
        }),
    ],
    [
      "a score",
      { reference: "K7M3XQ9A", mark: "4" },
      (form) =>
        checkClaim.schema.parse({
          ...readFormData(form, checkClaim.schema),
          criterion: "x",
          state: "checked",
        }),
    ],
    ["places", { year: "5", "limit-51-": "12", "was-limit-51-": "10" }, parseLimits],
    [
      "hours, prices and ages of the catalogue",
      { table: "subjects", cell_price: "120,50", cell_school_hours: "1:30", cell_name: "Coro 2" },
      parseRowForm,
    ],
    [
      "a year's label, days and percentage",
      { label: "2027/2028", start_school_year: "2027-09-13", percent: "2,5" },
      (form) => getNextYear(schoolYear, [schoolYear], parseNextYearForm(form)),
    ],
  ])("%s", (_, values, parse) => {
    const plain = parse(createForm(...Object.entries(values)));
    expect(
      parse(
        createForm(
          ...Object.entries(values).map(([name, text]) => [name, inScript(text)] as [string, string]),
        ),
      ),
    ).toEqual(plain);
    expect(JSON.stringify(plain)).toMatch(/[1-9]/);
  });

  test("keeps digits in prose of that script and in passwords", () => {
    const prose = z.object({ note: z.string(), password: z.string() });
    const values = { note: `اتصل بنا ${inScript("12")}`, password: inScript("12345678") };
    expect(parseForm(createForm(...Object.entries(values)), prose)).toEqual(values);
  });
});
