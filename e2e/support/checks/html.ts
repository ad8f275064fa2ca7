import { expect } from "@playwright/test";
import { findHtmlErrors } from "@/test/support/http/html-validator";

/** html-validate finds nothing in a page as the server sent it (issue: HTML). */
export async function expectValidHtml(html: string, where: string) {
  expect.soft(await findHtmlErrors(html), where).toEqual([]);
}
