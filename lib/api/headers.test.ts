import { afterAll, expect, test } from "vitest";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { anAdult } from "@/test/support/data/factories";
import { getSchoolYearIds } from "@/test/support/data/school-years";
import { type RequestOptions, sendRequest } from "@/test/support/http/http-client";
import { startApi } from "@/test/support/servers/api";

await seedDemoSchool();
const api = await startApi();
afterAll(() => api.stop());

const commonHeaders = {
  "content-type": "application/json; charset=utf-8",
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
  "x-request-id": "test-request-1",
  date: expect.stringMatching(/ GMT$/),
  connection: "close",
};
const length = { "content-length": expect.stringMatching(/^[1-9]\d*$/) };
const catalogue = {
  ...commonHeaders,
  "cache-control": "private, no-cache",
  vary: "Authorization, Accept-Encoding",
};
const noStore = { ...commonHeaders, ...length, "cache-control": "no-store" };
const refusal = { ...noStore, "content-language": "ca", vary: "Accept-Language" };
const etag = /^"[\w-]{16,}"$/;

const json = { "Content-Type": "application/json" };
const year = { school_year_id: getSchoolYearIds().current };

/** All headers of each kind of response. */
const answers: [
  what: string,
  method: string,
  path: string,
  sending: RequestOptions,
  status: number,
  headers: object,
][] = [
  [
    "a catalogue",
    "GET",
    "academic/subjects",
    { body: year },
    200,
    { ...catalogue, ...length, etag: expect.stringMatching(etag) },
  ],
  [
    "a catalogue, compressed",
    "GET",
    "academic/subjects",
    { body: year, headers: { "Accept-Encoding": "gzip" } },
    200,
    { ...catalogue, ...length, etag: expect.stringMatching(/-gzip"$/), "content-encoding": "gzip" },
  ],
  [
    "one that the caller has",
    "GET",
    "general/terms",
    { headers: { "If-None-Match": "*" } },
    304,
    { ...catalogue, etag: expect.stringMatching(etag) },
  ],
  [
    "an enrollment",
    "POST",
    "academic/adult_enrollment",
    { body: anAdult(), headers: json },
    201,
    { ...noStore, "enrollment-reference": expect.stringMatching(/^[34679A-Z]{8}$/) },
  ],
  ["what is refused", "POST", "academic/adult_enrollment", { body: {}, headers: json }, 422, refusal],
  [
    "no key",
    "GET",
    "general/terms",
    { headers: { Authorization: "" } },
    401,
    { ...refusal, "www-authenticate": 'Bearer realm="api"' },
  ],
  ["another method", "DELETE", "general/terms", {}, 405, { ...refusal, allow: "GET, HEAD, OPTIONS" }],
  ["no such path", "GET", "general/nothing", {}, 404, refusal],
];

test.each(answers)("%s has exactly these headers", async (_, method, path, sending, status, headers) => {
  const answer = await sendRequest(method, `${api.base}/api/v1/${path}`, {
    ...sending,
    headers: {
      Authorization: `Bearer ${api.key}`,
      "X-Request-Id": "test-request-1",
      "Accept-Language": "ca",
      Connection: "close",
      ...sending.headers,
    },
  });
  expect([answer.status, answer.headers]).toEqual([status, headers]);
});
