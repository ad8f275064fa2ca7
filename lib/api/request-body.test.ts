import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { aMinor, anAdult } from "@/test/support/data/factories";
import { getSchoolYearIds } from "@/test/support/data/school-years";
import type { RequestOptions } from "@/test/support/http/http-client";
import { startApi } from "@/test/support/servers/api";

await seedDemoSchool();
const api = await startApi();
afterAll(() => api.stop());

const ADULT = "academic/adult_enrollment";
const json = { "Content-Type": "application/json" };
const post = (sending: RequestOptions) => api.send("POST", ADULT, { headers: json, ...sending });

test.each([
  "application/json",
  "application/json; charset=utf-8",
  "Application/JSON;charset=UTF-8",
  'application/json; profile="x;y"',
  'application/json; charset="utf-8"',
  "application/json; charset=us-ascii",
])("the media type %s is accepted", async (type) => {
  const { status } = await post({ headers: { "Content-Type": type }, body: anAdult() });
  expect(status).toBe(201);
});

test("RFC 9110 8.4: a compressed body is 415 with the accepted coding, also of a GET", async () => {
  for (const coding of ["gzip", "br", "GZIP", "identity, gzip", "x"]) {
    const headers = { ...json, "Content-Encoding": coding };
    for (const answer of [
      await post({ headers, body: anAdult() }),
      await api.get("academic/subjects", { headers, body: { school_year_id: getSchoolYearIds().current } }),
    ])
      expect([answer.status, answer.error?.code, answer.headers["accept-encoding"]]).toEqual([
        415,
        "unsupported_media_type",
        "identity",
      ]);
  }
  expect((await post({ headers: { ...json, "Content-Encoding": "identity" }, body: anAdult() })).status).toBe(
    201,
  );
});

test.each([
  undefined,
  "",
  "application/json; charset=iso-8859-1",
  'application/json; charset="utf-16"',
  "application/json; q=1; Charset=windows-1252",
  "application/json, application/json",
  "text/plain",
  "application/x-www-form-urlencoded",
  "text/json",
  "application/jsonx",
  "x",
])("another media type is 415: %s", async (type) => {
  const headers: Record<string, string> = type === undefined ? {} : { "Content-Type": type };
  const { status, error } = await post({ headers, body: anAdult() });
  expect([status, error?.code]).toEqual([415, "unsupported_media_type"]);
});

const deep = (open: string, close: string) =>
  `{"student_name":${open.repeat(20_000)}1${close.repeat(20_000)}}`;

/** Bodies that are no JSON object in UTF-8. */
const malformed: [what: string, body: string | Buffer][] = [
  ["nothing", ""],
  ["spaces", "   "],
  ["half an object", '{"student_name":'],
  ["a trailing comma", '{"student_name":"Ada",}'],
  ["form data", "student_name=Ada"],
  ["single quotes", "{'student_name':'Ada'}"],
  ["two objects", "{}{}"],
  ["null", "null"],
  ["a number", "5"],
  ["text", '"Ada"'],
  ["an array", "[{}]"],
  ["NaN", '{"school_year_id":NaN}'],
  ["NUL between members", '{"student_name":\u0000"Ada"}'],
  ["NUL in a text", '{"student_name":"A\\u0000da"}'],
  ["NUL in a nested text", '{"other":{"a":["A\\u0000da"]}}'],
  ["NUL in a member's name", '{"a\\u0000b":1}'],
  ["a raw control character in a text", '{"student_name":"A\u0001da"}'],
  [
    "a byte that is not UTF-8",
    Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]),
  ],
  ["an overlong form", Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xc0, 0xaf]), Buffer.from('"}')])],
  ["UTF-16", Buffer.from(`\ufeff${JSON.stringify(anAdult())}`, "utf16le")],
  ["gzip", Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0])],
];

test.each(malformed)("%s is 400", async (_, body) => {
  const { status, error } = await post({ body });
  expect([status, error?.code, error?.errors]).toEqual([400, "invalid_json", undefined]);
});

