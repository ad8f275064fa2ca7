import { aMinor, anAdult } from "@/test/factories";
import { answersOf } from "../support/answers";
import { aDetailedMinor } from "../support/people";
import { expect, test } from "../support/test";

// What a control hides or shows is tested as seen (W41), with and without JavaScript.

const address = ["student_country", "student_address", "student_zip_code", "student_city"];

for (const javaScriptEnabled of [true, false]) {
  test.describe(`${javaScriptEnabled ? "with" : "without"} JavaScript`, () => {
    test.use({ javaScriptEnabled });

    test("the second guardian's e-mail is seen after Yes alone, also when it was refused (W23)", async ({
      wizard,
    }) => {
      const minor = aMinor();
      await wizard.hurryTo("student-name", minor);
      const { has_second_guardian: _, ...others } = answersOf(minor);
      await wizard.answer(others);
      const email = wizard.control("second_guardian_email");
      await expect(email).toBeHidden();
      await wizard.put("has_second_guardian", "yes");
      await expect(email).toBeVisible();
      await wizard.continueInVain();
      await expect(email).toBeVisible();
      await expect(email).toHaveAttribute("aria-invalid", "true");
      await wizard.put("has_second_guardian", "no");
      await expect(email).toBeHidden();
    });

    test("the student's address is hidden when it is the guardian's, and seen again when not (W22)", async ({
      wizard,
      page,
    }) => {
      const { student_city: _, student_document: __, student_phone: ___, ...minor } = aDetailedMinor();
      await wizard.hurryTo("check", minor);
      await page.goto(wizard.url("/student-more"));
      for (const name of address) await expect(wizard.control(name), name).toBeVisible();
      await wizard.put("student_same_address", "yes");
      for (const name of address) await expect(wizard.control(name), name).toBeHidden();
      await wizard.continue();
      await page.goto(wizard.url("/student-more"));
      for (const name of address) await expect(wizard.control(name), name).toBeHidden();
      await wizard.put("student_same_address", "");
      for (const name of address) await expect(wizard.control(name), name).toBeVisible();
    });
  });
}

test("facts of a chosen course are said, all courses are folded until asked for (W25)", async ({
  wizard,
}) => {
  await wizard.hurryTo("specialities", anAdult());
  const facts = wizard.form.getByRole("status").first();
  await expect(facts).toBeEmpty();
  await wizard.control("student_syllabi_option1").selectOption({ index: 1 });
  await expect(facts).toContainText(/\d/);
  await wizard.control("student_syllabi_option1").selectOption("");
  await expect(facts).toBeEmpty();

  const all = wizard.form.locator("summary").filter({ hasText: "Ver todos los estudios" });
  const courses = wizard.form.locator("details details summary").first();
  await expect(courses).toBeHidden();
  await all.click();
  await expect(courses).toBeVisible();
});
