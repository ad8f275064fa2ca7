import { afterAll, expect, test } from "vitest";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { getSchoolYearIds } from "@/test/support/data/school-years";
import type { RequestOptions } from "@/test/support/http/http-client";
import { startApi } from "@/test/support/servers/api";

await seedDemoSchool();
const api = await startApi();
afterAll(() => api.stop());

const year = getSchoolYearIds().current;
const body = { school_year_id: year };
const withType = (type: string) => ({ "Content-Type": type });

/** Valid requests of a year: the query string and how the request is sent. */
const valid: [name: string, query: string, sending: RequestOptions][] = [
  ["a JSON body", "", { body, headers: withType("application/json") }],
  [
    "a body labelled as form data, as curl does",
    "",
    { body, headers: withType("application/x-www-form-urlencoded") },
  ],
  ["a body labelled as text", "", { body, headers: withType("text/plain; charset=latin1") }],
  ["a body without content type", "", { body }],
  ["a chunked body", "", { body, chunked: true }],
  [
    "a body with spaces, unknown members and a byte order mark",
    "",
    { body: `\ufeff {"a":[1], "school_year_id" : ${year}\n}` },
  ],
  ["a body with 1.0 for 1", "", { body: `{"school_year_id":${year}.0}` }],
  ["the query string", `?school_year_id=${year}`, {}],
  ["the query string, with other parameters", `?page=2&school_year_id=${year}&x`, {}],
  ["the query string, twice the same", `?school_year_id=${year}&school_year_id=${year}`, {}],
  ["both, agreeing", `?school_year_id=${year}`, { body }],
  ["the query string, with an empty body", `?school_year_id=${year}`, { body: "" }],
  ["the query string, with an empty object", `?school_year_id=${year}`, { body: "{}" }],
  ["the query string, with an empty chunked body", `?school_year_id=${year}`, { body: "", chunked: true }],
];

test.each(valid)("4: school_year_id is read from %s", async (_, query, sending) => {
  for (const list of ["specialities", "subjects", "syllabis"]) {
    const { status, data } = await api.get(`academic/${list}${query}`, sending);
    expect(status).toBe(200);
    expect((data as unknown[]).length).toBeGreaterThan(10);
  }
});

/** Invalid requests: the query string, how it is sent, the error. */
const invalid: [name: string, query: string, sending: RequestOptions, status: number, code: string][] = [
  ["nothing at all", "", {}, 422, "required"],
  ["an empty object", "", { body: {} }, 422, "required"],
  ["null", "", { body: { school_year_id: null } }, 422, "required"],
  ["an empty parameter", "?school_year_id=", {}, 422, "required"],
  ["text in a body", "", { body: { school_year_id: String(year) } }, 422, "invalid_type"],
  ["a fraction", "", { body: { school_year_id: 1.5 } }, 422, "invalid_type"],
  ["a fraction in the query", "?school_year_id=1.5", {}, 422, "invalid_type"],
  ["NUL in the query", "?school_year_id=%00", {}, 422, "invalid_type"],
  ["a word in the query", "?school_year_id=now", {}, 422, "invalid_type"],
  ["a number beyond 2^53", "?school_year_id=99999999999999999999", {}, 422, "invalid_type"],
  ["an array", "", { body: { school_year_id: [year] } }, 422, "invalid_type"],
  ["an unknown year", "", { body: { school_year_id: 0 } }, 422, "school_year_unavailable"],
  ["a negative year", "?school_year_id=-1", {}, 422, "school_year_unavailable"],
  ["2 to the 40", "", { body: { school_year_id: 2 ** 40 } }, 422, "school_year_unavailable"],
  ["2 to the 60", "", { body: { school_year_id: 2 ** 60 } }, 422, "invalid_type"],
  ["both, disagreeing", `?school_year_id=${year + 1}`, { body }, 400, "ambiguous_parameter"],
  [
    "both, disagreeing by type",
    `?school_year_id=${year}`,
    { body: { school_year_id: String(year) } },
    400,
    "ambiguous_parameter",
  ],
  ["two parameters", `?school_year_id=${year}&school_year_id=1`, {}, 400, "ambiguous_parameter"],
  ["not JSON", "", { body: "school_year_id=1" }, 400, "invalid_json"],
  ["an array as body", "", { body: [1] }, 400, "invalid_json"],
  ["not UTF-8", "", { body: Buffer.from([0x7b, 0xff, 0x7d]) }, 400, "invalid_json"],
  ["a body over 4 KiB", "", { body: { ...body, pad: "x".repeat(4096) } }, 413, "payload_too_large"],
  [
    "a chunked body over 4 KiB",
    "",
    { body: { ...body, pad: "x".repeat(9000) }, chunked: true },
    413,
    "payload_too_large",
  ],
];

test.each(invalid)("4: %s is refused", async (_, query, sending, status, code) => {
  const answer = await api.get(`academic/subjects${query}`, sending);
  expect(answer.status).toBe(status);
  if (status !== 422) return expect(answer.error?.code).toBe(code);
  expect(answer.error?.errors).toEqual([{ field: "school_year_id", code, message: expect.any(String) }]);
});

test.each([
  [
    "en",
    "The parameter school_year_id has different values in the body and the query string, or occurs twice.",
  ],
  [
    "es",
    "El parámetro school_year_id tiene valores distintos en el cuerpo y en la cadena de consulta, o aparece dos veces.",
  ],
  [
    "ca",
    "El paràmetre school_year_id té valors diferents al cos i a la cadena de consulta, o apareix dues vegades.",
  ],
])("4: the error of an ambiguous parameter names it, in %s", async (language, message) => {
  const { error } = await api.get("academic/subjects?school_year_id=1&school_year_id=2", {
    headers: { "Accept-Language": language },
  });
  expect(error).toMatchObject({ code: "ambiguous_parameter", parameter: "school_year_id", message });
});

test.each([
  [
    "Content-Range",
    "bytes 0-1/2",
    "The service does not accept the header Content-Range, or not with this value.",
  ],
  ["Host", "a b", "The header Host is missing, occurs twice or is not a host name."],
])("7: the error of a wrong %s says what is wrong", async (header, value, message) => {
  const { error } = await api.get("general/terms", { headers: { [header]: value } });
  expect(error).toMatchObject({ code: "bad_request", header, message });
});

test("a GET without input accepts a JSON body and refuses others", async () => {
  expect((await api.get("general/terms", { body: "{" })).error?.code).toBe("invalid_json");
  expect((await api.get("general/terms", { body: { a: 1 } })).status).toBe(200);
});
