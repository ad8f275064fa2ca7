import { expect, type Page } from "@playwright/test";
import { retryWhileBusy } from "./retry.js";

/** Opens a page, anew where the server is busy. */
export async function openPage(page: Page, address: string | (() => Promise<string>)) {
  const opened = await retryWhileBusy(
    async () => page.goto(typeof address === "string" ? address : await address()),
    (answer) => (answer?.status() === 503 ? (answer.headers()["retry-after"] ?? null) : false),
  );
  expect(opened?.ok(), `${new URL(page.url()).pathname} opens`).toBe(true);
}
