import type { Locator, Page } from "@playwright/test";
import { answersOf } from "../support/answers";
import { aDetailedMinor } from "../support/people";
import { expect, test } from "../support/test";

// Point 37: what a system's own colours leave, and a page that does not move.

test("on every step nothing moves for whoever asked for that, and forced colours leave focus, choices and buttons apart (W37)", async ({
  wizard,
  page,
}) => {
  const minor = aDetailedMinor();
  await wizard.start();
  await page.emulateMedia({ reducedMotion: "no-preference" });
  expect(await moving(page), "colours change softly otherwise").not.toEqual([]);
  await page.emulateMedia({ reducedMotion: "reduce", forcedColors: "active" });
  await wizard.walkTo("check", minor, async () => {
    const step = wizard.step();
    expect(await moving(page), step).toEqual([]);
    await expectBordered(
      wizard.form.locator(
        "button[type=submit], input:not([type=radio], [type=checkbox], [type=hidden]), select, textarea",
      ),
      step,
    );
    await wizard.answer(answersOf(minor));
    await expectChoicesToDiffer(wizard.form, step);
    await page.keyboard.press("Tab");
    await expectFocusToShow(page, step);
  });
  expect(await moving(page), "check answers").toEqual([]);
  await wizard.continueInVain();
  await expectBordered(wizard.main.locator("[data-error-summary]"), "the error summary");
});

/** A border that stands out from what it surrounds: a system's colours drop all backgrounds. */
async function expectBordered(controls: Locator, where: string) {
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

/** A chosen radio button or ticked box does not look like the others. */
async function expectChoicesToDiffer(form: Locator, where: string) {
  const chosen = form.locator("input[type=radio]:checked, input[type=checkbox]:checked");
  const others = form.locator("input[type=radio]:not(:checked)");
  if ((await chosen.count()) === 0 || (await others.count()) === 0) return;
  const [one, other] = [await chosen.first().screenshot(), await others.first().screenshot()];
  expect(one.equals(other), where).toBe(false);
}

async function expectFocusToShow(page: Page, where: string) {
  const outline = await page.evaluate(() => {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(document.activeElement as Element);
    const paper = getComputedStyle(document.body).backgroundColor;
    return { outlineStyle, width: Number.parseFloat(outlineWidth), differs: outlineColor !== paper };
  });
  expect(outline, where).toMatchObject({ outlineStyle: "solid", differs: true });
  expect(outline.width, where).toBeGreaterThanOrEqual(2);
}

/** Elements with a transition or an animation of any length. */
const moving = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("*")].flatMap((element) => {
      const { transitionDuration, animationName, scrollBehavior } = getComputedStyle(element);
      const still =
        /^0s(, 0s)*$/.test(transitionDuration) && animationName === "none" && scrollBehavior === "auto";
      return still ? [] : [element.outerHTML.slice(0, 80)];
    }),
  );
