import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import { contract } from "@/app/api/v1/contract";
import { sendRequest } from "@/test/support/http/http-client";
import { startApi } from "@/test/support/servers/api";
import { handle } from "./handle";
import { createRouter } from "./router";

const api = await startApi();
afterAll(() => api.stop());

/** Without /sandbox, which is 404 to live keys (app/api/v1/sandbox/sandbox.test.ts). */
const endpoints = Object.values(contract).filter((row) => !row.path.includes("{") && !("sandbox" in row));
const getPath = ({ path }: { path: string }) => path.replace("/api/v1/", "");
const listMethods = (path: string) =>
  endpoints.filter((row) => row.path === path).map(({ method }) => method);
const getAllow = ({ path }: { path: string }) => {
  const methods: string[] = listMethods(path);
  const read = methods.includes("GET") ? ["GET", "HEAD"] : [];
  return [...read, ...methods.filter((method) => method !== "GET"), "OPTIONS"].join(", ");
};

test("4, 9: the contract has the ten endpoints of section 4, each under /api/v1/", () => {
  const rows: string[] = Object.values(contract).map(({ method, path }) => `${method} ${path}`);
  for (const row of [
    "GET /api/v1/academic/school_years",
    "GET /api/v1/academic/specialities",
    "GET /api/v1/academic/speciality_experience",
    "GET /api/v1/academic/subjects",
    "GET /api/v1/academic/syllabis",
    "GET /api/v1/general/countries",
    "GET /api/v1/general/document_types",
    "GET /api/v1/general/terms",
    "POST /api/v1/academic/adult_enrollment",
    "POST /api/v1/academic/minor_enrollment",
  ]) {
    expect(rows.filter((other) => other === row)).toEqual([row]);
  }
});

test("an endpoint can have any method, and parameters anywhere in its path", async () => {
  const row = { open: true, method: "PUT", path: "/api/v1/rooms/{room}/keys/{key}/copies" } as const;
  const put = handle(
    { ...row, params: z.object({ room: z.string(), key: z.string().regex(/^\d+$/) }) },
    (call) => ({ data: call.params }),
  );
  const router = createRouter([
    { PUT: put },
    { DELETE: handle({ ...row, method: "DELETE" }, () => ({ data: "gone" })) },
  ]);
  const request = async (method: string, path: string) => {
    const answer = await router(new Request(`http://x${path}`, { method }));
    const { data, error } = method === "OPTIONS" ? {} : await answer.json();
    return [answer.status, data ?? error?.code ?? answer.headers.get("allow")];
  };
  expect(await request("PUT", "/api/v1/rooms/a/keys/7/copies")).toEqual([200, { room: "a", key: "7" }]);
  expect(await request("PUT", "/api/v1/rooms/a/keys/7/copies/")).toEqual([200, { room: "a", key: "7" }]);
  expect(await request("PUT", "/api/v1/rooms/a/keys/7/copies//")).toEqual([200, { room: "a", key: "7" }]);
  expect(await request("PUT", "/api/v1/rooms/a//keys/7/copies")).toEqual([401, "missing_api_key"]);
  expect(await request("PUT", "/api/v1/rooms/a/keys/x/copies")).toEqual([404, "not_found"]);
  expect(await request("DELETE", "/api/v1/rooms/a/keys/7/copies")).toEqual([200, "gone"]);
  expect(await request("POST", "/api/v1/rooms/a/keys/7/copies")).toEqual([405, "method_not_allowed"]);
  expect(await request("OPTIONS", "/api/v1/rooms/a/keys/7/copies")).toEqual([204, "PUT, DELETE, OPTIONS"]);
  expect((await request("PUT", "/api/v1/rooms/a/b/keys/7/copies"))[0]).toBe(401);
});

test.each(endpoints)("$path: OPTIONS answers 204 with Allow", async (endpoint) => {
  const { status, headers, text } = await api.send("OPTIONS", getPath(endpoint));
  expect([status, headers.allow, text]).toEqual([204, getAllow(endpoint), ""]);
});

test.each(endpoints)("$path: another method answers 405 with Allow", async (endpoint) => {
  const own: string[] = listMethods(endpoint.path);
  for (const method of ["PUT", "PATCH", "DELETE", "GET", "POST"].filter((other) => !own.includes(other))) {
    const { status, headers, error } = await api.send(method, getPath(endpoint), { body: {} });
    expect([method, status, headers.allow, error?.code]).toEqual([
      method,
      405,
      getAllow(endpoint),
      "method_not_allowed",
    ]);
  }
  const head = await api.send("HEAD", getPath(endpoint));
  if (!own.includes("GET")) expect([head.status, head.headers.allow]).toEqual([405, "POST, OPTIONS"]);
});

test("HEAD answers like GET, without the body", async () => {
  const get = await api.get("general/countries");
  const head = await api.send("HEAD", "general/countries");
  expect([head.status, head.text]).toEqual([200, ""]);
  for (const name of ["content-type", "etag", "cache-control", "content-length"]) {
    expect([name, head.headers[name]]).toEqual([name, get.headers[name]]);
  }
  expect((await api.send("HEAD", "academic/subjects")).status).toBe(422);
  expect((await api.send("HEAD", "nothing")).status).toBe(404);
});

test("a trailing slash is the same resource", async () => {
  for (const { method, path } of endpoints) {
    const { status, headers } = await api.send(method, `${path.replace("/api/v1/", "")}/`, {
      headers: { "Content-Type": "application/json" },
      body: {},
    });
    expect([path, status < 300 || status === 422]).toEqual([path, true]);
    expect(headers.location).toBeUndefined();
  }
});

test.each([
  "nothing",
  "",
  "academic",
  "academic/subject",
  "academic/subjects/1",
  "academic/adult_enrollments",
  "ACADEMIC/SUBJECTS",
  "academic/%73ubjects",
  "academic//subjects",
  "constructor",
  "__proto__",
  "%00",
  "%",
  "%ff",
])("an unknown path is a JSON 404: %j", async (path) => {
  for (const method of ["GET", "POST", "OPTIONS", "HEAD", "DELETE"]) {
    const answer = await api.send(method, path);
    expect([method, answer.status]).toEqual([method, 404]);
    expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
    if (method !== "HEAD") expect(answer.error?.code).toBe("not_found");
  }
});

test("an unknown path under /api outside /api/v1 gets an error in JSON without a key", async () => {
  for (const path of ["/api", "/api/", "/api/v2/academic/subjects", "/api?x=1"]) {
    const { status, error, headers } = await sendRequest("GET", `${api.base}${path}`);
    expect([path, status, error?.code]).toEqual([path, 404, "not_found"]);
    expect(headers["content-type"]).toContain("application/json");
  }
});

test("every response has a request id; a harmless one of the caller is kept", async () => {
  const { headers } = await api.get("general/terms");
  expect(headers["x-request-id"]).toMatch(/^[0-9A-Z]{26}$/);
  const response = await api.get("nothing", { headers: { "X-Request-Id": "caller-1.2_3" } });
  expect([response.headers["x-request-id"], response.error?.request_id]).toEqual([
    "caller-1.2_3",
    "caller-1.2_3",
  ]);
});
