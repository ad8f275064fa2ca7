import { expect, test, vi } from "vitest";
import { handle } from "./handle";

test("serves a catalogue that Next's bundle has read, with its own copy of the class", async () => {
  vi.resetModules();
  const { Representation } = await import("@/lib/platform/representation");
  const list = handle(
    { path: "/api/list", method: "GET", status: 200, open: true },
    () => new Representation(["es"]),
  );

  const response = await list(new Request("http://localhost/api/list"));
  expect(response.status).toBe(200);
  expect(response.headers.get("etag")).toMatch(/^"[\w-]+"$/);
  expect(await response.json()).toEqual({ status: "success", data: ["es"] });
});
