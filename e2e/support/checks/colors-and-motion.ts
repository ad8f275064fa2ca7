import { expect, type Locator, type Page } from "@playwright/test";

// Point 37: forced colours and reduced motion.

/** A visible border, because forced colours remove backgrounds. */
export async function expectBorders(controls: Locator, where: string) {
  const styles = await controls.filter({ visible: true }).evaluateAll((elements) =>
    elements.map((control) => {
      const { borderTopWidth, borderTopStyle, borderTopColor, backgroundColor } = getComputedStyle(control);
      return {
        width: Number.parseFloat(borderTopWidth),
        borderTopStyle,
        differs: borderTopColor !== backgroundColor,
      };
    }),
  );
  expect(styles.length, where).toBeGreaterThan(0);
  for (const style of styles) {
    expect(style, where).toMatchObject({ borderTopStyle: "solid", differs: true });
    expect(style.width, where).toBeGreaterThanOrEqual(1);
  }
}

/** Buttons, fields, choices, badges and notices have a visible border with forced colours. */
export async function expectContrastInSystemColors(page: Page, where: string) {
  await page.emulateMedia({ forcedColors: "active" });
  const selectors = ".btn, .control, .choice, .chip:not([data-bare], [data-untold]), .notice";
  await expectBorders(page.locator(`main :is(${selectors})`), `${where}, forced colours`);
  await page.emulateMedia({ forcedColors: "none" });
}

/** A selected control differs from the others. */
export async function expectSelectedDistinct(form: Locator, where: string) {
  const selected = form.locator("input[type=radio]:checked, input[type=checkbox]:checked");
  const unselected = form.locator("input[type=radio]:not(:checked)");
  if ((await selected.count()) === 0 || (await unselected.count()) === 0) return;
  // Again while an answer that is being saved changes the list between the two.
  await expect(async () => {
    const selectedImage = await selected.first().screenshot();
    expect(selectedImage.equals(await unselected.first().screenshot()), where).toBe(false);
  }).toPass();
}

export async function expectFocusIndicator(page: Page, where: string) {
  const outline = await page.evaluate(() => {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(document.activeElement as Element);
    const background = getComputedStyle(document.body).backgroundColor;
    return { outlineStyle, width: Number.parseFloat(outlineWidth), differs: outlineColor !== background };
  });
  expect(outline, where).toMatchObject({ outlineStyle: "solid", differs: true });
  expect(outline.width, where).toBeGreaterThanOrEqual(2);
}

/** Elements with a transition or animation. */
export const listAnimations = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("*")].flatMap((element) => {
      const { transitionDuration, animationName, scrollBehavior } = getComputedStyle(element);
      const isStatic =
        /^0s(, 0s)*$/.test(transitionDuration) && animationName === "none" && scrollBehavior === "auto";
      return isStatic ? [] : [element.outerHTML.slice(0, 80)];
    }),
  );
