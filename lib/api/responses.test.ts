import { afterAll, expect, test } from "vitest";
import { getErrorMessage } from "@/lib/i18n/api-messages";
import { locales } from "@/lib/i18n/locales";
import { AppError, fieldCodes, httpStatus } from "@/lib/platform/errors";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { anAdult } from "@/test/support/data/factories";
import { sendRequest } from "@/test/support/http/http-client";
import { startApi } from "@/test/support/servers/api";

await seedDemoSchool();
const api = await startApi();
afterAll(() => api.stop());

test("7: errors have the documented format", async () => {
  const { status, headers, text } = await api.enrollAdult({
    ...anAdult(),
    student_name: " ",
    student_city: 1,
  });
  expect(status).toBe(422);
  expect(JSON.parse(text)).toEqual({
    status: "error",
    error: {
      code: "validation_failed",
      message: "2 fields are invalid.",
      request_id: headers["x-request-id"],
      doc_url: "http://localhost:3000/docs/errors#validation_failed",
      errors: [
        { field: "student_name", code: "required", message: "This field is required." },
        { field: "student_city", code: "invalid_type", message: "The value must be text." },
      ],
    },
  });
  expect(headers).toMatchObject({
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    "content-language": "en",
    "x-content-type-options": "nosniff",
  });
  expect(headers["x-powered-by"]).toBeUndefined();
});

test("only errors of fields have `errors`", async () => {
  const { error } = await api.get("nothing");
  expect(Object.keys(error ?? {})).toEqual(["code", "message", "request_id", "doc_url"]);
});

/** Accept-Language, and the language of the answer. */
const languages: [header: string | undefined, locale: "es" | "ca" | "en"][] = [
  [undefined, "en"],
  ["", "en"],
  ["es", "es"],
  ["ca", "ca"],
  ["en", "en"],
  ["es-ES,es;q=0.9,en;q=0.8", "es"],
  ["ca-ES-valencia", "ca"],
  ["CA", "ca"],
  ["en;q=0.1, ca;q=0.8, es;q=0.5", "ca"],
  ["fr, de;q=0.9, es;q=0.1", "es"],
  ["fr-FR, ca;q=0", "en"],
  ["es;q=0, ca", "ca"],
  ["de", "en"],
  ["*", "en"],
  ["es;q=abc", "en"],
  [";;;,,,=", "en"],
  ["x".repeat(5000), "en"],
];

test.each([
  ["en", "/docs/errors"],
  ["es", "/docs/es/errors"],
  ["ca", "/docs/ca/errors"],
])("7: the doc_url of an error in %s has that language", async (language, path) => {
  const { error } = await api.get("nothing", { headers: { "Accept-Language": language } });
  expect(error?.doc_url).toBe(`http://localhost:3000${path}#not_found`);
});

test("8: the OpenAPI document is compressed, has an ETag, allows any origin and needs no key", async () => {
  const url = `${api.base}/api/openapi.json`;
  const plain = await sendRequest("GET", url);
  const { etag } = plain.headers;
  expect(plain.headers).toMatchObject({
    "access-control-allow-origin": "*",
    "cache-control": "public, no-cache",
    "cross-origin-resource-policy": "cross-origin",
    vary: "Accept-Encoding",
  });
  const compressed = await sendRequest("GET", url, { headers: { "Accept-Encoding": "gzip" } });
  expect(compressed.headers["content-encoding"]).toBe("gzip");
  expect(Number(compressed.headers["content-length"])).toBeLessThan(plain.text.length / 5);
  expect(JSON.parse(plain.text).openapi).toBe("3.1.0");
  const notModified = await sendRequest("GET", url, { headers: { "If-None-Match": String(etag) } });
  expect([notModified.status, notModified.text]).toEqual([304, ""]);
});

test.each(languages)("Accept-Language: %s gets a response in %s", async (header, locale) => {
  const { headers, error } = await api.send("POST", "academic/adult_enrollment", {
    headers: {
      "Content-Type": "application/json",
      ...(header !== undefined && { "Accept-Language": header }),
    },
    body: { ...anAdult(), terms_and_conditions: false },
  });
  expect([headers["content-language"], headers.vary]).toEqual([locale, "Accept-Language"]);
  expect(error?.errors?.[0]?.message).toBe(
    {
      es: "Hay que aceptar los términos y condiciones.",
      ca: "Cal acceptar els termes i condicions.",
      en: "The terms and conditions must be accepted.",
    }[locale],
  );
});

test.each(locales)("every error and field code has a text in %s", (locale) => {
  for (const code of Object.keys(httpStatus) as (keyof typeof httpStatus)[]) {
    for (const count of [0, 1, 5]) {
      const issues = Array.from({ length: count }, () => ({
        field: "student_name",
        code: "required" as const,
      }));
      expect(getErrorMessage(locale, new AppError(code, issues))).toMatch(/^\S.{10,}\.$/);
    }
  }
  for (const code of fieldCodes) {
    for (const field of ["student_email", "guardian_birth_date", "second_guardian_email", "school_year_id"]) {
      const error = new AppError("validation_failed", [{ field, code }]);
      expect(getErrorMessage(locale, error, { field, code })).toMatch(/^\S.{10,}\.$/);
    }
  }
});

test("4.4-6: the error names the guardian who is younger than 18, not the student", () => {
  const error = new AppError("validation_failed");
  const getMessage = (field: string) => getErrorMessage("en", error, { field, code: "under_age" });
  expect(getMessage("guardian_birth_date")).toBe("The guardian must be 18 or older.");
  expect(getMessage("student_birth_date")).toBe("The student must be 18 or older.");
});
