import { aMinor, anAdult } from "@/test/support/data/factories";
import { toFormInput } from "../support/answers";
import { Wizard } from "../support/pages/wizard";
import { expect, test } from "../support/test";

// A parent enters their own birth date instead of the child's, or vice versa (W2).

const getBirthDate = (enrollment: Parameters<typeof toFormInput>[0]) =>
  Object.fromEntries(
    Object.entries(toFormInput(enrollment)).filter(([name]) => name.startsWith("student_birth_date")),
  );

test("Back from a step that is asked again leads on, also from check answers", async ({ wizard, page }) => {
  await wizard.skipTo("check", anAdult());
  await page.goto(wizard.url("/birth-date?from=check"));
  await wizard.answer(getBirthDate(aMinor()));
  await wizard.continue();
  expect(wizard.step()).toBe("guardian-name");
  await wizard.main.locator("a").first().click();
  await expect(page).toHaveURL(/birth-date/);
});

test("a page that is outdated by another tab saves no answers for the wrong person", async ({
  wizard,
  page,
  context,
}) => {
  const [adult, minor] = [anAdult(), aMinor()];
  await wizard.start();
  await wizard.walkTo("student-name", adult);
  const otherTab = new Wizard(await context.newPage());
  await otherTab.page.goto(wizard.url("/birth-date"));
  await otherTab.answer(getBirthDate(minor));
  await otherTab.continue();

  await wizard.answer(toFormInput(adult)); // "What is your name?"
  await expect(wizard.form.getByRole("status").last()).toContainText("En otra pestaña has cambiado");
  await wizard.continue();
  expect(wizard.step()).toBe("guardian-name");
  await expect(wizard.main).toContainText("Seguimos aquí"); // and not a page from nowhere
  await otherTab.walkTo("student-name", minor);
  await expect(otherTab.control("student_name")).toHaveValue("");

  await page.goto(wizard.url("/birth-date"));
  await wizard.answer(getBirthDate(adult));
  await wizard.continue();
  await otherTab.answer(toFormInput(minor));
  await otherTab.continueButton.click();
  await expect(otherTab.heading).toHaveText("¿Cómo te llamas?");
  await expect(otherTab.control("student_name")).not.toHaveValue(minor.student_name);
  await expect(otherTab.errors).toHaveCount(0);
});
