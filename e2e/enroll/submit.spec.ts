import type { Request } from "@playwright/test";
import { aMinor, anAdult } from "@/test/support/data/factories";
import { readStoredEnrollment } from "../support/stored-enrollment";
import { expect, test } from "../support/test";

const isSubmission = (request: Request) =>
  request.method() === "POST" && request.url().includes("/enroll/check");

test("a double click sends once (W30)", async ({ wizard, page, database }) => {
  const adult = anAdult();
  await wizard.skipTo("check", adult);
  await wizard.fill("terms_and_conditions", "on");
  await wizard.continueButton.dblclick();
  await expect(page).toHaveURL(/\/enroll\/done$/);
  const { record } = await readStoredEnrollment(database, adult.student_email);
  expect(record.messages).toEqual([`adult_student to ${adult.student_email} in es`]);
});

test("a replayed POST sends nothing more (W30)", async ({ wizard, page, database }) => {
  const adult = anAdult();
  await wizard.skipTo("check", adult);
  const submission = page.waitForRequest(isSubmission);
  await wizard.submit();
  const request = await submission;

  for (const _ of [1, 2]) {
    const replay = await page.request.post(request.url(), {
      headers: await request.allHeaders(),
      data: request.postDataBuffer() as Buffer,
      maxRedirects: 0,
    });
    expect(replay.status()).toBeLessThan(500);
  }
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

test.describe("a school that allows minors without e-mail", () => {
  test.use({ freshSchool: true });

  test("the child's e-mail may stay blank; nothing is sent there (21; 4.4-9, families 3)", async ({
    wizard,
    page,
    database,
    mailbox,
  }) => {
    await database.query("insert into settings (key, value) values ('allow_minors_without_email', 'true')");
    const minor = aMinor({ student_email: undefined });
    await expect(async () => {
      await wizard.skipTo("student-name", minor);
    }).toPass();
    await wizard.skipTo("check", minor);
    await wizard.submit();
    await expect(page).toHaveURL(/done/);
    await mailbox.waitForMail(minor.guardian_email);
    const [student] = await database.query<{ email: string }>("select email from people where surname = $1", [
      minor.student_surname,
    ]);
    expect(student?.email).toMatch(/@no-email\.invalid$/);
    expect((await mailbox.listMails()).map(({ to }) => to)).not.toContain(student?.email);
  });
});
