import { anAdult } from "@/test/factories";
import { AccountPages, GOOD_PASSWORD, setupLinkIn } from "../support/account-pages";
import { answersOf } from "../support/answers";
import { expectFocusInSight, expectTargets } from "../support/beyond-axe";
import { aDetailedMinor } from "../support/people";
import { expect, test } from "../support/test";
import { requiredOfMinors } from "../support/wrong-answers";

// Point 36: what axe cannot see.

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 640 } });

  test("focus is never out of sight, targets are large, on every step (2.4.11, 2.5.8)", async ({
    wizard,
    page,
    api,
  }) => {
    const minor = aDetailedMinor(await api.studies());
    await page.goto(wizard.url());
    await expectFocusInSight(page, "start page");
    await expectTargets(page, "start page");
    await wizard.start();
    await wizard.walkTo("check", minor, async () => {
      if (requiredOfMinors.includes(wizard.step())) await wizard.continueInVain();
      await wizard.answer(answersOf(minor));
      await expectFocusInSight(page, wizard.step());
      await expectTargets(page, wizard.step());
    });
    await wizard.continueInVain();
    await expectFocusInSight(page, "check answers");
    await expectTargets(page, "check answers");
    await wizard.send();
    await expectTargets(page, "done");
  });
});

test("signing in asks for nothing that a password manager or a paste cannot give (3.3.8)", async ({
  page,
  context,
  api,
  mailbox,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const adult = anAdult({ school_year_id: (await api.currentYear()).id });
  await api.enrollAdult(adult);
  await page.goto(setupLinkIn(await mailbox.messageTo(adult.student_email)));
  await paste("password", GOOD_PASSWORD);
  await expect(page.locator("input[name=password]")).toHaveAttribute("autocomplete", "new-password");
  const account = new AccountPages(page);
  await account.submit();
  await account.expectAccountOf("Ada Puig Serra");
  await account.signOut();

  await expect(page.locator("input[name=email]")).toHaveAttribute("autocomplete", "username");
  await expect(page.locator("input[name=password]")).toHaveAttribute("autocomplete", "current-password");
  await expect(page.locator("main :is(canvas, iframe, img, audio)"), "no puzzle").toHaveCount(0);
  await paste("email", adult.student_email);
  await paste("password", GOOD_PASSWORD);
  await account.submit();
  await account.expectAccountOf("Ada Puig Serra");

  async function paste(name: string, text: string) {
    await page.evaluate((words) => navigator.clipboard.writeText(words), text);
    await page.locator(`main input[name="${name}"]`).focus();
    await page.keyboard.press("ControlOrMeta+v");
    await expect(page.locator(`main input[name="${name}"]`)).toHaveValue(text);
  }
});
