import { aMinor } from "@/test/support/data/factories";
import { expectAccessible } from "../support/checks/axe";
import type { Mailbox } from "../support/mailbox";
import { findSetupLink } from "../support/pages/account-pages";
import { Wizard } from "../support/pages/wizard";
import { aDetailedMinor } from "../support/people";
import { expect, test } from "../support/test";

test("families 7: a known family continues its draft by mail on another device", async ({
  wizard,
  page,
  api,
  mailbox,
  browser,
}) => {
  const known = aMinor();
  expect((await api.enrollMinor(known)).status).toBe(201);
  const minor = aDetailedMinor({ student_name: "Nil", guardian_email: known.guardian_email });
  const link = await requestDraftLink(wizard, mailbox, minor);
  const device = await browser.newContext();
  const otherWizard = new Wizard(await device.newPage());
  await otherWizard.page.goto(link);
  await expectAccessible(otherWizard.page, "going on with a draft");
  await otherWizard.page.locator("main form button").first().click(); // without a password
  await expect(otherWizard.page).toHaveURL(/\/enroll\/check$/);

  await page.goto(wizard.url("/check")); // where it was begun nothing of it is left
  await expect(wizard.main).not.toContainText(known.guardian_email);

  await expect(otherWizard.main).toContainText("Nil");
  await otherWizard.fill("terms_and_conditions", "on");
  await otherWizard.continueButton.click();
  await expect(otherWizard.page).toHaveURL(/\/enroll\/done$/);
  await device.close();
});

test("families 7: the link says at once that the child has a request for this year", async ({
  wizard,
  page,
  api,
  mailbox,
}) => {
  const known = aMinor();
  const reference = (await api.enrollMinor(known)).headers.get("enrollment-reference");
  await page.goto(await requestDraftLink(wizard, mailbox, known));
  await page.locator("main form button").first().click();
  await expect(page).toHaveURL(/\/enroll\?enrolled=yes$/);
  await expect(wizard.main).toContainText("Ya hay una solicitud");
  await expect(wizard.main.locator(`a[href$="/account/enrollments/${reference}"]`)).toBeVisible();
  await expect(wizard.main).not.toContainText("Tienes una solicitud empezada");
});

/** Another browser sends a request with a known guardian's address; returns the link of the mail about it. */
async function requestDraftLink(wizard: Wizard, mailbox: Mailbox, minor: ReturnType<typeof aMinor>) {
  await mailbox.waitForMail(minor.guardian_email);
  await wizard.skipTo("check", minor);
  await wizard.fill("terms_and_conditions", "on");
  await wizard.continueButton.click();
  await expect(wizard.main.locator("[data-error-summary]")).toBeVisible();
  const [, mail] = await mailbox.waitForMails(minor.guardian_email, 2);
  return findSetupLink(mail as never);
}
