import { expect, type Page } from "@playwright/test";
import axe from "axe-core";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** The rules whose answer depends on colours; the page itself is the same in both themes. */
const COLOR_RULES = ["color-contrast", "link-in-text-block"];

/** axe finds nothing on the page as it is now, light and dark (point 36). */
export async function expectAccessible(page: Page, where: string) {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" }); // no color caught between two themes
    const found = await violations(page, colorScheme === "dark" ? { rules: COLOR_RULES } : { tags: TAGS });
    expect.soft(found, `${where}, ${colorScheme}`).toEqual([]);
  }
}

/** Asks axe itself: Playwright's wrapper has it write down also what is right, which takes longer than looking. */
async function violations(page: Page, { tags, rules = [] }: { tags?: string[]; rules?: string[] }) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const runOnly = tags ? { type: "tag" as const, values: tags } : { type: "rule" as const, values: rules };
  return page.evaluate(
    async (options) => {
      const { violations, passes } = await window.axe.run(document, options);
      if (passes.length === 0) return ["axe has looked at nothing"];
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
    },
    { runOnly, resultTypes: ["violations" as const], preload: false },
  );
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}
