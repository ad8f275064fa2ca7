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
