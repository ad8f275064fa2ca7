import { aMinor, anAdult } from "@/test/support/data/factories";
import { expectAccessible } from "../support/checks/axe";
import { expectNoHorizontalScroll } from "../support/checks/small-screen";
import { getLinks } from "../support/mailbox";
import { AccountPages, findSetupLink, GOOD_PASSWORD } from "../support/pages/account-pages";
import { expect, test } from "../support/test";

// Point 36: each account page, empty, with errors and filled in, in both themes (the first and last in light
// only). Other languages: test/pages.
test("every page of an account is accessible (36)", async ({ page, api, mailbox }) => {
  const year = (await api.getCurrentYear()).id;
  const minor = aMinor({ guardians: 2, school_year_id: year });
  await api.enrollMinor(minor);
  const account = new AccountPages(page);

  for (const path of ["/sign-in", "/forgotten-password"]) {
    await page.goto(path);
    await expectAccessible(page, `${path}, empty`, "light");
    await account.submit();
    await expect(account.errors()).toBeFocused();
    await expectAccessible(page, `${path}, with errors`);
  }
  await account.fill({ email: "nobody@example.org" });
  await account.submit();
  await expect(page).toHaveURL(/\/account-setup\/sent$/);
  await expectAccessible(page, "a link was sent");

  const mail = await mailbox.waitForMail(minor.guardian_email);
  await page.goto(String(getLinks(mail).find((url) => url.endsWith("/not-me"))));
  await expectAccessible(page, "this was not me");

  await page.goto(findSetupLink(await mailbox.waitForMail(minor.second_guardian_email as string)));
  await expectAccessible(page, "a named guardian's question", "light");
  await account.submit();
  await expect(account.errors().locator("a")).toHaveCount(1);
  await expectAccessible(page, "a named guardian's question, with an error");
  await account.submitBirthDate(minor.student_birth_date);
  await expect(page.locator('main a[href$="?answer=deny"]')).toBeVisible();
  await expectAccessible(page, "what somebody was named for");
  for (const answer of ["disagree", "deny"]) {
    await page.locator(`main a[href$="?answer=${answer}"]`).click();
    await expect(page).toHaveURL(new RegExp(`answer=${answer}$`));
    await expectAccessible(page, answer);
    await page.goBack();
  }
  await page.locator('main a[href$="?answer=confirm"]').click();
  await account.submit();
  await expect(account.errors().locator("a")).toHaveCount(4);
  await expectAccessible(page, "account set-up, with errors");
  await page.locator('main input[name="terms"]').check();
  await account.fill({ name: "David", surname: "Soler", password: GOOD_PASSWORD });
  await expectAccessible(page, "account set-up, filled in", "light");
  await account.submit();
  await account.expectStudents("Carla Soler Roca");
  await expectAccessible(page, "account");

  await page.goto(`/account-setup/${"A".repeat(43)}`);
  await expectAccessible(page, "a closed link");
});

test("an adult's enrollment in the account is accessible (36)", async ({ page, api, mailbox }) => {
  const adult = anAdult(await api.getStudies());
  await api.enrollAdult(adult);
  const account = new AccountPages(page);
  await page.goto(findSetupLink(await mailbox.waitForMail(adult.student_email)));
  await account.fill({ password: GOOD_PASSWORD });
  await account.submit();
  await account.expectStudents("Ada Puig Serra");
  await expectAccessible(page, "account of an adult");

  const withdrawUrl = await page.locator('main article a[href$="/withdraw"]').getAttribute("href");
  const enrollment = String(withdrawUrl).replace(/\/withdraw$/, "");
  const pages = ["", "/choices", "/receipt", "/withdraw"].map((suffix) => `${enrollment}${suffix}`);
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of ["/account/details", "/account/password", "/account/data", ...pages]) {
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(200);
    await expectAccessible(page, path);
    await expectNoHorizontalScroll(page);
  }
  await page.locator("main form button").click();
  await expect(page.locator("main [role=status]")).toBeVisible();
  await expect(page.locator('main [data-state="withdrawn"]')).toBeVisible();
  await page.locator("main article [id^=card-] form button").click();
  await expect(page.locator('main [data-state="pending"]')).toBeVisible();
});
