import { afterAll, expect, test } from "vitest";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { sendRawBytes } from "@/test/support/http/http-client";
import { startApi } from "@/test/support/servers/api";

const { current } = await seedDemoSchool();
const api = await startApi();
const subjects = `academic/subjects?school_year_id=${current.id}`;
afterAll(() => api.stop());

test.each(["api_key", "key", "access_token", "Authorization", "token"])(
  "5: a key in the query string as %s is not read",
  async (name) => {
    const response = await fetch(`${api.base}/api/v1/general/terms?${name}=${api.key}`);
    expect(response.status).toBe(401);
    const text = await response.text();
    expect(text).toContain("missing_api_key");
    expect(text).not.toContain(api.key);
  },
);

test("an X-Request-Id that could break out of its header or of a log line is replaced", async () => {
  for (const bad of ['a"b', "a b", "a,b", "x".repeat(65), "<script>", "é", "a\tb"]) {
    const response = await sendRawBytes(
      api.port,
      `GET /api/v1/nothing HTTP/1.1\r\nHost: x\r\nX-Request-Id: ${bad}\r\nConnection: close\r\n\r\n`,
    );
    expect(response).toMatch(/X-Request-Id: [0-9A-Z]{26}\r\n/);
    expect(response).not.toContain(bad);
  }
  const split = await sendRawBytes(
    api.port,
    "GET /api/v1/nothing HTTP/1.1\r\nHost: x\r\nX-Request-Id: a\rSet-Cookie: b=c\r\nConnection: close\r\n\r\n",
  );
  expect(split).not.toMatch(/Set-Cookie/i);
});

test("If-None-Match works in every form (RFC 9110, section 13.1.2)", async () => {
  const etag = String((await api.get(subjects)).headers.etag);
  const status = async (value: string, coding = "identity") =>
    (await api.get(subjects, { headers: { "If-None-Match": value, "Accept-Encoding": coding } })).status;

  for (const match of ["*", etag, `W/${etag}`, `"other", ${etag}`, `"a","b",W/${etag}`, ` ${etag} `])
    expect([match, await status(match)]).toEqual([match, 304]);
  for (const other of ['"other"', "", "W/", '"', etag.slice(1, -1), '"*"', `${etag.slice(0, -1)}`])
    expect([other, await status(other)]).toEqual([other, 200]);

  const encoded = etag.replace(/"$/, '-br"'); // what a client that was answered in brotli sends
  expect([await status(encoded, "br"), await status(encoded), await status(etag, "gzip")]).toEqual([
    304, 304, 304,
  ]);
});

test("each content coding has its own ETag and decodes to the same bytes", async () => {
  const read = async (coding: string) => {
    const response = await fetch(`${api.base}/api/v1/${subjects}`, {
      headers: { Authorization: `Bearer ${api.key}`, "Accept-Encoding": coding },
    });
    return { etag: response.headers.get("etag"), text: await response.text() };
  };
  const [plain, br, gzip] = [await read("identity"), await read("br"), await read("gzip;q=0.5, br;q=0")];
  expect(new Set([plain?.etag, br?.etag, gzip?.etag]).size).toBe(3);
  expect([br?.text, gzip?.text]).toEqual([plain?.text, plain?.text]);
});
