import { aMinor } from "@/test/support/data/factories";
import { toFormInput } from "../support/answers";
import { aDetailedMinor } from "../support/people";
import { expect, test } from "../support/test";

// W41: controls that hide or show others, with and without JavaScript.

const addressFields = ["student_country", "student_address", "student_zip_code", "student_city"];

for (const javaScriptEnabled of [true, false]) {
  test.describe(`${javaScriptEnabled ? "with" : "without"} JavaScript`, () => {
    test.use({ javaScriptEnabled });

    test("the second guardian's e-mail is visible only after Yes, also after an error (W23)", async ({
      wizard,
    }) => {
      const minor = aMinor();
      await wizard.skipTo("student-name", minor);
      const { has_second_guardian: _, ...others } = toFormInput(minor);
      await wizard.answer(others);
      const email = wizard.control("second_guardian_email");
      await expect(email).toBeHidden();
      await wizard.fill("has_second_guardian", "yes");
      await expect(email).toBeVisible();
      await wizard.expectErrors();
      await expect(email).toBeVisible();
      await expect(email).toHaveAttribute("aria-invalid", "true");
      await wizard.fill("has_second_guardian", "no");
      await expect(email).toBeHidden();
    });

    test("the student's address is hidden when it is the guardian's (W22)", async ({ wizard, page }) => {
      const { student_city: _, student_document: __, student_phone: ___, ...minor } = aDetailedMinor();
      await wizard.skipTo("check", minor);
      await page.goto(wizard.url("/student-more"));
      for (const name of addressFields) await expect(wizard.control(name), name).toBeVisible();
      await wizard.fill("student_same_address", "yes");
      for (const name of addressFields) await expect(wizard.control(name), name).toBeHidden();
      await wizard.continue();
      await page.goto(wizard.url("/student-more"));
      for (const name of addressFields) await expect(wizard.control(name), name).toBeHidden();
      await wizard.fill("student_same_address", "");
      for (const name of addressFields) await expect(wizard.control(name), name).toBeVisible();
    });
  });
}

test("courses for other ages are folded; a chosen one is shown with those that fit (W25)", async ({
  wizard,
  page,
}) => {
  await wizard.skipTo("specialities", aMinor());
  const otherCourses = wizard.form
    .locator("details")
    .filter({ has: page.locator("> summary", { hasText: "Escuela de adultos" }) });
  const last = otherCourses.locator("input[type=radio]").last();
  await expect(last).toBeHidden();
  await otherCourses.locator("summary").click();
  const [name, value] = [await last.getAttribute("name"), await last.getAttribute("value")];
  await last.check();
  await wizard.continue();
  await page.goto(wizard.url("/specialities"));
  const selected = wizard.form.locator(`input[name="${name}"][value="${value}"]`);
  await expect(selected).toBeVisible();
  await expect(selected).toBeChecked();
});
