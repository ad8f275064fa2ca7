import { expect, type Page } from "@playwright/test";

/** Fits the width of the window (point 35). */
export async function expectNoHorizontalScroll(page: Page) {
  const { content, window } = await page.locator("html").evaluate((html) => ({
    content: html.scrollWidth,
    window: html.clientWidth,
  }));
  expect(content, `${page.url()} at ${window} px`).toBeLessThanOrEqual(window);
}

/** Inputs have 16 px text; buttons and inputs are 44 px high (point 35). */
export async function expectTouchSizes(page: Page) {
  const violations = await page.locator("main :is(input, select, textarea, button)").evaluateAll((controls) =>
    controls.flatMap((control) => {
      const { type } = control as HTMLInputElement;
      const target = type === "radio" || type === "checkbox" ? control.closest("div") : control;
      const height = target?.getBoundingClientRect().height ?? 0;
      if (height === 0 || control.closest("[aria-hidden=true]")) return []; // not shown
      const fontSize = Number.parseFloat(getComputedStyle(control).fontSize);
      const tooSmall = height < 44 || (type !== "radio" && type !== "checkbox" && fontSize < 16);
      return tooSmall
        ? [`${(control as HTMLInputElement).name}: ${height} px high, text ${fontSize} px`]
        : [];
    }),
  );
  expect(violations, page.url()).toEqual([]);
}