test.each([
  ["64 KiB and a byte", { body: " ".repeat(65_537) }],
  ["64 KiB and a byte, of undeclared length", { body: " ".repeat(65_537), chunked: true }],
  ["ten megabytes", { body: "x".repeat(10_000_000) }],
  ["ten megabytes, of undeclared length", { body: "x".repeat(10_000_000), chunked: true }],
])("%s is 413", async (_, sending) => {
  const { status, error } = await post(sending);
  expect([status, error?.code]).toEqual([413, "payload_too_large"]);
});

test("64 KiB are accepted, with declared and undeclared length", async () => {
  for (const chunked of [false, true]) {
    const body = JSON.stringify(anAdult()).padEnd(65_536);
    expect((await post({ body, chunked })).status).toBe(201);
  }
});

test.each([
  ["arrays", deep("[", "]")],
  ["objects", deep('{"a":', "}")],
])("deeply nested %s are refused, never a 5xx", async (_, body) => {
  const { status } = await post({ body });
  expect([400, 413, 422]).toContain(status);
});

test("a body is nested 32 levels at most, as the message says", async () => {
  const nest = (levels: number) => {
    let value: unknown = "x";
    for (let level = 1; level < levels; level++) value = [value];
    return post({ body: { ...anAdult(), unknown: value } });
  };
  expect((await nest(32)).status).toBe(201);
  const { status, error } = await nest(33);
  expect([status, error?.code, error?.message]).toEqual([
    400,
    "invalid_json",
    "The body must be a JSON object in UTF-8, without NUL characters and nested at most 32 levels deep.",
  ]);
});

test.each(["__proto__", "constructor", "toString", "hasOwnProperty"])(
  "a member called %s changes no prototype",
  async (name) => {
    const text = JSON.stringify(anAdult());
    const body = `${text.slice(0, -1)},"${name}":{"student_name":"polluted","terms_and_conditions":true}}`;
    expect((await post({ body })).status).toBe(201);
    const { terms_and_conditions, ...rest } = anAdult();
    const without = `${JSON.stringify(rest).slice(0, -1)},"${name}":{"terms_and_conditions":true}}`;
    expect((await post({ body: without })).error?.errors?.map(({ field }) => field)).toEqual([
      "terms_and_conditions",
    ]);
    expect(({} as Record<string, unknown>).terms_and_conditions).toBeUndefined();
  },
);

test("a backslash before u0000 is text, not NUL", async () => {
  const body = JSON.stringify({ ...anAdult(), student_city: "\\u0000" });
  expect((await post({ body })).status).toBe(201);
});

test("the last one of repeated members counts, as in JSON.parse", async () => {
  const body = `{"terms_and_conditions":false,${JSON.stringify(anAdult()).slice(1)}`;
  expect((await post({ body })).status).toBe(201);
});

const anyValue = fc.oneof(
  fc.jsonValue(),
  fc.string({ unit: "binary" }),
  fc.double(),
  fc.constantFrom(2 ** 31, 2 ** 53, -1, 1e308, "\ud800", "0000-00-00", "9999-12-31", "+34", ""),
);

test.each([
  ["adult", "academic/adult_enrollment", anAdult],
  ["minor", "academic/minor_enrollment", aMinor],
] as const)("any values in the fields of an %s enrollment give no 5xx", async (_, path, valid) => {
  const fields = fc.constantFrom(
    ...Object.keys({ ...valid(), student_syllabi_option1: 1, enrollment_observations: "" }),
  );
  const changes = fc.array(fc.tuple(fields, anyValue), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(changes, async (pairs) => {
      const { status } = await api.post(path, { ...valid(), ...Object.fromEntries(pairs) });
      expect([201, 400, 409, 422]).toContain(status);
    }),
    { numRuns: 150 },
  );
});

test("any body of a POST or GET gives no 5xx", async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.json(), fc.string()), async (body) => {
      expect((await post({ body })).status).toBeLessThan(500);
      expect((await api.get("academic/subjects", { body })).status).toBeLessThan(500);
      const query = `school_year_id=${encodeURIComponent(body.toWellFormed())}`;
      expect((await api.get(`academic/syllabis?${query}`)).status).toBeLessThan(500);
    }),
    { numRuns: 100, examples: [[`{"school_year_id":${getSchoolYearIds().current}}`]] },
  );
});
