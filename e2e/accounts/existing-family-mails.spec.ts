import { aMinor } from "@/test/support/data/factories";
import { expectAccessible } from "../support/checks/axe";
import { AccountPages, findSetupLink, GOOD_PASSWORD } from "../support/pages/account-pages";
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
  await mailbox.waitForMail(known.guardian_email);
  await wizard.skipTo("check", {
    ...aDetailedMinor({ student_name: "Nil" }),
    guardian_email: known.guardian_email,
  });
  await wizard.fill("terms_and_conditions", "on");
  await wizard.continueButton.click();
  await expect(wizard.main.locator("[data-error-summary]")).toBeVisible();

  const [, mail] = await mailbox.waitForMails(known.guardian_email, 2);
  const device = await browser.newContext();
  const otherWizard = new Wizard(await device.newPage());
  await otherWizard.page.goto(findSetupLink(mail as never));
  await expectAccessible(otherWizard.page, "going on with a draft");
  const account = new AccountPages(otherWizard.page);
  await account.fill({ password: GOOD_PASSWORD });
  await account.submit();
  await expect(otherWizard.page).toHaveURL(/\/enroll\/check$/);

  await page.goto(wizard.url("/check")); // where it was begun nothing of it is left
  await expect(wizard.main).not.toContainText(known.guardian_email);

  await expect(otherWizard.main).toContainText("Nil");
  await otherWizard.fill("terms_and_conditions", "on");
  await otherWizard.continueButton.click();
  await expect(otherWizard.page).toHaveURL(/\/enroll\/done$/);
  await device.close();
});
