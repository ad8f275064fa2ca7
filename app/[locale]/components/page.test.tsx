import { expect, test } from "vitest";
import { NoSuchPage } from "@/app/[locale]/no-such-page";
import Page from "./page";

test("a school's server has no page of components", async () => {
  const page = await Page({ params: Promise.resolve({ locale: "es" }), searchParams: Promise.resolve({}) });
  expect(page.type).toBe(NoSuchPage);
});
