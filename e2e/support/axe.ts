import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** The rules whose answer depends on colours; the page itself is the same in both themes. */
const COLOR_RULES = ["color-contrast", "link-in-text-block"];

// The legacy mode opens no second page for each run; what it leaves out is frames, and we have none.

/** axe finds nothing on the page as it is now, light and dark (point 36). */
export async function expectAccessible(page: Page, where: string) {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" }); // no color caught between two themes
    const axe = new AxeBuilder({ page, axeSource: await axeSource(page) }).setLegacyMode();
    const { violations } = await (colorScheme === "dark"
      ? axe.withRules(COLOR_RULES)
      : axe.withTags(TAGS)
    ).analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
    expect.soft(found, `${where}, ${colorScheme}`).toEqual([]);
  }
}

/** axe stays in a document from step to step, and half a megabyte of script need not be read again. */
async function axeSource(page: Page): Promise<string | undefined> {
  return (await page.evaluate(() => "axe" in window)) ? "0" : undefined;
}
