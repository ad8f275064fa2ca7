import { globSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { RouteModule } from "@/lib/api/handle";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { anAdult } from "@/test/support/data/factories";
import { getSchoolYearIds } from "@/test/support/data/school-years";
import { aKey } from "@/test/support/servers/api";
import { contract } from "./contract";
import { routes } from "./routes";

let authorization: string;
beforeAll(async () => {
  await seedDemoSchool();
  authorization = `Bearer ${await aKey()}`;
});

/** Like Next: only a GET has its query string. */
const createRequest = (path: string, init: RequestInit = {}) =>
  new Request(`http://localhost${path}`, {
    ...init,
    headers: { Authorization: authorization, "Content-Type": "application/json" },
  });

const served = routes.flatMap((module) => Object.values(module).map(({ endpoint }) => endpoint));
const findHandler = (path: string, method: "GET" | "POST") =>
  routes.find((module) => module[method]?.endpoint.path === path)?.[method];

test("serves each endpoint of the contract once, by the route file with its path", async () => {
  expect(new Set(served)).toEqual(new Set(Object.values(contract)));
  expect(served).toHaveLength(Object.values(contract).length);
  for (const file of globSync("app/api/v1/**/route.ts")) {
    const folder = file.replace(/^app|\/route\.ts$/g, "").replace(/\[(\w+)\]/g, "{$1}");
    const module: RouteModule = await import(/* @vite-ignore */ path.resolve(file));
    for (const [method, { endpoint }] of Object.entries(module)) {
      expect([endpoint.method, endpoint.path]).toEqual([method, folder]);
    }
  }
});

const reads = Object.values(contract).filter((row) => "cached" in row);

test.each(reads)("$path answers a plain Request, when Next itself calls it", async ({ path }) => {
  const GET = findHandler(path, "GET");
  const response = await GET?.(createRequest(`${path}?school_year_id=${getSchoolYearIds().current}`));
  expect([response?.status, response?.headers.get("content-type")]).toEqual([
    200,
    "application/json; charset=utf-8",
  ]);
  const { status, data } = JSON.parse((await response?.text()) ?? "{}");
  expect([status, data.length > 0]).toEqual(["success", true]);
  expect((await GET?.(new Request(`http://localhost${path}`)))?.status).toBe(401);
});

test("an enrollment is stored and read by a plain Request; its body's limit applies", async () => {
  const { path } = contract.createAdultEnrollment;
  const post = (body: string) => findHandler(path, "POST")?.(createRequest(path, { method: "POST", body }));
  const created = await post(JSON.stringify(anAdult()));
  expect(created?.status).toBe(201);
  expect((await post("x".repeat(65_537)))?.status).toBe(413);
  expect((await post("{"))?.status).toBe(400);

  const reference = created?.headers.get("enrollment-reference") ?? "";
  const readPath = contract.getEnrollment.path;
  const params = Promise.resolve({ reference });
  const read = await findHandler(readPath, "GET")?.(
    createRequest(readPath.replace("{reference}", reference)),
    { params },
  );
  expect(JSON.parse((await read?.text()) ?? "{}").data?.reference).toBe(reference);
});
