import { anAdult } from "@/test/factories";
import { aDetailedMinor } from "../support/people";
import { peopleWith, storedEnrollment } from "../support/stored";
import { expect, test } from "../support/test";

test.use({ javaScriptEnabled: false });

test("the whole journey of a minor without JavaScript (32)", async ({ wizard, api, database }) => {
  const minor = aDetailedMinor(await api.studies());
  await wizard.walkToCheck(minor);
  await wizard.send();

  const { record, reference } = await storedEnrollment(database, minor.student_email as string);
  expect(record.messages).toEqual(["guardian", "second_guardian", "minor_student"]);
  expect(await wizard.reference()).toBe(reference);
});

test("errors and what was typed, without JavaScript (9, 10, 32)", async ({ wizard, page }) => {
  await wizard.start();
  await wizard.answer({
    student_birth_date_day: "31",
    student_birth_date_month: "febrero",
    student_birth_date_year: "1990",
  });
  await wizard.continueInVain();

  await expect(page).toHaveTitle(/^Error: /);
  expect(await wizard.held()).toMatchObject({
    student_birth_date_day: "31",
    student_birth_date_month: "febrero",
    student_birth_date_year: "1990",
  });
  await wizard.put("student_birth_date_day", "28");
  await wizard.continue();
  expect(wizard.step()).toBe("student-name");
});

test("the terms, a duplicate and the language, without JavaScript (12, 28, 32, 38)", async ({
  wizard,
  page,
  api,
  database,
}) => {
  const known = anAdult();
  expect((await api.enrollAdult(known)).status).toBe(201);
  const adult = anAdult({ student_email: known.student_email });
  await wizard.walkToCheck(adult);
  await wizard.continueInVain(); // the terms are not accepted
  await wizard.put("terms_and_conditions", "on");
  await wizard.next.click();
  await expect(wizard.problems).toContainText("secretaria@escuela.example");
  expect(await peopleWith(database, adult.student_email)).toBe(1);

  await page.locator('a[hreflang="en"]').first().click();
  await expect(page).toHaveURL(/\/en\/enroll\/check/);
  await expect(wizard.main).toContainText(adult.student_document);
});
