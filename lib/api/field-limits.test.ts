import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import { contract } from "@/app/api/v1/contract";
import { listCodes } from "@/lib/enrollment/error-codes";
import type { AppError } from "@/lib/platform/errors";
import { parseInput } from "@/lib/platform/schema";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { anAdult } from "@/test/support/data/factories";
import { aKey, startApi } from "@/test/support/servers/api";
import { getFieldLimits } from "./responses";

await seedDemoSchool();
const api = await startApi();
const test_key = await aKey({ mode: "test" });
afterAll(() => api.stop());

const enroll = async (changes: object) =>
  (await api.enrollAdult({ ...anAdult(), ...changes })).error?.errors ?? [];

test.each([
  [{ student_name: 5 }, "The value must be text."],
  [{ school_year_id: "26" }, "The value must be a whole number, without quotation marks."],
  [{ terms_and_conditions: "yes" }, "The value must be true or false, without quotation marks."],
  [{ student_city: "x".repeat(201) }, "The value is too long: the maximum is 200 characters."],
  [{ student_email: `${"x".repeat(300)}@a.es` }, "The value is too long: the maximum is 254 characters."],
  [{ enrollment_observations: "x".repeat(4001) }, "The value is too long: the maximum is 4000 characters."],
  [
    { student_document_type: "x".repeat(201) },
    "The value is too long. Use one of these: dni, nie, passport, nif.",
  ],
  [
    { student_document_type: "DNI" },
    "This is not one of the document types. Use one of these, in lower case: dni, nie, passport, nif.",
  ],
  [
    { student_phone_country_code: "+034" },
    "The phone prefix must be “+” and one to four digits, the first of which is not 0.",
  ],
  [{ student_speciality_option1: true }, "The value must be a whole number, without quotation marks."],
])("7: the error of %j says what the field accepts", async (changes, message) => {
  expect((await enroll(changes)).map((error) => error.message)).toEqual([message]);
});

test("7: the error of a number out of range or an unknown value lists the allowed ones", async () => {
  const headers = { Authorization: `Bearer ${test_key}`, "Content-Type": "application/json" };
  const messages = async (method: string, path: string, body?: object) =>
    (await api.send(method, path, { headers, body })).error?.errors?.map((error) => error.message);
  expect(await messages("GET", "events?limit=500")).toEqual(["The value must be between 1 and 200."]);
  expect(await messages("POST", "sandbox/keys", { ttl: 5 })).toEqual([
    "The value must be between 60 and 86400.",
  ]);
  for (const path of ["events", "academic/enrollments"])
    for (const after of ["nonsense", "-1", "%00"])
      expect([path, after, await messages("GET", `${path}?after=${after}`)]).toEqual([
        path,
        after,
        ["This is not a cursor that the service returned. Start again without it."],
      ]);
  expect(await messages("GET", "academic/enrollments?state=lost")).toEqual([
    expect.stringMatching(/^The value is not allowed\. Use one of these: pending, .*accepted/),
  ]);
  expect(await messages("GET", "academic/enrollments?updated_since=yesterday")).toEqual([
    "The value is not allowed. Write it like this: 2026-11-21T00:00:00Z",
  ]);
  expect(await messages("PUT", "academic/enrollments/K7M3XQ9A/merits", { merits: "x" })).toEqual([
    "The value must be a list.",
  ]);
});

const ROUND = { school_year_id: 26, number: "1" };

test.each([
  ["places", [{ places: 1 }], "/places/0/speciality_id", "This field is required."],
  ["places", [{ speciality_id: 26_001, places: 1 }, 5], "/places/1", "The value has the wrong JSON type."],
  [
    "places",
    [{ speciality_id: 26_001, places: "1" }],
    "/places/0/places",
    "The value must be a whole number, without quotation marks.",
  ],
  [
    "places",
    [{ speciality_id: 26_001, places: -1 }],
    "/places/0/places",
    "The value must be between 0 and 100000.",
  ],
  [
    "places",
    [{ speciality_id: 1, places: 1 }],
    "/places/0/speciality_id",
    "This speciality is not available in the school year. GET specialities lists the available ones.",
  ],
  [
    "criteria",
    [{ code: "far", points: 1, references: ["K7M3XQ9A", 5] }],
    "/criteria/0/references/1",
    "The value must be text.",
  ],
  [
    "criteria",
    [{ code: "far", points: 1, references: ["NOBODYS1"] }],
    "/criteria/0/references",
    "The value is not allowed. See its description in the API reference.",
  ],
  [
    "criteria",
    ["far", "near", "far"].map((code) => ({ code, points: 1, references: [] })),
    "/criteria/2/code",
    "The value is not allowed. See its description in the API reference.",
  ],
])(
  "7: the error of a value inside of %s, %j, has a pointer to it",
  async (field, value, pointer, message) => {
    const headers = { Authorization: `Bearer ${test_key}`, "Content-Type": "application/json" };
    const body = { ...ROUND, [field]: value };
    const { error } = await api.send("POST", "sandbox/round", { headers, body });
    expect(error?.errors).toEqual([{ field, pointer, message, code: expect.any(String) }]);
  },
);

test("4.3-1, 4.3-3: a wrong year and wrong studies are reported in one response", async () => {
  const wrong = { student_speciality_option1: 2_000_000_000, student_syllabi_option1: 2_000_000_000 };
  for (const school_year_id of [1, -1, "26", undefined]) {
    const errors = await enroll({ ...wrong, school_year_id });
    expect(errors.map(({ field }) => field)).toEqual([
      "school_year_id",
      "student_speciality_option1",
      "student_syllabi_option1",
    ]);
  }
  const { current } = await seedDemoSchool();
  const speciality = { student_speciality_option1: current.specialities[0], school_year_id: 1 };
  expect((await enroll(speciality)).map(({ field }) => field)).toEqual(["school_year_id"]);
});

/** The codes of wrong values. */
const findCodes = (field: string, schema: z.ZodType) =>
  [7, -1, 2 ** 40, true, "nobody", "x".repeat(100_000), Array(50_000).fill("x"), [{}], ["nobody"]].flatMap(
    (value) => {
      try {
        parseInput(z.object({ [field]: schema }), { [field]: value });
        return [];
      } catch (error) {
        return (error as AppError).issues.map(({ code }) => code);
      }
    },
  );

test("7: errors of type, length and range say what the field accepts, for every field of every endpoint", () => {
  const missing = Object.entries(contract as Record<string, Parameters<typeof getFieldLimits>[0]>).flatMap(
    ([endpoint, row]) =>
      Object.entries({ ...row.query?.shape, ...row.body?._zod.def.shape }).flatMap(([field, schema]) => {
        const limits = getFieldLimits(row, { field }) ?? {};
        const { type, maxLength, values, minimum, example } = limits;
        const accepted: Record<string, unknown> = {
          invalid_type: type,
          too_long: maxLength ?? values,
          invalid_value: values ?? minimum ?? example,
        };
        const codes = new Set([...listCodes(schema as never), ...findCodes(field, schema as z.ZodType)]);
        const unexplained = [...codes].filter((code) => code in accepted && accepted[code] === undefined);
        return unexplained.map((code) => `${endpoint} ${field} ${code}`);
      }),
  );
  expect(missing).toEqual(["readSandboxOutbox to invalid_value"]); // any text without control characters
});
