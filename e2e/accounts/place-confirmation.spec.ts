import { aMinor } from "@/test/support/data/factories";
import { expectAccessible } from "../support/checks/axe";
import { expectNoHorizontalScroll, expectTouchSizes } from "../support/checks/small-screen";
import { getLinks } from "../support/mailbox";
import { AccountPages } from "../support/pages/account-pages";
import { clickButton, openDesk } from "../support/pages/desk-session";
import { expect, test } from "../support/test";

// Admission 12: by the mail's link, signed out, on a phone.

test.use({ freshSchool: true, viewport: { width: 360, height: 740 } });

test("a family confirms or gives up places by the link of a mail; the desk shows it (admission 12)", async ({
  page,
  browser,
  school,
  wizard,
  database,
  mailbox,
}) => {
  await database.query("insert into settings (key, value) values ('place_answer_days', '14')");
  const minor = aMinor({ student_name: "Nadia" });
  await wizard.skipTo("check", minor);
  await wizard.submit();
  const reference = String(await wizard.readReference());
  const desk = await (await browser.newContext()).newPage();
  await openDesk(desk.context(), school, "head");
  await desk.goto(`${school.url}/desk/enrollments/${reference}/decide/accepted`);
  await desk.locator("#speciality").selectOption({ index: 1 });
  await desk.locator("#tell").selectOption("now");
  await clickButton(desk, "Aceptar");
  await expect(desk.locator("#decision")).toContainText("La familia confirma la plaza hasta el");

  const mails = await mailbox.waitForMails(minor.guardian_email, 3);
  expect(mails.map(({ kind }) => kind).sort()).toEqual(["accepted", "guardian", "place_asked"]);
  const confirmationMail = mails.find(({ kind }) => kind === "place_asked") as (typeof mails)[number];
  const link = getLinks(confirmationMail).find((url) => url.includes("/answer/")) as string;
  const account = new AccountPages(page);
  await page.goto(link);
  await expect(page.locator("main")).not.toContainText("Nadia"); // not to whom the mail went astray
  await expectAccessible(page, "whose birth date");
  await account.submitBirthDate("1999-01-01");
  await expect(account.errors()).toContainText("No es la fecha que tenemos");
  await account.submitBirthDate(minor.student_birth_date);
  await expect(page.locator("main fieldset")).toContainText("Nadia");
  await account.submit();
  await expect(account.errors()).toContainText("Elige qué hacéis con la plaza");
  await expectNoHorizontalScroll(page);
  await expectTouchSizes(page);
  await expectAccessible(page, "whether the place is kept");
  await page.getByLabel("Nos la quedamos").check();
  await account.submit();
  await expect(page.locator("main h1")).toHaveText("No hay nada que contestar");

  await desk.goto(`${school.url}/desk/enrollments/${reference}`);
  await expect(desk.locator("main header").first()).toContainText("Aceptada");
  await expect(desk.locator("#decision")).not.toContainText("La familia contesta");
});
