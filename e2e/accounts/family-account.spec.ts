import type { BrowserContext, Page } from "@playwright/test";
import { aMinor, anEmail } from "@/test/support/data/factories";
import { expectAccessible } from "../support/checks/axe";
import { expectNoHorizontalScroll, expectTouchSizes } from "../support/checks/small-screen";
import { getLinks, type Mail } from "../support/mailbox";
import { AccountPages, findSetupLink, GOOD_PASSWORD, openAccount } from "../support/pages/account-pages";
import { clickButton, openDesk } from "../support/pages/desk-session";
import { expect, test } from "../support/test";

// A mother's year with an account, on a phone.

test.use({ viewport: { width: 360, height: 740 } });

const statusMessage = (page: Page) => page.locator("main p[role=status]");

async function openAccountLink(page: Page, name: string) {
  await page.goto("/account");
  await page.locator("main article summary").first().click();
  await page.locator("main").getByRole("link", { name: name }).first().click();
  await expect(page).not.toHaveURL(/\/account$/);
}

const listKinds = (mails: Mail[]) => mails.map(({ kind }) => kind);

const expectFitsPhone = async (page: Page) => {
  await expectNoHorizontalScroll(page);
  await expectTouchSizes(page);
};

/** With axe, for pages that accessibility.spec.ts does not open. */
const expectFitsAndAccessible = async (page: Page, label: string) => {
  await expectFitsPhone(page);
  await expectAccessible(page, label);
};

