import { expect } from "@playwright/test";
import { findHtmlErrors } from "@/test/support/http/html-validator";

/** Validates served HTML (issue: HTML). */
export async function expectValidHtml(html: string, where: string) {
  expect.soft(await findHtmlErrors(html), where).toEqual([]);
}
