import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Depend on colours; otherwise both themes are the same page. */
const COLOR_RULES = ["color-contrast", "link-in-text-block"];

/** Depend on texts and their language. */
const TEXT_RULES = axe
  .getRules(TAGS)
  .filter(
    ({ ruleId, tags }) =>
      /cat\.(?:language|text-alternatives|name-role-value|forms)/.test(tags.join()) ||
      /(?:-name|-unique|-mismatch|-heading-one)$/.test(ruleId),
  )
  .map(({ ruleId }) => ruleId);

/** Translated pages differ only in text; other rules are checked in one language. */
const TRANSLATED_PATH = /^\/(?:ca|en|docs\/es|docs\/ca)(?:\/|$)/;

/** Minified, because it is sent to every page. */
const AXE_SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * Checks the page with axe, light and dark (point 36).
 * @param themes only `light` for a page with the same colours in another state
 */
export async function expectAccessible(page: Page, where: string, themes: "both" | "light" = "both") {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" }); // no color caught between two themes
  if (TRANSLATED_PATH.test(new URL(page.url()).pathname)) {
    const violations = await findViolations(page, { runOnly: { type: "rule", values: TEXT_RULES } });
    return expect.soft(violations, where).toEqual([]);
  }
  const found = await findViolations(page, { runOnly: { type: "tag", values: TAGS } });
  expect.soft(found, `${where}, light`).toEqual([]);
  if (themes === "light") return;
  await page.emulateMedia({ colorScheme: "dark" });
  const darkViolations = await findViolations(page, { runOnly: { type: "rule", values: COLOR_RULES } });
  expect.soft(darkViolations, `${where}, dark`).toEqual([]);
}

/** With forced colours, whose contrast is the system's; axe reads the style sheet's. */
export async function expectAccessibleInSystemColors(page: Page, where: string) {
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  const rules = Object.fromEntries(COLOR_RULES.map((rule) => [rule, { enabled: false }]));
  const violations = await findViolations(page, { runOnly: { type: "tag", values: TAGS }, rules });
  expect.soft(violations, `${where}, forced colours`).toEqual([]);
  await page.emulateMedia({ forcedColors: "none" });
}

/** Calls axe directly: Playwright's wrapper also collects passes, which takes longer than the check. */
async function findViolations(page: Page, options: RunOptions) {
  await expect(page).toHaveTitle(/\S/); // after a link, Next sets it later than the content
  const violations = await runAxe(page, options);
  if (violations) return violations;
  await page.evaluate(AXE_SOURCE);
  return (await runAxe(page, options)) as string[];
}

/** Undefined if axe is not loaded yet. */
function runAxe(page: Page, options: RunOptions): Promise<string[] | undefined> {
  return page.evaluate(
    async (options) => {
      if (!("axe" in window)) return;
      const { violations, passes } = await window.axe.run(document, options);
      if (passes.length === 0) return ["axe checked nothing"];
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
    },
    { ...options, resultTypes: ["violations" as const], preload: false },
  );
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}
