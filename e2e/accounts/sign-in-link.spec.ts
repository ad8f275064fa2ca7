import { anAdult } from "@/test/support/data/factories";
import { expectAccessible } from "../support/checks/axe";
import { expectNoHorizontalScroll, expectTouchSizes } from "../support/checks/small-screen";
import { getLinks } from "../support/mailbox";
import { AccountPages } from "../support/pages/account-pages";
import { expect, test } from "../support/test";

// Families 38: requested in one browser, opened in another, on a phone.

test.use({ viewport: { width: 360, height: 740 } });

test("families 38: a mail's link signs in once, in any browser, without a password", async ({
  api,
  mailbox,
  page,
  browser,
  school,
}) => {
  const { id } = await api.getCurrentYear();
  const adult = anAdult({ school_year_id: id, student_name: "Nadia" });
  await api.enrollAdult(adult);
  await mailbox.waitForMail(adult.student_email);
  const accounts = new AccountPages(page);
  await page.goto("/sign-in");
  await page.getByRole("link", { name: "Entrar con un enlace" }).click();
  await expect(page).toHaveURL(/sign-in\/link/);
  await expectNoHorizontalScroll(page);
  await expectTouchSizes(page);
  await expectAccessible(page, "asking for a link");
  await accounts.submit();
  await expect(accounts.errors()).toContainText("Escribe tu correo");
  await accounts.fill({ email: adult.student_email });
  await accounts.submit();
  await expect(page).toHaveURL(/account-setup\/sent$/);

  const [mail] = (await mailbox.waitForMails(adult.student_email, 2)).filter(
    ({ kind }) => kind === "sign_in_link",
  );
  const link = getLinks(mail as NonNullable<typeof mail>).find((url) => url.includes("/sign-in/link/"));
  const otherPage = await (await browser.newContext({ baseURL: school.url })).newPage();
  await otherPage.goto(link as string);
  await expect(otherPage.locator("main")).toContainText(adult.student_email);
  await expectAccessible(otherPage, "the link");
  await otherPage.reload(); // looking spends nothing
  await otherPage.locator("main form button").click();
  await new AccountPages(otherPage).expectStudents("Nadia Puig Serra");
  await expect(otherPage.locator('a[href="/account/password"]')).toHaveText([
    "Elegir una contraseña", // the menu
    "Elegir una contraseña",
  ]);
  await otherPage.goto("/account/password");
  await expect(otherPage.locator("main")).toContainText("No tienes contraseña");

  await page.goto(link as string);
  await expect(page.locator("main h1")).toHaveText("Este enlace ya no sirve");
});
