import { anAdult } from "@/test/support/data/factories";
import { readStoredEnrollment } from "../support/stored-enrollment";
import { expect, test } from "../support/test";

test("a double click sends once (W30)", async ({ wizard, page, database }) => {
  const adult = anAdult();
  await wizard.skipTo("check", adult);
  await wizard.fill("terms_and_conditions", "on");
  await wizard.continueButton.dblclick();
  await expect(page).toHaveURL(/\/enroll\/done$/);
  const { record } = await readStoredEnrollment(database, adult.student_email);
  expect(record.messages).toEqual([`adult_student to ${adult.student_email} in es`]);
});

test("after sending, Back says that it has been sent (W4)", async ({ wizard, page, database }) => {
  const adult = anAdult();
  await wizard.skipTo("check", adult);
  await wizard.submit();
  const { reference } = await readStoredEnrollment(database, adult.student_email);

  await page.goBack();
  await expect(wizard.main).toContainText(reference);
  await page.goto(wizard.url("/student-name"));
  await expect(wizard.main).toContainText(reference);
  await expect(wizard.main).not.toContainText(adult.student_document);
});
