import { expect, type Page } from "@playwright/test";
import axe, { type RunOnly } from "axe-core";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** The rules whose answer depends on colours; the page itself is the same in both themes. */
const COLOR_RULES = ["color-contrast", "link-in-text-block"];

/** Its page without the language is the same but for the words; axe looks at its colours there. */
const TRANSLATED = /^\/(ca|en)(\/|$)/;

/** axe finds nothing on the page as it is now, light and dark (point 36). */
export async function expectAccessible(page: Page, where: string) {
  const colors = !TRANSLATED.test(new URL(page.url()).pathname);
  for (const colorScheme of colors ? (["light", "dark"] as const) : (["light"] as const)) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" }); // no color caught between two themes
    const runOnly =
      colorScheme === "dark"
        ? { type: "rule" as const, values: COLOR_RULES }
        : { type: "tag" as const, values: TAGS };
    const left = colors ? [] : COLOR_RULES;
    expect.soft(await violations(page, runOnly, left), `${where}, ${colorScheme}`).toEqual([]);
  }
}

/** Asks axe itself: Playwright's wrapper has it write down also what is right, which takes longer than looking. */
async function violations(page: Page, runOnly: RunOnly, left: string[]) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const rules = Object.fromEntries(left.map((rule) => [rule, { enabled: false }]));
  return page.evaluate(
    async (options) => {
      const { violations, passes } = await window.axe.run(document, options);
      if (passes.length === 0) return ["axe has looked at nothing"];
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
    },
    { runOnly, rules, resultTypes: ["violations" as const], preload: false },
  );
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}
