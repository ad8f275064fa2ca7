import type { Page } from "@playwright/test";
import { aMinorForLayout } from "../support/people";
import { expect, test } from "../support/test";

test("check answers and the last page print answers and reference without buttons (33, 34)", async ({
  wizard,
  page,
  api,
}) => {
  const minor = aMinorForLayout("print", await api.getStudies());
  minor.enrollment_observations = `${"Una observación larga. ".repeat(40)}\nLa última línea.`;
  await wizard.skipTo("check", minor);
  expect(await countPrintedPages(page), "all answers of the longest enrollment").toBeLessThanOrEqual(3);
  await page.emulateMedia({ media: "print" });
  await expectNoControls(page);
  await expect(wizard.main.getByText(minor.student_document as string)).toBeVisible();
  await expect(wizard.main.getByText("La última línea.")).toBeVisible();
  await page.emulateMedia({ media: null });

  await wizard.submit();
  const reference = (await wizard.readReference()) as string;
  expect(await countPrintedPages(page), "the last page (W34)").toBe(1);
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expectNoControls(page);
  await expect(wizard.main.getByText(reference)).toBeVisible();
  await expect(page.getByText("Escuela de Música Matrícula").first()).toBeVisible();
  const background = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  expect(background, "no dark paper").toBe("rgb(248, 247, 244)");
});

/** Number of A4 pages. */
async function countPrintedPages(page: Page): Promise<number> {
  const pdf = (await page.pdf({ format: "A4", preferCSSPageSize: false })).toString("latin1");
  return pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

/** No buttons, language links or navigation. */
async function expectNoControls(page: Page) {
  await expect(
    page.locator("button:visible, nav:visible, footer:visible, input:visible, summary:visible"),
  ).toHaveCount(0);
}
