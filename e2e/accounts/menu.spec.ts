import { aMinor } from "@/test/support/data/factories";
import { expectAccessible } from "../support/checks/axe";
import { expectNoHorizontalScroll } from "../support/checks/small-screen";
import { AccountPages, findSetupLink, GOOD_PASSWORD } from "../support/pages/account-pages";
import { expect, test } from "../support/test";

// Account menu and language menu.

test.use({ viewport: { width: 360, height: 740 } });

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("the header of every page has the account menu of a signed-in family", async ({
      page,
      api,
      mailbox,
    }) => {
      const minor = aMinor({ school_year_id: (await api.getCurrentYear()).id });
      await api.enrollMinor(minor);
      await page.goto("/");
      const header = page.locator("header");
      await expect(header.locator("summary")).toHaveCount(1); // the languages
      await expect(header.locator('a[href="/account"]')).toBeVisible();

      const account = new AccountPages(page);
      await page.goto(findSetupLink(await mailbox.waitForMail(minor.guardian_email)));
      await account.fill({ password: GOOD_PASSWORD });
      await account.submit();
      await account.expectStudents("Carla Soler Roca");
      const menu = header.locator("details").first();
      const summary = menu.locator("summary");
      await expect(summary).toContainText("Berta"); // without another load of the page
      for (const address of ["/", "/terms", "/enroll"]) {
        await page.goto(address);
        await summary.click();
        await expect(menu.locator("a, button")).toHaveText([
          "Tu cuenta",
          "Tus datos",
          "Cambiar la contraseña",
          "Lo que guardamos de ti",
          "Cerrar sesión",
        ]);
        await expectNoHorizontalScroll(page);
      }
      if (javaScriptEnabled) await expectAccessible(page, "an open menu");
      await menu.locator('a[href="/account/password"]').click();
      await expect(page).toHaveURL(/\/account\/password$/);
      await expect(menu).not.toHaveAttribute("open");

      await summary.click();
      await menu.locator("button").click();
      await expect(page).toHaveURL(/\/sign-in$/);
      await expect(header.locator("summary")).toHaveCount(1);
    });
  });
}

test("Escape closes a menu and returns the focus; a click outside closes it", async ({ page }) => {
  await page.goto("/contact");
  const menu = page.locator("header details");
  const openMenu = async () => {
    await menu.locator("summary").focus();
    await page.keyboard.press("Enter");
    await expect(menu).toHaveAttribute("open");
    await page.keyboard.press("Tab");
    await expect(menu.locator("a").first()).toBeFocused();
  };
  await expect(async () => {
    await openMenu();
    await page.keyboard.press("Escape");
    await expect(menu).not.toHaveAttribute("open", { timeout: 500 }); // once the page's scripts run
  }).toPass();
  await expect(menu.locator("summary")).toBeFocused();
  await openMenu();
  await page.locator("main h2").last().click();
  await expect(menu).not.toHaveAttribute("open");
});
