import type { Page } from "@playwright/test";
import { aMinor, yearsAgo } from "@/test/support/data/factories";
import { expectAccessible } from "../support/checks/axe";
import { expectNoHorizontalScroll, expectTouchSizes } from "../support/checks/small-screen";
import { getLinks, type Mailbox } from "../support/mailbox";
import { AccountPages } from "../support/pages/account-pages";
import { clickButton, openDesk } from "../support/pages/desk-session";
import { createPastPlace } from "../support/past-place";
import { expect, test } from "../support/test";

// Admission 14: invitations to three families without a password, on a phone.

test.use({ freshSchool: true, viewport: { width: 360, height: 740 } });

const NEXT_COURSE = "Iniciación, 7 años";

/** Opens the mail's link and enters the birth date. */
async function openMail(page: Page, mailbox: Mailbox, { guardian_email, student_birth_date }: Family) {
  const mails = await mailbox.waitForMails(guardian_email, 2);
  const invitation = mails.find(({ kind }) => kind === "renewal_asked");
  await page.goto(
    getLinks(invitation as (typeof mails)[number]).find((url) => url.includes("/answer/")) as string,
  );
  await expect(page.locator("main h1")).toHaveText("¿Seguís el curso que viene?");
  await new AccountPages(page).submitBirthDate(student_birth_date);
}

type Family = ReturnType<typeof aMinor>;

test("admission 14: of three families invited by mail to renew one stays, one changes, one leaves, and next year's places shrink", async ({
  api,
  browser,
  database,
  mailbox,
  page,
  school,
  wizard,
}) => {
  const year = await api.getCurrentYear();
  const [staying, changing, leaving] = (["Nil", "Martí", "Laia"] as const).map((student_name) =>
    aMinor({ school_year_id: year.id, student_name, student_birth_date: yearsAgo(7) }),
  ) as [Family, Family, Family];
  for (const body of [staying, changing, leaving]) {
    const { headers } = await api.enrollMinor(body);
    const reference = headers.get("enrollment-reference");
    await createPastPlace(database, { year: year.id, reference, course: "Iniciación, 6 años" });
  }
  await database.query(
    `insert into places (school_year_id, syllabus_id, places)
     select $1, id, 2 from syllabi where school_year_id = $1 and name = $2`,
    [year.id, NEXT_COURSE],
  );
  const desk = await (await browser.newContext()).newPage();
  await openDesk(desk.context(), school, "head");
  const readFreePlaces = async () => {
    await desk.goto(`${school.url}/desk/places?year=${year.id}`);
    return desk.locator("tr").filter({ hasText: NEXT_COURSE }).locator("[data-label=Libres]").innerText();
  };
  const readAnswers = async () => {
    await desk.goto(`${school.url}/desk/renewal?year=${year.id}`);
    return desk.locator(".stat-line").innerText();
  };

  expect(await readFreePlaces()).toBe("2");
  await desk.getByRole("link", { name: "Renovación" }).click();
  const answerBy = new Date(Date.now() + 20 * 24 * 3600 * 1000).toISOString().slice(0, 10);
  await desk.locator("#answerBy").fill(answerBy);
  await clickButton(desk, "Ver qué haría");
  await expect(desk.locator("main h1")).toHaveText("Preguntar por 3 alumnos y alumnas");
  await clickButton(desk, "Preguntar a las familias");
  await expect(desk.locator("main")).toContainText("y se puede parar");
  await database.query("update renewals set mail_at = now()"); // a quarter of an hour later

  const accounts = new AccountPages(page);
  await openMail(page, mailbox, staying);
  await expect(page.locator("main h1")).toContainText("¿Sigue Nil en");
  await expect(page.locator("main fieldset")).toContainText(NEXT_COURSE);
  await expectNoHorizontalScroll(page);
  await expectTouchSizes(page);
  await expectAccessible(page, "renewal answer");
  await accounts.submit();
  await expect(accounts.errors().getByRole("link")).toHaveText(["Nil: Elige qué hacéis"]);
  await page.getByLabel("Sigue", { exact: false }).first().check();
  await accounts.submit();
  await expect(accounts.errors()).toContainText("Acepta las condiciones");
  await page.locator("#terms").check();
  await accounts.submit();
  await expect(page.locator("main h1")).toHaveText("Gracias: ya lo sabemos");
  await expectAccessible(page, "thanks");
  expect(await readFreePlaces()).toBe("1");

  await openMail(page, mailbox, leaving);
  await page.getByLabel("No sigue").check();
  await accounts.submit();
  await expect(page.locator("main li")).toContainText("Laia");
  await expect(page.locator("main li")).toContainText("No sigue");
  await expectNoHorizontalScroll(page);

  await openMail(page, mailbox, changing);
  await page.getByLabel("Sigue, con otra cosa").check();
  await accounts.submit();
  await expect(page.locator("main [role=status]")).toContainText("te hemos enviado un correo");
  const mails = await mailbox.waitForMails(changing.guardian_email, 3);
  const signIn = mails.find(({ kind }) => kind === "sign_in_link") as (typeof mails)[number];
  await page.goto(getLinks(signIn).find((url) => url.includes("/sign-in/link/")) as string);
  await accounts.submit();
  await expect(page).toHaveURL(/\/account$/);
  await page.getByRole("button", { name: "Cambiar" }).click();
  await expect(page).toHaveURL(/\/enroll\/specialities$/);
  await expect(wizard.main).toContainText("Martí");
  await wizard.continueButton.click();
  await expect(page).toHaveURL(/\/enroll\/check$/);
  await wizard.submit();

  const summary = (await readAnswers()).replaceAll(/\s+/g, " ");
  for (const [label, count] of Object.entries({
    "Siguen, con plaza": 1,
    Cambian: 1,
    "No siguen": 1,
    "Sin respuesta": 0,
  }))
    expect(summary).toMatch(new RegExp(`${label} ${count}|${count} ${label}`));
  expect(await readFreePlaces()).toBe("1");
});
