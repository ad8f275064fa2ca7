import { anAdult } from "@/test/support/data/factories";
import { toFormInput } from "../support/answers";
import { countPeopleByEmail } from "../support/stored-enrollment";
import { expect, test } from "../support/test";

test("the cookie is opaque, httpOnly and SameSite=Lax (W29)", async ({ wizard, page }) => {
  await wizard.start();
  await wizard.walkTo("student-name", anAdult());
  const cookies = await page.context().cookies();
  expect(cookies).toHaveLength(1);
  expect(cookies[0]).toMatchObject({ httpOnly: true, sameSite: "Lax" });
  expect(cookies[0]?.value).toMatch(/^[\w-]{43}$/);
});

// Missing and foreign cookies: lib/wizard/drafts/draft.test.ts.
test("a tampered cookie starts again without the draft's answers", async ({ wizard, page, context }) => {
  const adult = anAdult();
  await wizard.skipTo("student-contact", adult);
  const cookies = await context.cookies();
  const tamper = (value: string) => `${value.slice(0, -1)}${value.endsWith("A") ? "B" : "A"}`;
  await context.addCookies(cookies.map((cookie) => ({ ...cookie, value: tamper(cookie.value) })));

  const waitForSave = () => page.waitForResponse((response) => response.request().method() === "POST");
  await Promise.all([waitForSave(), wizard.answer(toFormInput(adult))]);
  await Promise.all([waitForSave(), wizard.fill("student_city", adult.student_city)]);
  await expect(page, "nobody is led away while typing").toHaveURL(/\/enroll\/student-contact$/);
  await wizard.continueButton.click();
  await expect(page).toHaveURL(/\/enroll(\/(school-year|birth-date))?$/);
  await expect(wizard.main).not.toContainText(adult.student_email);
  await expect(wizard.main, "what happened and why (W44)").toContainText("Guardamos las respuestas 72 horas");
  await wizard.walkTo("student-contact", adult);
  await expect(wizard.main).not.toContainText("72 horas y luego");
  await expect(wizard.control("student_city"), "what was just typed is kept").toHaveValue(adult.student_city);
});

test("a filled-in hidden field sends nothing (W40)", async ({ wizard, database }) => {
  const adult = anAdult();
  await wizard.skipTo("check", adult);
  await wizard.control("website").evaluate((input) => {
    (input as HTMLInputElement).value = "https://buy.example";
  });
  await wizard.fill("terms_and_conditions", "on");
  await wizard.expectErrors();
  expect(await countPeopleByEmail(database, adult.student_email)).toBe(0);
});
