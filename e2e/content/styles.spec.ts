import { execFileSync } from "node:child_process";
import type { Page } from "@playwright/test";
import { getRunArgs } from "@/test/support/processes/programs";
import { expectAccessible, expectAccessibleInSystemColors } from "../support/checks/axe";
import { expectContrastInSystemColors, listAnimations } from "../support/checks/colors-and-motion";
import { expectTargetSize, expectTextSpacing } from "../support/checks/focus-and-targets";
import { expectNoHorizontalScroll } from "../support/checks/small-screen";
import { expect, test } from "../support/test";

for (const scale of ["", "--dense"]) {
  test(`every component in all its states is accessible and fits the smallest phone ${scale}`, async ({
    page,
  }) => {
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await openGallery(page, scale);
      await expect(page.locator("h1")).toHaveText("Componentes");
      await expectNoHorizontalScroll(page);
      await expectAccessible(page, `${width} px${scale}`);
    }
    await expectAccessibleInSystemColors(page, scale);
    await expectContrastInSystemColors(page, scale);
    expect(await listAnimations(page)).toEqual([]);
  });
}

test("families' components have targets of 44 px and room for wider spacing", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await openGallery(page);
  await expectTargetSize(page, "components");
  await expectTextSpacing(page, "components");
});

/** test/gallery in a page with the service's styles. */
async function openGallery(page: Page, ...options: string[]) {
  const program = [...getRunArgs("test/gallery/gallery.tsx"), ...options];
  const gallery = execFileSync(process.execPath, program, { encoding: "utf8" });
  await page.route("**/terms", async (route) => {
    const response = await route.fetch();
    const html = (await response.text()).replace(/<script[\s\S]*?<\/script>/g, "");
    expect(html).toMatch(/<main[\s\S]*<\/main>/);
    const body = html.replace(/(<main[^>]*>)[\s\S]*(<\/main>)/, (_, start, end) => start + gallery + end);
    await route.fulfill({ response, body });
  });
  await page.goto("/terms");
}

const FONTS = /\/fonts\/[\w.-]+\.woff2$/;

test("a family's page loads two fonts from here, at most 70 kB, kept for good", async ({ page, school }) => {
  const fonts: { url: string; bytes: number; kept: string | undefined }[] = [];
  const elsewhere: string[] = [];
  page.on("response", async (response) => {
    const url = response.url();
    if (!url.startsWith(school.url) && !url.startsWith("data:")) elsewhere.push(url);
    if (!FONTS.test(url)) return;
    fonts.push({ url, bytes: (await response.body()).length, kept: response.headers()["cache-control"] });
  });
  await page.goto("/enroll");
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await expect.poll(() => fonts.length).toBe(2);
  expect(fonts.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(70_000);
  for (const { kept } of fonts) expect(kept).toBe("public, max-age=31536000, immutable");
  expect(elsewhere).toEqual([]);
  const used = await page.evaluate(() =>
    ["400 18px Figtree", "700 40px Bricolage"].map((font) => document.fonts.check(font)),
  );
  expect(used).toEqual([true, true]);
});

test("late fonts shift nothing: the page keeps its fallbacks, the next one uses them", async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(window, { moved: 0 });
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries() as LayoutShift[]) (window as Moved).moved += value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.route(FONTS, async (route) => {
    await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
    await route.continue();
  });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/terms");
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  });
  expect(await page.evaluate(() => (window as Moved).moved)).toBe(0);
});

type LayoutShift = PerformanceEntry & { value: number };
type Moved = typeof window & { moved: number };

test("there is one style sheet, of at most 13 kB on the wire", async ({ page }) => {
  await page.goto("/enroll");
  const sheets = await page
    .locator("link[rel=stylesheet]")
    .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href));
  expect(sheets).toHaveLength(1);
  const { encodedBodySize, decodedBodySize } = await page.evaluate(
    (href) => performance.getEntriesByName(href)[0] as PerformanceResourceTiming,
    String(sheets[0]),
  );
  expect(encodedBodySize).toBeLessThan(decodedBodySize / 3);
  expect(encodedBodySize).toBeLessThanOrEqual(13_000);
});
