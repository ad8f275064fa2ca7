import { expect, type Page } from "@playwright/test";

/** Everything fits the window's width (point 35). */
export async function expectNoSidewaysScroll(page: Page) {
  const { content, window } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    window: document.documentElement.clientWidth,
  }));
  expect(content, `${page.url()} at ${window} px`).toBeLessThanOrEqual(window);
}
