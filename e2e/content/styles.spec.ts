import { expectAccessibleInSystemColors } from "../support/checks/axe";
import { expectContrastInSystemColors, listAnimations } from "../support/checks/colors-and-motion";
import { expectTargetSize, expectTextSpacing } from "../support/checks/focus-and-targets";
import { expectNoHorizontalScroll } from "../support/checks/small-screen";
import { openAccount } from "../support/pages/account-pages";
import { openDesk } from "../support/pages/desk-session";
import { aMinorForLayout } from "../support/people";
import { expect, test } from "../support/test";

test("pages of an account and of the desk are readable in forced colours, without motion, at 320 px and with wider spacing (37, 1.4.12)", async ({
  page,
  context,
  api,
  school,
  database,
}) => {
  const longName = { student_name: `Maria${"llorença".repeat(5)}` };
  const minor = { ...aMinorForLayout("styles", await api.getStudies()), ...longName };
  const reference = (await api.enrollMinor(minor)).headers.get("enrollment-reference") as string;
  await openAccount(context, school, database, minor.guardian_email);
  await openDesk(context, school, "admin");
  const accountPath = `/account/enrollments/${reference}`;
  const accountPaths = ["", "/choices", "/withdraw"].map((suffix) => accountPath + suffix);
  const deskPaths = ["/places", "/enrollments", `/enrollments/${reference}/decide/accepted`];
  for (const path of [
    "/account",
    ...accountPaths,
    "/account/details",
    ...deskPaths.map((suffix) => `/desk${suffix}`),
  ]) {
    await page.setViewportSize({ width: 320, height: 800 });
    await page.goto(path);
    await expectNoHorizontalScroll(page);
    if (!path.startsWith("/desk")) {
      await expectTargetSize(page, path);
      await expectTextSpacing(page, path);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await expectAccessibleInSystemColors(page, path);
    await expectContrastInSystemColors(page, path);
    expect(await listAnimations(page), path).toEqual([]);
  }
});

const FONTS = /\/fonts\/[\w.-]+\.woff2$/;

test("a family's page loads two immutable fonts of at most 70 kB from its own origin", async ({
  page,
  school,
}) => {
  const fonts: { url: string; bytes: number; cacheControl: string | undefined }[] = [];
  const foreignUrls: string[] = [];
  page.on("response", async (response) => {
    const url = response.url();
    if (!url.startsWith(school.url) && !url.startsWith("data:")) foreignUrls.push(url);
    if (!FONTS.test(url)) return;
    fonts.push({
      url,
      bytes: (await response.body()).length,
      cacheControl: response.headers()["cache-control"],
    });
  });
  await page.goto("/enroll");
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await expect.poll(() => fonts.length).toBe(2);
  expect(fonts.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(70_000);
  for (const { cacheControl } of fonts) expect(cacheControl).toBe("public, max-age=31536000, immutable");
  expect(foreignUrls).toEqual([]);
  const areLoaded = await page.evaluate(() =>
    ["400 18px Figtree", "700 40px Bricolage"].map((font) => document.fonts.check(font)),
  );
  expect(areLoaded).toEqual([true, true]);
});

test("late fonts cause no layout shift", async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(window, { layoutShift: 0 });
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries() as LayoutShift[])
        (window as ShiftWindow).layoutShift += value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  let delayedFonts = 0;
  await page.route(FONTS, async (route) => {
    await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
    delayedFonts += 1;
    await route.continue();
  });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/terms");
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  });
  expect(delayedFonts).toBeGreaterThan(0);
  expect(await page.evaluate(() => (window as ShiftWindow).layoutShift)).toBe(0);
});

type LayoutShift = PerformanceEntry & { value: number };
type ShiftWindow = typeof window & { layoutShift: number };

test("there is one style sheet of at most 13 kB compressed", async ({ page }) => {
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
