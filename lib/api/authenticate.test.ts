import { afterAll, expect, test } from "vitest";
import { contract } from "@/app/api/v1/contract";
import { prisma } from "@/lib/platform/database/prisma";
import { anAdult } from "@/test/support/data/factories";
import { sendRequest } from "@/test/support/http/http-client";
import { aKey, startApi } from "@/test/support/servers/api";

const api = await startApi();
afterAll(() => api.stop());

const paths = [...Object.values(contract).map(({ path }) => path), "/api/v1/nothing"];
const terms = (authorization?: string) =>
  sendRequest("GET", `${api.base}/api/v1/general/terms`, {
    headers: authorization === undefined ? {} : { Authorization: authorization },
  });

test.each(paths)("5: %s requires the key before anything else is checked", async (path) => {
  for (const method of ["GET", "POST", "PUT", "OPTIONS"]) {
    const { status, error, headers } = await sendRequest(method, `${api.base}${path}`, { body: "not json" });
    expect([method, status, error?.code]).toEqual([method, 401, "missing_api_key"]);
    expect(headers["www-authenticate"]).toBe('Bearer realm="api"');
  }
});

test.each(["", "Basic dXNlcjpwYXNz", "Token abc", "mat_live_abc"])(
  "5: a request without a bearer key is refused: Authorization: %s",
  async (authorization) => {
    const { status, error } = await terms(authorization);
    expect([status, error?.code]).toEqual([401, "missing_api_key"]);
  },
);

test("5: a malformed, unknown, changed or repeated key is refused", async () => {
  const changed = api.key.slice(0, -1) + (api.key.endsWith("0") ? "1" : "0");
  const wrong = [
    "x",
    "<API_KEY>",
    changed,
    api.key.slice(1),
    `${api.key}0`,
    `${api.key} ${api.key}`,
    `mat_live_${"0".repeat(38)}`,
  ];
  for (const key of ["", " ", ...wrong]) {
    const { status, error, headers, text } = await terms(`Bearer ${key}`);
    expect([key, status, error?.code]).toEqual([key, 401, "invalid_api_key"]);
    expect(headers["www-authenticate"]).toBe('Bearer realm="api", error="invalid_token"');
    if (key.trim().length > 3) expect(text).not.toContain(key);
  }
});

test("5: the scheme's name is not case-sensitive (RFC 9110, section 11.1)", async () => {
  for (const scheme of ["Bearer", "bearer", "BEARER"])
    expect((await terms(`${scheme} ${api.key}`)).status).toBe(200);
});

test("5: an expired key is refused, also one that was just used", async () => {
  const expired = await aKey({ expiresAt: new Date(Date.now() - 1) });
  expect((await terms(`Bearer ${expired}`)).error?.code).toBe("invalid_api_key");

  const key = await aKey({ expiresAt: new Date(Date.now() + 3_600_000) });
  expect((await terms(`Bearer ${key}`)).status).toBe(200);
  await prisma().apiKey.update({ where: { prefix: key.slice(0, 17) }, data: { expiresAt: new Date(0) } });
  await expect.poll(async () => (await terms(`Bearer ${key}`)).status).toBe(401);
});

test("5: a key has only the scopes it was created with", async () => {
  const reader = { Authorization: `Bearer ${await aKey({ scopes: ["catalogue:read"] })}` };
  const writer = { Authorization: `Bearer ${await aKey({ scopes: ["enrollment:write"] })}` };
  expect((await api.get("general/terms", { headers: reader })).status).toBe(200);
  expect((await api.get("general/terms", { headers: writer })).error?.code).toBe("insufficient_scope");

  const refused = await api.post("academic/adult_enrollment", anAdult(), reader);
  expect([refused.status, refused.error?.code]).toEqual([403, "insufficient_scope"]);
  expect(refused.headers["www-authenticate"]).toBe(
    'Bearer realm="api", error="insufficient_scope", scope="enrollment:write"',
  );
  const notRead = await api.post("academic/minor_enrollment", "not json", reader);
  expect(notRead.status).toBe(403); // before the body is read
  const incomplete = await api.post("academic/adult_enrollment", {}, writer);
  expect(incomplete.status).toBe(422);
});

test("5: only the hash of a key is stored, and the time of its last use", async () => {
  const key = await aKey();
  await terms(`Bearer ${key}`);
  const read = () => prisma().apiKey.findUniqueOrThrow({ where: { prefix: key.slice(0, 17) } });
  await expect.poll(async () => (await read()).lastUsedAt).not.toBeNull();
  const { hash, ...rest } = await read();
  expect(hash.length).toBe(32);
  expect(JSON.stringify(rest)).not.toContain(key.slice(17));
});
