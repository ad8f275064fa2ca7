import { expect, test } from "vitest";
import { z } from "zod";
import es from "@/lib/i18n/messages/es.json";
import { DomainError } from "@/lib/people/verb";
import { readFormFields } from "@/lib/platform/page-request";
import { parseForm } from "./parse-form";

const schema = z.object({
  name: z.string("required").trim().min(1, "required").max(5, "too_long"),
  note: z.string().default(""),
  row: z.array(z.string()).max(2, "too_many"),
});

const formOf = (...fields: [string, string | Blob][]) => {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
};

test.each([
  [
    "the first of a name, all of a list's, nothing of another",
    formOf(["name", " Ada "], ["name", "Eva"], ["row", "1"], ["row", "2"], ["admin", "1"]),
    { name: "Ada", note: "", row: ["1", "2"] },
  ],
  [
    "whole Unicode, without what PostgreSQL cannot store",
    formOf(["name", "A\0da"], ["note", "\ud800"]),
    { name: "Ada", note: "\ufffd", row: [] },
  ],
  [
    "of a file nothing",
    formOf(["name", "Ada"], ["note", new Blob(["x"])]),
    { name: "Ada", note: "", row: [] },
  ],
])("a form is read by its schema: %s", (_, form, input) => {
  expect(parseForm(form, schema)).toEqual(input);
});

test("what is wrong is told by field and code, all at once", () => {
  const form = formOf(["name", "   "], ["row", "1"], ["row", "2"], ["row", "3"]);
  const refused = new DomainError({ field: "name", code: "required" }, { field: "row", code: "too_many" });
  expect(() => parseForm(form, schema)).toThrow(refused);
});

test("a call without a form is a bad request", () => {
  expect(() => parseForm("name=Ada" as never, schema)).toThrow(TypeError);
});

test("of what was typed no password goes back to the page, nor into what is kept, the present one neither", () => {
  const form = formOf(["form", "change"], ["current", "x"], ["password", "y"], ["code", "1"], ["token", "z"]);
  expect(readFormFields(form)).toEqual({ form: ["change"] });
});

test("names that nobody's form has are nothing that was typed", () => {
  expect(readFormFields(formOf(["constructor", "x"], ["__proto__", "y"], ["name", "Ada"]))).toEqual({
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
] as const)("account and desk have words for a refused %s: %s", (field, code) => {
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
])("the account has words for %s", (code) => {
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
])("the desk has words for %s", (code) => {
  expect(es.desk.problems).toHaveProperty(code);
});
