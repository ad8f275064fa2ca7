import { expect, type Locator, type Page } from "@playwright/test";

// Point 37: forced colours and reduced motion.

/** A visible border, because forced colours remove backgrounds. */
export async function expectBorders(controls: Locator, where: string) {
  const looks = await controls.filter({ visible: true }).evaluateAll((all) =>
    all.map((control) => {
      const { borderTopWidth, borderTopStyle, borderTopColor, backgroundColor } = getComputedStyle(control);
      return {
        width: Number.parseFloat(borderTopWidth),
        borderTopStyle,
        differs: borderTopColor !== backgroundColor,
      };
    }),
  );
  expect(looks.length, where).toBeGreaterThan(0);
  for (const look of looks) {
    expect(look, where).toMatchObject({ borderTopStyle: "solid", differs: true });
    expect(look.width, where).toBeGreaterThanOrEqual(1);
  }
}

/** Buttons, fields, choices, badges and notices have a visible border with forced colours. */
export async function expectContrastInSystemColors(page: Page, where: string) {
  await page.emulateMedia({ forcedColors: "active" });
  const parts = ".btn, .control, .choice, .chip:not([data-bare], [data-untold]), .notice";
  await expectBorders(page.locator(`main :is(${parts})`), `${where}, forced colours`);
  await page.emulateMedia({ forcedColors: "none" });
}

/** A selected control differs from the others. */
export async function expectSelectedDistinct(form: Locator, where: string) {
  const chosen = form.locator("input[type=radio]:checked, input[type=checkbox]:checked");
  const others = form.locator("input[type=radio]:not(:checked)");
  if ((await chosen.count()) === 0 || (await others.count()) === 0) return;
  const [one, other] = [await chosen.first().screenshot(), await others.first().screenshot()];
  expect(one.equals(other), where).toBe(false);
}

export async function expectFocusIndicator(page: Page, where: string) {
  const outline = await page.evaluate(() => {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(document.activeElement as Element);
    const paper = getComputedStyle(document.body).backgroundColor;
    return { outlineStyle, width: Number.parseFloat(outlineWidth), differs: outlineColor !== paper };
  });
  expect(outline, where).toMatchObject({ outlineStyle: "solid", differs: true });
  expect(outline.width, where).toBeGreaterThanOrEqual(2);
}

/** Elements with a transition or animation. */
export const listAnimations = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("*")].flatMap((element) => {
      const { transitionDuration, animationName, scrollBehavior } = getComputedStyle(element);
      const still =
        /^0s(, 0s)*$/.test(transitionDuration) && animationName === "none" && scrollBehavior === "auto";
      return still ? [] : [element.outerHTML.slice(0, 80)];
    }),
  );
