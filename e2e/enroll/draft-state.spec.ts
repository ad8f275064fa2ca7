import { aMinor, anAdult, anEmail } from "@/test/support/data/factories";
import { toFormInput } from "../support/answers";
import { Wizard } from "../support/pages/wizard";
import { countPeopleByEmail } from "../support/stored-enrollment";
import { expect, test } from "../support/test";

test("a reload and another tab show the saved page (10, 29)", async ({ wizard, context }) => {
  const minor = aMinor();
  await wizard.start();
  await wizard.walkTo("guardian-contact", minor);
  await wizard.page.goBack();
  await wizard.page.reload();
  const saved = { guardian_document: minor.guardian_document, guardian_document_type: "dni" };
  expect(await wizard.readValues()).toMatchObject(saved);

  const otherTab = new Wizard(await context.newPage());
  await otherTab.page.goto(wizard.url("/guardian-name"));
  expect(await otherTab.readValues()).toMatchObject(saved);
});

test("Back and the browser's Back show the page as it was left; Forward continues (W4)", async ({
  wizard,
  page,
}) => {
  const minor = aMinor();
  await wizard.start();
  await wizard.walkTo("guardian-contact", minor);
  await page.goBack();
  await expect(page).toHaveURL(/guardian-name/);
  await expect(wizard.control("guardian_document")).toHaveValue(minor.guardian_document);
  await page.goForward();
  await expect(page).toHaveURL(/guardian-contact/);

  await wizard.main.locator(`a[href="${wizard.url("/guardian-name")}"]`).click();
  await expect(page).toHaveURL(/guardian-name/);
  await expect(wizard.control("guardian_document")).toHaveValue(minor.guardian_document);
});

test("the browser's Back, then Forward show the last input, which Continue keeps (W4, W10)", async ({
  wizard,
  page,
}) => {
  const minor = aMinor();
  await wizard.start();
  await wizard.walkTo("guardian-contact", minor);
  // Not an earlier save, of the fields that were filled before.
  const waitForSave = (address: string) =>
    page.waitForResponse((response) => response.request().postData()?.includes(address) === true);
  const goBack = async () => {
    await page.goBack();
    await expect(wizard.control("guardian_document")).toHaveValue(minor.guardian_document);
  };
  const expectAfterForward = async (address: string) => {
    await page.goForward();
    await expect(wizard.control("guardian_address")).toHaveValue(address);
    await expect(wizard.control("guardian_country")).toHaveValue(minor.guardian_country);
  };
  for (const address of ["Calle Nueva 1", "Calle Mayor 2"]) {
    const saved = waitForSave(address);
    await wizard.answer({ ...toFormInput(minor), guardian_address: address });
    await saved;
    await goBack();
    await expectAfterForward(address);
  }

  const saved = waitForSave("Calle Vieja 3");
  await wizard.fill("guardian_address", "Calle Vieja 3");
  await goBack(); // perhaps before the pause
  await saved;
  await expectAfterForward("Calle Vieja 3");
  await wizard.continue();
  await page.goBack();
  await expect(wizard.control("guardian_address")).toHaveValue("Calle Vieja 3");
});

test("switching the language keeps the step and the answers, also unsaved ones (W38)", async ({
  wizard,
  page,
}) => {
  await wizard.skipTo("guardian-name", aMinor());
  await wizard.fill("guardian_name", "Berta");
  await wizard.switchTo("ca");
  await expect(page).toHaveURL(/\/ca\/enroll\/guardian-name/);
  await expect(wizard.control("guardian_name")).toHaveValue("Berta");

  await wizard.switchTo("en");
  await expect(page).toHaveURL(/\/en\/enroll\/guardian-name/);
  await page.goto("/en/enroll/birth-date");
  await expect(wizard.control("student_birth_date_year")).toHaveValue(/^\d{4}$/);
});

test("switching the language keeps errors, in that language, and the focus (W38)", async ({ wizard }) => {
  await wizard.skipTo("guardian-name", aMinor());
  await wizard.fill("guardian_name", "Berta");
  await wizard.expectErrors();
  const errorCount = await wizard.errors.count();
  const inCatalan = await wizard.switchTo("ca");
  await expect(inCatalan.errors).toHaveCount(errorCount);
  await expect(inCatalan.errors.first()).toContainText("Escriu");
  await expect(inCatalan.control("guardian_name")).toHaveValue("Berta");
  await expect(wizard.page.locator("header summary")).toBeFocused();
});

test("a reload keeps unsaved input without errors (8, 10)", async ({ wizard, page }) => {
  await wizard.skipTo("guardian-name", aMinor());
  const saved = page.waitForResponse((response) => response.request().method() === "POST");
  await wizard.fill("guardian_name", "Berta");
  await saved;
  await page.reload();
  await expect(wizard.control("guardian_name")).toHaveValue("Berta");
  await expect(wizard.errors).toHaveCount(0);
});

test("switching the language on check answers submits nothing and keeps the checkbox (28, 38)", async ({
  wizard,
  page,
  database,
}) => {
  const adult = anAdult();
  await wizard.skipTo("check", adult);
  await wizard.fill("terms_and_conditions", "on");
  const inCatalan = await wizard.switchTo("ca");
  await expect(page).toHaveURL(/\/ca\/enroll\/check$/);
  await expect(wizard.control("terms_and_conditions")).toBeChecked();
  expect(await countPeopleByEmail(database, adult.student_email)).toBe(0);
  await inCatalan.submit();
});

test("Enter in a field means Continue, not the first button of the page (35, 38)", async ({
  wizard,
  page,
}) => {
  await wizard.start();
  await wizard.answer(toFormInput(anAdult()));
  await wizard.control("student_birth_date_year").press("Enter");
  await expect(page).toHaveURL(/\/enroll\/student-name$/);
  await expect(page.locator("html")).toHaveAttribute("lang", "es");
});

test("'delete my answers' deletes them everywhere, and another tab says so (W10, W29)", async ({
  wizard,
  page,
  context,
  database,
}) => {
  await wizard.skipTo("guardian-contact", aMinor());
  const otherTab = new Wizard(await context.newPage());
  await otherTab.page.goto(wizard.url("/guardian-contact"));
  const countDrafts = async () =>
    Number((await database.query<{ n: string }>("select count(*) as n from drafts"))[0]?.n);
  const previousCount = await countDrafts();
  await page.locator(`a[href$="/enroll/delete"]`).first().click();
  await expect(page).toHaveURL(/\/enroll\/delete/);
  await wizard.continueButton.click();
  await expect(page).toHaveURL(/\/enroll\?/);
  expect(await countDrafts()).toBe(previousCount - 1);
  await expect(async () => {
    await otherTab.fill("guardian_email", anEmail());
    await expect(otherTab.form.getByRole("status").last()).toContainText("ya no están", { timeout: 2_000 });
  }).toPass();
  await page.goto(wizard.url("/guardian-contact"));
  await expect(page).toHaveURL(/\/enroll(\/(school-year|birth-date))?$/);
});

test("rejected input of the first step can be deleted, also from the home page (W29)", async ({
  wizard,
  page,
}) => {
  await wizard.start();
  await wizard.fill("student_birth_date_day", "31");
  await wizard.expectErrors();
  const deleteLink = page.locator(`main a[href$="/enroll/delete"]`);
  await expect(async () => {
    await page.reload();
    await expect(deleteLink).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.goto(wizard.url());
  await deleteLink.click();
  await wizard.continueButton.click();
  await expect(page.getByRole("status")).toBeVisible();
  await expect(deleteLink).toHaveCount(0);
});
