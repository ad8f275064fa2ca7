import { expectAccessible } from "../support/checks/axe";
import { expectNoHorizontalScroll } from "../support/checks/small-screen";
import { expect, test } from "../support/test";

const pages = ["terms", "privacy", "accessibility", "contact"];
const prefixes = { es: "", ca: "/ca", en: "/en" };

for (const [locale, prefix] of Object.entries(prefixes)) {
  test(`every page of ${prefix || "/"} has texts and a title and is accessible; the first has dates, prices and a link to the form (1, 36)`, async ({
    page,
  }) => {
    const main = page.locator("main");
    for (const path of ["", ...pages.map((name) => `/${name}`)]) {
      await page.setViewportSize({ width: 1280, height: 720 });
      const response = await page.goto(`${prefix}${path}` || "/");
      expect(response?.status()).toBe(200);
      await expect(page.locator("html")).toHaveAttribute("lang", locale);
      await expect(main.locator("h1")).toHaveCount(1);
      if (path === "") {
        await expect(main).toContainText(/\d{4}\/\d{4}/);
        await expect(main).toContainText("€");
      } else await expect(page).toHaveTitle(new RegExp((await main.locator("h1").textContent()) as string));
      await expect(main).not.toContainText("content.");
      await expectAccessible(page, `${prefix}${path}`);
      await page.setViewportSize({ width: 320, height: 640 });
      await expectNoHorizontalScroll(page);
      if (path === "") await expect(main.locator(`a[href^="${prefix}/enroll"]`).first()).toBeVisible();
    }
  });
}

test("an unknown address returns 404 with a text in its language, with and without JavaScript (32)", async ({
  page,
  request,
}) => {
  for (const path of ["/no-such-page", "/enroll/no-such-step", "/enroll/birth-date/more"]) {
    const titles = new Set<string>();
    for (const [locale, prefix] of Object.entries(prefixes)) {
      const response = await page.goto(`${prefix}${path}`);
      expect(response?.status()).toBe(404);
      await expect(page.locator("html")).toHaveAttribute("lang", locale);
      const heading = (await page.locator("main h1").textContent()) as string;
      await expect(page).toHaveTitle(`${heading} – Escuela de Música Matrícula`);
      await expect(page.locator("header a, footer address")).not.toHaveCount(0);
      if (path === "/no-such-page") await expectAccessible(page, `${prefix}${path}`);
      titles.add(heading);

      const rawResponse = await request.get(`${prefix}${path}`);
      expect(rawResponse.status()).toBe(404);
      const html = (await rawResponse.text()).replace(/<script.*?<\/script>/gs, "");
      expect(html).toMatch(new RegExp(`<html[^>]* lang="${locale}"`));
      for (const fragment of [`>${heading}</h1>`, `<title>${heading} – `, "<header", "<address"])
        expect(html, path).toContain(fragment);
    }
    expect(titles.size).toBe(3);
  }
});

test("the terms URL of the API is a page of this school (4.2)", async ({ api, page }) => {
  const { body } = await api.get("general/terms");
  const response = await page.goto(body.data);
  expect(response?.status()).toBe(200);
});
