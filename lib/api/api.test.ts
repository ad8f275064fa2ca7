import { afterAll, beforeAll, expect, test } from "vitest";
import { startApi } from "@/test/api";

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

test("4: a read without input answers with the envelope", async () => {
  const response = await fetch(`${api.base}/api/v1/general/document_types`, {
    headers: { Authorization: `Bearer ${api.key}` },
  });
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ status: "success", data: ["dni", "nie", "passport", "nif"] });
});
