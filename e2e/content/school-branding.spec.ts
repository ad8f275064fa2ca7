import { writeFile } from "node:fs/promises";
import { expectAccessible } from "../support/checks/axe";
import { expectNoHorizontalScroll } from "../support/checks/small-screen";
import { runCommand } from "../support/pages/desk-pages";
import { openDesk } from "../support/pages/desk-session";
import { expect, test } from "../support/test";

test.use({ freshSchool: true });

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 64"><rect width="60" height="60" y="2" rx="14" fill="#b8860b"/><text x="76" y="44" font-family="serif" font-size="34" fill="#26211c">Escola Roca</text></svg>`;

test("a school's logo and colour are on every page, with contrast in light and dark (desk 30)", async ({
  page,
  context,
  school,
  database,
}, testInfo) => {
  const file = testInfo.outputPath("logo.svg");
  await writeFile(file, SVG);
  await runCommand(school, "settings", "logo", file);
  await database.query(
    `insert into settings (key, value) values ('school_color', '"#ffcc00"'), ('school_name', '"Escola Roca"')`,
  );
  await openDesk(context, school, "admin");
  await page.setViewportSize({ width: 360, height: 740 });
  const logo = page.locator("header").getByRole("img", { name: "Escola Roca" });
  await expect(async () => {
    await page.goto("/enroll");
    await expect(logo).toBeVisible({ timeout: 1000 });
  }).toPass(); // the server hears of settings within a second

  const src = String(await logo.getAttribute("src"));
  const response = await page.request.get(src);
  expect(await response.text()).toBe(SVG);
  expect(response.headers()).toMatchObject({
    "content-type": "image/svg+xml; charset=utf-8",
    "cache-control": "public, max-age=31536000, immutable",
    "content-security-policy": expect.stringContaining("default-src 'none'"),
    "x-content-type-options": "nosniff",
  });
  expect((await page.request.get("/school/logo-0000000000000000.svg")).status()).toBe(404);

  for (const address of ["/enroll", "/desk/enrollments"]) {
    await page.goto(address);
    await expect(logo).toBeVisible();
    await expectNoHorizontalScroll(page);
    await expectAccessible(page, address); // its contrasts in light and dark
  }
  const readAccent = async (colorScheme: "light" | "dark") => {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: testInfo.outputPath(`${colorScheme}.png`) });
    return page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue("--accent").trim(),
    );
  };
  // The hue at the role's lightness; #ffcc00 would be unreadable on white.
  expect(await readAccent("dark")).toBe("#dabf73");
  expect(await readAccent("light")).toBe("#665000");
});
