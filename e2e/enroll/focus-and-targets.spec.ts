import { anAdult } from "@/test/support/data/factories";
import { AccountPages, findSetupLink, GOOD_PASSWORD } from "../support/pages/account-pages";
import { expect, test } from "../support/test";

test("signing in works with a password manager and with paste (3.3.8)", async ({
  page,
  context,
  api,
  mailbox,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const adult = anAdult({ school_year_id: (await api.getCurrentYear()).id });
  await api.enrollAdult(adult);
  await page.goto(findSetupLink(await mailbox.waitForMail(adult.student_email)));
  await page.locator("details:has(#password) > summary").click(); // a password is an offer
  await paste("password", GOOD_PASSWORD);
  await expect(page.locator("input[name=password]")).toHaveAttribute("autocomplete", "new-password");
  const account = new AccountPages(page);
  await account.submit();
  await account.expectStudents("Ada Puig Serra");
  await account.signOut();

  await expect(page.locator("input[name=email]")).toHaveAttribute("autocomplete", "username");
  await expect(page.locator("input[name=password]")).toHaveAttribute("autocomplete", "current-password");
  await expect(page.locator("main :is(canvas, iframe, img, audio)"), "no puzzle").toHaveCount(0);
  await paste("email", adult.student_email);
  await paste("password", GOOD_PASSWORD);
  await account.submit();
  await account.expectStudents("Ada Puig Serra");

  async function paste(name: string, text: string) {
    await page.evaluate((value) => navigator.clipboard.writeText(value), text);
    await page.locator(`main input[name="${name}"]`).focus();
    await page.keyboard.press("ControlOrMeta+v");
    await expect(page.locator(`main input[name="${name}"]`)).toHaveValue(text);
  }
});
