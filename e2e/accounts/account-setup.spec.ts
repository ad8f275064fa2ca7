import { aMinor, anAdult } from "@/test/support/data/factories";
import { expectNoHorizontalScroll } from "../support/checks/small-screen";
import { AccountPages, findSetupLink, GOOD_PASSWORD } from "../support/pages/account-pages";
import { expect, test } from "../support/test";

/** Roles with the common page, and those that answer a question first; their texts have their own tests. */
const roles = [
  ["adult_student", "es", "", "4.3-9"],
  ["second_guardian", "en", "/en", "4.4-11"],
] as const;

for (const [role, locale, prefix, rule] of roles) {
  test(`${locale}, ${role}: enroll, read the mail, set the password, sign in (${rule})`, async ({
    page,
    api,
    mailbox,
  }) => {
    const year = await api.getCurrentYear();
    const headers = { "accept-language": locale };
    const adult = anAdult({ school_year_id: year.id });
    const minor = aMinor({ school_year_id: year.id, guardians: 2 });
    const { status } =
      role === "adult_student"
        ? await api.enrollAdult(adult, headers)
        : await api.enrollMinor(minor, headers);
    expect(status).toBe(201);

    const email = role === "adult_student" ? adult.student_email : (minor.second_guardian_email as string);
    const mail = await mailbox.waitForMail(email);
    expect(mail).toMatchObject({ kind: role, locale });
    expect(new URL(findSetupLink(mail)).pathname).toMatch(new RegExp(`^${prefix}/account-setup/`));

    const account = new AccountPages(page);
    await page.goto(findSetupLink(mail));
    await expect(page.locator("html")).toHaveAttribute("lang", locale);
    if (role === "second_guardian") {
      await account.openConfirmation(minor.student_birth_date);
      await account.fill({ name: "David", surname: "Soler" });
    }
    await account.fill({ password: GOOD_PASSWORD });
    await account.submit();
    const student = role === "adult_student" ? "Ada Puig Serra" : "Carla Soler Roca";
    await account.expectStudents(student);

    await account.signOut();
    await account.fill({ email, password: GOOD_PASSWORD });
    await account.submit();
    await account.expectStudents(student);
  });
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the same journey, with errors on the way", async ({ page, api, mailbox }) => {
    const minor = aMinor({ school_year_id: (await api.getCurrentYear()).id, guardians: 2 });
    await api.enrollMinor(minor, { "accept-language": "ca" });
    const email = minor.second_guardian_email as string;
    const account = new AccountPages(page);
    await page.goto(findSetupLink(await mailbox.waitForMail(email)));

    await account.submitBirthDate("2001-02-03");
    await expect(account.errors()).toBeVisible();
    await account.openConfirmation(minor.student_birth_date);
    await account.fill({ name: "David", password: "corta" });
    await account.submit();
    await expect(account.errors().locator("a")).toHaveCount(2);
    await expect(page.locator('input[name="name"]')).toHaveValue("David");
    await expect(page.locator('input[name="password"]')).toHaveValue("");
    await page.locator('main input[name="terms"]').check();
    await account.fill({ surname: "Soler", password: GOOD_PASSWORD });
    await account.submit();
    await account.expectStudents("Carla Soler Roca");

    await account.signOut();
    await account.fill({ email, password: "not the right one" });
    await account.submit();
    await expect(account.errors()).toBeVisible();
    await account.fill({ password: GOOD_PASSWORD });
    await account.submit();
    await account.expectStudents("Carla Soler Roca");
  });
});

test("the page of a link has no referrer, is not cached, and does not use up the link", async ({
  page,
  api,
  mailbox,
  database,
}) => {
  const adult = anAdult({ school_year_id: (await api.getCurrentYear()).id });
  await api.enrollAdult(adult);
  const link = findSetupLink(await mailbox.waitForMail(adult.student_email));
  for (const _ of [1, 2]) {
    const response = await page.goto(link);
    expect(response?.headers()).toMatchObject({
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
      "x-robots-tag": "noindex, nofollow",
    });
  }
  const [row] = await database.query(
    "select spent_at from setup_tokens t join people p on p.id = t.person_id where p.email = $1",
    [adult.student_email],
  );
  expect(row).toEqual({ spent_at: null });
  await expect(page.locator('input[autocomplete="username"]')).toHaveValue(adult.student_email);
  await expect(page.locator('input[autocomplete="new-password"]')).toHaveCount(1);

  await page.locator("details:has(#password) > summary").click(); // a password is an offer
  await page.locator("#show-password").check();
  await expect(page.locator("#password")).toHaveAttribute("type", "text");
  await page.locator("#password").fill("corta");
  await expect(page.locator("main [role=status]")).toContainText("10");
  await new AccountPages(page).submit();
  await expect(new AccountPages(page).errors()).toBeFocused();
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoHorizontalScroll(page);
});

test("signing in does not reveal accounts; the session's cookie is httpOnly", async ({
  page,
  context,
  api,
  mailbox,
}) => {
  const adult = anAdult({ school_year_id: (await api.getCurrentYear()).id });
  await api.enrollAdult(adult);
  const link = findSetupLink(await mailbox.waitForMail(adult.student_email));
  const account = new AccountPages(page);
  const errorTexts: (string | null)[] = [];
  await page.goto("/sign-in");
  for (const email of [adult.student_email, "nobody@example.org"]) {
    await account.fill({ email, password: GOOD_PASSWORD });
    await account.submit();
    await expect(page.locator('input[name="email"]')).toHaveValue(email);
    await expect(page.locator('input[name="password"]')).toHaveValue("");
    errorTexts.push(await account.errors().textContent());
  }
  expect(errorTexts[0]).toBe(errorTexts[1]);

  await page.goto(link);
  await account.fill({ password: GOOD_PASSWORD });
  await account.submit();
  await account.expectStudents("Ada Puig Serra");
  const [cookie] = await context.cookies();
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });
  await context.clearCookies();
  await page.goto("/account");
  await expect(page).toHaveURL(/\/sign-in$/);
});
