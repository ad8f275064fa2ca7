import { beforeAll, expect, test } from "vitest";
import { aKey } from "@/test/api";
import { anAdult } from "@/test/factories";
import { aSchool } from "@/test/school";
import { schoolYears } from "@/test/school-years";
import { routes } from "./routes";

let authorization: string;
beforeAll(async () => {
  await aSchool();
  authorization = `Bearer ${await aKey()}`;
});

/** A request as Next gives it to a route handler: a GET has its query string alone. */
const asked = (path: string, init: RequestInit = {}) =>
  new Request(`http://localhost${path}`, {
    ...init,
    headers: { Authorization: authorization, "Content-Type": "application/json" },
  });

const reads = Object.entries(routes).filter(([path, { GET }]) => GET && !path.includes("{"));

test.each(reads)("%s answers a plain Request, when Next itself calls it", async (path, { GET }) => {
  const response = await GET?.(asked(`${path}?school_year_id=${schoolYears().current}`));
  expect([response?.status, response?.headers.get("content-type")]).toEqual([
    200,
    "application/json; charset=utf-8",
  ]);
  const { status, data } = JSON.parse((await response?.text()) ?? "{}");
  expect([status, data.length > 0]).toEqual(["success", true]);
  expect((await GET?.(new Request(`http://localhost${path}`)))?.status).toBe(401);
});

test("an enrollment is stored by a plain Request, and its body's limit holds", async () => {
  const path = "/api/v1/academic/adult_enrollment";
  const post = (body: string) => routes[path]?.POST?.(asked(path, { method: "POST", body }));
  expect((await post(JSON.stringify(anAdult())))?.status).toBe(201);
  expect((await post("x".repeat(65_537)))?.status).toBe(413);
  expect((await post("{"))?.status).toBe(400);
});
