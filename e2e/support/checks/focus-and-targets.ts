import { expect, type Page } from "@playwright/test";

// Focus and pointer targets, which axe does not check.

/** Tabs through the page: the focused element is visible and not covered (WCAG 2.4.11). */
export async function expectFocusVisible(page: Page, where: string) {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  const visited = new Set<string>();
  for (let presses = 0; presses < 120; presses++) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement;
      if (element === document.body) return;
      element.dataset.focusKey ??= String(Math.random());
      const [box = element.getBoundingClientRect()] = element.getClientRects();
      // Browsers scroll to the caret of a text area, not to all of its lines.
      const bottom = element.matches("textarea") ? Math.min(box.bottom, box.top + 44) : box.bottom;
      const [x, y] = [box.x + box.width / 2, (box.top + bottom) / 2];
      const hit = document.elementFromPoint(x, y);
      return {
        key: element.dataset.focusKey,
        html: element.outerHTML.slice(0, 120),
        inView: box.top >= 0 && box.left >= 0 && bottom <= innerHeight && box.right <= innerWidth,
        onTop: hit !== null && (element.contains(hit) || hit.contains(element)),
      };
    });
    if (!focused) continue; // past the last element, focus starts again
    if (visited.has(focused.key)) break;
    visited.add(focused.key);
    expect(focused, `${where}: ${focused.html}`).toMatchObject({ inView: true, onTop: true });
  }
  expect(visited.size, `${where}: stops of the Tab key`).toBeGreaterThan(10);
}

/** Targets are 44 px high and 24 px wide, except links in sentences (WCAG 2.5.8, point 35). */
export async function expectTargetSize(page: Page, where: string) {
  const violations = await page
    .locator(":is(a, button, summary, select, textarea, input:not([type=hidden])):visible")
    .evaluateAll((targets) =>
      targets.flatMap((target) => {
        if (target.closest("[aria-hidden=true]") || target.matches(".sr-only:not(:focus)")) return [];
        if (getComputedStyle(target).display === "inline") return []; // within a sentence
        const { type } = target as HTMLInputElement;
        const hitArea =
          type === "radio" || type === "checkbox" ? (target.closest("label, div") as Element) : target;
        const { width, height } = hitArea.getBoundingClientRect();
        return height >= 44 && width >= 24 ? [] : [`${width}×${height} ${target.outerHTML.slice(0, 120)}`];
      }),
    );
  expect(violations, where).toEqual([]);
}

/** With WCAG 1.4.12 spacing nothing is cut off or scrolls sideways. */
export async function expectTextSpacing(page: Page, where: string) {
  const overflows = await page.evaluate(() => {
    const sheet = new CSSStyleSheet(); // a style element would need the page's nonce
    sheet.replaceSync(
      "* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important } p { margin-bottom: 2em !important }",
    );
    document.adoptedStyleSheets = [sheet];
    const elements = [...document.querySelectorAll<HTMLElement>("body *")].flatMap((element) => {
      const hidesOverflow =
        getComputedStyle(element).overflow !== "visible" &&
        !element.matches(
          "input, select, textarea, svg, .sr-only, [data-cards] > thead, [aria-hidden=true], [aria-hidden=true] *",
        );
      const clipped =
        hidesOverflow &&
        (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1);
      return clipped ? [element.outerHTML.slice(0, 120)] : [];
    });
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) elements.push(`the page is ${scrollWidth} px wide in ${clientWidth}`);
    document.adoptedStyleSheets = [];
    return elements;
  });
  expect(overflows, where).toEqual([]);
}