test("families 9-15: contact, name, choices and e-mail are changed, and the request is withdrawn and put back", async ({
  page,
  browser,
  school,
  wizard,
  database,
  mailbox,
}) => {
  const minor = aMinor({ guardians: 2, student_name: "Nadia" });
  await wizard.skipTo("check", minor);
  await wizard.submit();
  const reference = String(await wizard.readReference());
  const account = new AccountPages(page);
  await page.goto(findSetupLink(await mailbox.waitForMail(minor.guardian_email)));
  await account.fill({ password: GOOD_PASSWORD });
  await account.submit();
  await account.expectStudents("Nadia Soler Roca");
  await expectFitsPhone(page);
  const desk = await openDeskPage(await browser.newContext(), `/desk/enrollments/${reference}`);
  await openDesk(desk.page.context(), school, "secretary");
  const secondEmail = minor.second_guardian_email as string;
  await mailbox.waitForMail(secondEmail);
  await database.query(
    "update guardianships set confirmed_at = now() where guardian_id = (select id from people where email = $1)",
    [secondEmail],
  );

  // Families 11: contact data changes at once.
  await openAccountLink(page, "Tus datos");
  await expectFitsAndAccessible(page, "the details");
  await page.locator("#guardian_phone").fill("no tengo");
  await page.locator("#guardian_city").fill("Salt");
  await clickButton(page, "Guardar");
  await expect(account.errors()).toContainText("teléfono");
  await expect(page.locator("#guardian_city")).toHaveValue("Salt");
  await page.locator("#guardian_phone").fill("611 00 01 11");
  await clickButton(page, "Guardar");
  await expect(statusMessage(page)).toBeVisible();
  await expect(page.locator("#guardian_phone")).toHaveValue("611000111");
  await openAccountLink(page, "Ver lo que se envió");
  await expect(wizard.main).toContainText("611000111");
  await expect(wizard.main).toContainText("Salt");
  await expect((await desk.open()).locator("#guardian-1")).toContainText("+34 611000111");

  // A correction of the daughter's name.
  await openAccountLink(page, "Tus datos");
  await page.locator("#person").selectOption({ label: "Nadia Soler Roca" });
  await page.locator("#student_name").fill("Nàdia");
  await clickButton(page, "Pedir la corrección");
  await expect(statusMessage(page)).toBeVisible();
  const correction = page.locator("section#correction li");
  await expect(correction).toContainText("aún no ha respondido");
  await expect((await desk.open()).locator("#corrections")).toContainText("Nàdia");
  await desk.page.locator("#corrections form").first().getByRole("button").click();
  await expect(desk.page.locator("#corrections")).toHaveCount(0);
  await page.reload();
  await expect(correction).toContainText("corregido (Nàdia)");
  const correctionMail = (await mailbox.waitForMails(minor.guardian_email, 2))[1];
  expect([correctionMail?.kind, correctionMail?.text.includes("ya están corregidos")]).toEqual([
    "correction_settled",
    true,
  ]);
  await page.goto("/account");
  await account.expectStudents("Nàdia Soler Roca");

  // Families 12, 14: changing choices notifies the other guardian.
  await openAccountLink(page, "Cambiar lo elegido");
  await expectFitsPhone(page);
  const second = page.locator("#student_speciality_option2");
  const option = await second.evaluate((select) => {
    const options = [...(select as HTMLSelectElement).options];
    const firstChoice = (select as HTMLSelectElement).form?.elements.namedItem("student_speciality_option1");
    const free = options.find(
      ({ value }) => value !== "" && value !== (firstChoice as HTMLSelectElement).value,
    );
    return { value: free?.value ?? "", label: free?.textContent ?? "" };
  });
  await page.locator("main summary", { hasText: "Otra opción" }).click();
  await second.selectOption(option.value);
  await clickButton(page, "Guardar");
  await expect(statusMessage(page)).toBeVisible();
  await expect(wizard.main).toContainText(option.label);
  await expect(wizard.main.locator("ol")).toContainText("Se cambió lo que se había elegido");
  await expectFitsPhone(page);
  await expect((await desk.open()).locator("main")).toContainText(option.label);
  expect(listKinds(await mailbox.waitForMails(secondEmail, 2))).toEqual(["second_guardian", "changed"]);

  // The new e-mail counts after its link; the old one is notified.
  const email = anEmail("berta.nova");
  await openAccountLink(page, "Tus datos");
  await page.locator("#guardian_email").fill(email);
  await page.locator("#password").fill("no es esta");
  await clickButton(page, "Enviar el mensaje");
  await expect(account.errors()).toContainText("contraseña");
  await expect(page.locator("#guardian_email")).toHaveValue(email);
  await page.locator("#password").fill(GOOD_PASSWORD);
  await clickButton(page, "Enviar el mensaje");
  await expect(statusMessage(page)).toContainText("dirección nueva");
  await page.goto("/account");
  await expect(wizard.main).toContainText(minor.guardian_email);
  const confirmUrl = getLinks(await mailbox.waitForMail(email)).find((link) => link.includes("/address/"));
  await page.goto(String(confirmUrl));
  await expectFitsAndAccessible(page, "the new address");
  await clickButton(page, "Confirmar");
  await expect(page).toHaveURL(/address\/changed$/);
  const mails = await mailbox.waitForMails(minor.guardian_email, 3);
  expect(listKinds(mails)).toEqual(["guardian", "correction_settled", "email_changed"]);
  expect(mails[2]?.text).toContain("b•••@example.org"); // no more is told to whoever reads the old one
  await page.goto("/account"); // the confirmation has ended every session
  await account.fill({ email, password: GOOD_PASSWORD });
  await account.submit();
  await account.expectStudents("Nàdia Soler Roca");
  await expect(wizard.main).toContainText(email);
  await expect((await desk.open()).locator("#guardian-1")).toContainText(email);

  // Families 13, 14: a withdrawal notifies both guardians, and is undone on the same day.
  await openAccountLink(page, "Retirar la solicitud");
  await expectFitsPhone(page);
  await clickButton(page, "Retirar la solicitud");
  await expect(statusMessage(page)).toBeVisible();
  const state = page.locator("main article [data-state]");
  await expect(state).toHaveAttribute("data-state", "withdrawn");
  await expect(page.locator("main article")).toContainText("puedes anularlo");
  await expect(page.locator("main article")).not.toContainText("no ha pedido nada");
  await expectFitsAndAccessible(page, "the account after the withdrawal");
  for (const [address, count, name] of [
    [email, 2, "Nàdia Soler Roca"],
    [secondEmail, 3, "Nàdia"], // has no account, so that nobody has confirmed the address
  ] as const) {
    const mail = (await mailbox.waitForMails(address, count)).at(-1);
    expect([mail?.kind, mail?.text.includes(name)]).toEqual(["withdrawn", true]);
  }
  await expect((await desk.open()).locator("main")).toContainText("Retirada");
  await clickButton(page, "Anular la retirada");
  await expect(statusMessage(page)).toContainText("pendiente");
  await expect(state).toHaveAttribute("data-state", "pending");
});

test("families 12: choices that are sent while their page loads again have an answer", async ({
  page,
  context,
  school,
  database,
  api,
}) => {
  const minor = aMinor();
  const reference = (await api.enrollMinor(minor)).headers.get("enrollment-reference");
  await openAccount(context, school, database, minor.guardian_email);
  await page.goto(`/account/enrollments/${reference}/choices`);
  await page.waitForLoadState("networkidle"); // hydrated
  const requested = Promise.withResolvers<void>();
  const submitted = Promise.withResolvers<void>();
  await page.route(
    "**/choices*",
    async (route) => {
      requested.resolve();
      await submitted.promise;
      await route.continue();
    },
    { times: 1 },
  );
  await page.locator("#student_speciality_option1").selectOption({ label: "Piano" });
  await requested.promise;
  await clickButton(page, "Guardar");
  submitted.resolve();
  await expect(statusMessage(page)).toBeVisible();
  await expect(page.locator("main")).toContainText("Piano");
});

/** The enrollment at the desk, loaded each time. */
async function openDeskPage(context: BrowserContext, path: string) {
  const page = await context.newPage();
  return {
    page,
    open: async () => {
      await page.goto(path);
      return page;
    },
  };
}
