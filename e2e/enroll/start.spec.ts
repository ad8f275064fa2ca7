import { expect, test } from "../support/test";

test("families 36: the home page has the three entry links before dates and courses", async ({
  wizard,
  page,
}) => {
  await page.goto("/");
  const entryLinks = wizard.main.locator("nav[aria-labelledby=who] a");
  const linksBox = await entryLinks.first().boundingBox();
  const finderBox = await wizard.main.locator("form").first().boundingBox();
  expect(linksBox?.y ?? 0).toBeLessThan(finderBox?.y ?? 0);
  await entryLinks.first().click();
  await expect(page).toHaveURL(/\/enroll\/(school-year|birth-date)$/);
});

test.describe("in a school of its own", () => {
  test.use({ freshSchool: true });

  test("families 36: while no year is open the only link is to sign in", async ({
    wizard,
    page,
    database,
  }) => {
    await database.query(
      "update school_years set start_enrollment = current_date + 30, end_enrollment = null",
    );
    await expect(async () => {
      await page.goto("/");
      await expect(wizard.main.locator("nav[aria-labelledby=who] a")).toHaveCount(1, { timeout: 500 });
    }).toPass();
    await expect(wizard.main.locator("nav[aria-labelledby=who] a")).toHaveAttribute("href", /sign-in/);
  });
});
