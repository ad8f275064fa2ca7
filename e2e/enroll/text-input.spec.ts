import { anAdult } from "@/test/support/data/factories";
import { toFormInput } from "../support/answers";
import { readStoredEnrollment } from "../support/stored-enrollment";
import { expect, test } from "../support/test";

test("a name with markup is stored as written (W14)", async ({ wizard, page, database, mailbox }) => {
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    return dialog.dismiss();
  });
  const adult = anAdult({
    student_name: "<script>alert(1)</script>",
    student_surname: 'O\'Brien "& Sons" <img src=x onerror=alert(1)>',
  });
  await wizard.skipTo("student-name", adult);
  await wizard.answer(toFormInput(adult));
  await wizard.continue();
  await wizard.skipTo("check", adult);
  await expect(wizard.main).toContainText(adult.student_name);
  await wizard.submit();

  const { record } = await readStoredEnrollment(database, adult.student_email);
  expect(record.student).toMatchObject({ name: adult.student_name, surname: adult.student_surname });
  const mail = await mailbox.waitForMail(adult.student_email);
  expect(mail.html).not.toMatch(/script>|<img src=x|alert\(/);
  expect(dialogs).toEqual([]);
});

test("accepts 4,000 emoji as observations and refuses one more (W27)", async ({ wizard, database }) => {
  const adult = anAdult({ enrollment_observations: "🎻".repeat(4_000) });
  await wizard.skipTo("specialities", adult);
  await wizard.fill("enrollment_observations", "🎻".repeat(4_001));
  await wizard.expectErrors();
  await expect(wizard.control("enrollment_observations")).toHaveValue("🎻".repeat(4_001));
  await wizard.walkTo("check", adult);
  await wizard.submit();
  const { record } = await readStoredEnrollment(database, adult.student_email);
  expect(record.observations).toBe("🎻".repeat(4_000));
});
