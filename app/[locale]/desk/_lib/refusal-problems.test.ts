import { globSync, readFileSync } from "node:fs";
import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import messages from "@/lib/i18n/messages/es.json";
import { DomainError } from "@/lib/people/verb";
import type { AppError } from "@/lib/platform/errors";
import { parseInput } from "@/lib/platform/schema";
import { newEndpointSchema } from "@/lib/webhooks/schema";
import { needsReload, toProblems } from "./refusal-problems";

const desk = createTranslator({ locale: "es", messages, namespace: "desk" });
const wizard = createTranslator({ locale: "es", messages, namespace: "wizard" });
const texts = { desk, wizard, locale: "es" };
const changed = { text: messages.desk.problems.overtaken };

test("desk 15: errors after validation have the wizard's texts, at the page's fields", () => {
  const form = new FormData();
  form.set("student_email", "ada@example.org");
  const issues = [
    { field: "school_year_id", code: "school_year_unavailable" },
    { field: "student_email", code: "invalid_email" },
    { field: "student_email", code: "taken", values: { reference: "K7M3XQ9A" } },
    { field: "seed", code: "invalid_value" },
  ];
  expect(toProblems(issues, form, texts)).toEqual([
    { text: expect.stringContaining("ya no admite solicitudes") },
    { field: "student_email", text: expect.stringContaining("correo") },
    { field: "student_email", text: expect.stringContaining("K7M3XQ9A") },
    { field: "seed", ...changed },
  ]);
  expect(toProblems([], form, texts)).toEqual([changed]);
});

test("a repeated form shows errors at its own control", () => {
  const form = new FormData();
  form.set("message", "1");
  form.set("email-1", "nobody");
  expect(toProblems([{ field: "email", code: "invalid" }], form, texts)).toEqual([
    { field: "email-1", text: messages.desk.problems.email_invalid },
  ]);
});

test("desk 29: each rule for a webhook's address has a text", () => {
  const addresses = ["", "x", "https://a.example/#x", "http://a.example", "https://a.example:8443"];
  addresses.push(
    "https://10.0.0.1",
    "https://ada:secret@a.example",
    `https://a.example/${"x".repeat(2_000)}`,
  );
  const problems = addresses.flatMap((url) => {
    try {
      parseInput(newEndpointSchema, { url, events: ["enrollment.created"] });
    } catch (error) {
      return toProblems((error as AppError).issues, new FormData(), texts).map(({ text }) => text);
    }
    return [];
  });
  expect(problems).toHaveLength(addresses.length);
  expect(new Set(problems).size).toBe(addresses.length - 1); // two are incomplete
  expect(problems).not.toContain(changed.text);
});

test("desk 12: each error whose text says to load the page again has a link that does", () => {
  const { unsure: _, ...problems } = messages.desk.problems; // the database is down
  const codes = Object.entries(problems).flatMap(([code, text]) =>
    /vuelve a cargar|carga otra vez/i.test(String(text)) ? [code] : [],
  );
  expect(codes).toContain("key_overtaken");
  expect(codes.filter((code) => !needsReload(new DomainError({ code })))).toEqual([]);
  expect(needsReload(new DomainError())).toBe(true);
  expect(needsReload(new DomainError({ code: "required" }))).toBe(false);
});

test("every error code of a verb has a text", () => {
  const files = globSync("{lib,app}/**/*.ts", { exclude: ["**/*.test.ts"] });
  const codes = files.flatMap((file) => [
    ...readFileSync(file, "utf8").matchAll(
      /DomainError\(\{ (?:field: (?:"(\w+)"|[\w.()]+), )?code: "(\w+)"/g,
    ),
  ]);
  expect(codes.length).toBeGreaterThan(10);
  const listKeys = (field: string | undefined, code: string) => [`${field}_${code}`, code];
  const familyTexts: Record<string, unknown> = messages.account.issues;
  const missing = codes.filter(
    ([, field = "", code = ""]) =>
      listKeys(field, code).every((key) => !(key in messages.desk.problems)) &&
      !(code in ((familyTexts[field] as object | undefined) ?? familyTexts)),
  );
  expect(missing.map(([text]) => text)).toEqual([]);
});
