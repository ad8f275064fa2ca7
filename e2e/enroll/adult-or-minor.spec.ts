import { aMinor, anAdult } from "@/test/support/data/factories";
import { toFormInput } from "../support/answers";
import { Wizard } from "../support/pages/wizard";
import { storedEnrollment } from "../support/stored-enrollment";
import { expect, test } from "../support/test";

// A parent enters their own birth date instead of the child's, or vice versa (W2).

const dateOf = (enrollment: Parameters<typeof toFormInput>[0]) =>
  Object.fromEntries(
    Object.entries(toFormInput(enrollment)).filter(([name]) => name.startsWith("student_birth_date")),
  );

test("adult, minor, adult, minor, by Back and from check answers: the last alone is stored", async ({
  wizard,
  page,
  database,
}) => {
  const [adult, minor] = [anAdult(), aMinor()];
  const begin = { ...minor, student_birth_date: adult.student_birth_date };
  await wizard.start();
  await wizard.walkTo("student-name", begin);
  await wizard.main.locator(`a[href$="/birth-date"]`).click();
  await expect(page).toHaveURL(/birth-date/);
  await wizard.answer(dateOf(minor));
  await wizard.continue();
  expect(wizard.step()).toBe("guardian-name");

  await wizard.hurryTo("guardian-contact", minor);
  await page.goto(wizard.url("/birth-date"));
  await wizard.answer(dateOf(adult));
  await wizard.continue();
  expect(wizard.step()).toBe("student-name");
  await wizard.hurryTo("check", adult);

  await wizard.main.locator(`a[href*="/birth-date"]`).first().click();
  await expect(page).toHaveURL(/birth-date\?from=check/);
  await wizard.answer(dateOf(minor));
  await wizard.continue();
  expect(wizard.step()).toBe("guardian-name");
  await expect(wizard.control("guardian_name"), "filled in before").toHaveValue(minor.guardian_name);
  await wizard.walkTo("student-name", minor);
  await expect(wizard.control("student_name"), "a parent's name is not the child's").toHaveValue("");
  await expect(wizard.control("student_email")).toHaveValue("");
  await wizard.hurryTo("check", minor);
  await expect(wizard.main).not.toContainText(adult.student_document);
  await wizard.send();

  const { record } = await storedEnrollment(database, minor.student_email as string);
  expect(record.student).toMatchObject({
    name: minor.student_name,
    birth_date: minor.student_birth_date,
    document: null,
    phone: null,
    address: null,
  });
  expect(record.guardians).toMatchObject([{ document: minor.guardian_document }]);
});

test("the way back from a step that asks again leads on, also from check answers", async ({
  wizard,
  page,
}) => {
  await wizard.hurryTo("check", anAdult());
  await page.goto(wizard.url("/birth-date?from=check"));
  await wizard.answer(dateOf(aMinor()));
  await wizard.continue();
  expect(wizard.step()).toBe("guardian-name");
  await wizard.main.locator("a").first().click();
  await expect(page).toHaveURL(/birth-date/);
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(`${javaScriptEnabled ? "with" : "without"} JavaScript`, () => {
    test.use({ javaScriptEnabled });

    test("a page that another tab has changed saves no answers for the wrong person", async ({
      wizard,
      page,
      context,
    }) => {
      const [adult, minor] = [anAdult(), aMinor()];
      await wizard.start();
      await wizard.walkTo("student-name", adult);
      const other = new Wizard(await context.newPage());
      await other.page.goto(wizard.url("/birth-date"));
      await other.answer(dateOf(minor));
      await other.continue();

      await wizard.answer(toFormInput(adult)); // "What is your name?"
      if (javaScriptEnabled)
        await expect(wizard.form.getByRole("status").last()).toContainText("En otra pestaña has cambiado");
      await wizard.continue();
      expect(wizard.step()).toBe("guardian-name");
      await expect(wizard.main).toContainText("Seguimos aquí"); // and not a page from nowhere
      await other.walkTo("student-name", minor);
      await expect(other.control("student_name")).toHaveValue("");

      await page.goto(wizard.url("/birth-date"));
      await wizard.answer(dateOf(adult));
      await wizard.continue();
      await other.answer(toFormInput(minor));
      await other.next.click();
      await expect(other.heading).toHaveText("¿Cómo te llamas?");
      await expect(other.control("student_name")).not.toHaveValue(minor.student_name);
      await expect(other.problems).toHaveCount(0);
    });
  });
}
