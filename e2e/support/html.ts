import { expect } from "@playwright/test";
import { wrongInHtml } from "@/test/html";

/** html-validate finds nothing in a page as the server sent it (issue: HTML). */
export async function expectValidHtml(html: string, where: string) {
  expect.soft(await wrongInHtml(html), where).toEqual([]);
}
