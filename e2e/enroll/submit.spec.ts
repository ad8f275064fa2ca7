import type { Request } from "@playwright/test";
import { aMinor, anAdult } from "@/test/support/data/factories";
import { Wizard } from "../support/pages/wizard";
import { countPeopleByEmail, storedEnrollment } from "../support/stored-enrollment";
import { expect, test } from "../support/test";

const isSending = (request: Request) =>
  request.method() === "POST" && request.url().includes("/enroll/check");

test("a double click sends once (W30)", async ({ wizard, page, database }) => {
  const adult = anAdult();
  await wizard.hurryTo("check", adult);
  await wizard.put("terms_and_conditions", "on");
  await wizard.next.dblclick();
  await expect(page).toHaveURL(/\/enroll\/done$/);
  const { record } = await storedEnrollment(database, adult.student_email);
  expect(record.messages).toEqual([`adult_student to ${adult.student_email} in es`]);
});

test("two tabs that send give one enrollment and the same reference (W30)", async ({
  wizard,
  context,
  database,
}) => {
  const adult = anAdult();
  await wizard.hurryTo("check", adult);
  const other = new Wizard(await context.newPage());
  await other.page.goto(other.url("/check"));
  await Promise.all([wizard.send(), other.send()]);

  const { reference } = await storedEnrollment(database, adult.student_email);
  expect([await wizard.reference(), await other.reference()]).toEqual([reference, reference]);
});

test("check answers that another tab has changed come again, marked, and send nothing (W30)", async ({
  wizard,
  page,
  context,
  database,
}) => {
  const adult = anAdult();
  await wizard.hurryTo("check", adult);
  await wizard.put("terms_and_conditions", "on");
  const other = new Wizard(await context.newPage());
  await other.page.goto(other.url("/student-name"));
  await other.answer({ student_name: "Berta" });
  await other.next.click();
  await expect(other.page).toHaveURL(/student-contact/);

  await wizard.next.click();
  await expect(page).toHaveURL(/check\?overtaken=changed/);
  await expect(page.locator("#changed-student-name")).toContainText("Berta");
  await expect(wizard.control("terms_and_conditions")).not.toBeChecked();
  expect(await countPeopleByEmail(database, adult.student_email)).toBe(0);
  await wizard.send();
  await expect(page).toHaveURL(/\/enroll\/done$/);
});

test("a replayed POST sends nothing more (W30)", async ({ wizard, page, database }) => {
  const adult = anAdult();
  await wizard.hurryTo("check", adult);
  const sending = page.waitForRequest(isSending);
  await wizard.send();
  const request = await sending;

  for (const _ of [1, 2]) {
    const replay = await page.request.post(request.url(), {
      headers: await request.allHeaders(),
      data: request.postDataBuffer() as Buffer,
      maxRedirects: 0,
    });
    expect(replay.status()).toBeLessThan(500);
  }
  const { record } = await storedEnrollment(database, adult.student_email);
  expect(record.messages).toEqual([`adult_student to ${adult.student_email} in es`]);
});

test("after sending, Back says that it has been sent (W4)", async ({ wizard, page, database }) => {
  const adult = anAdult();
  await wizard.hurryTo("check", adult);
  await wizard.send();
  const { reference } = await storedEnrollment(database, adult.student_email);

  await page.goBack();
  await expect(wizard.main).toContainText(reference);
  await page.goto(wizard.url("/student-name"));
  await expect(wizard.main).toContainText(reference);
  await expect(wizard.main).not.toContainText(adult.student_document);
});

for (const field of ["student_email", "student_document"] as const) {
  test(`a known ${field} is one sentence that does not say what is known (W12)`, async ({
    wizard,
    api,
    database,
  }) => {
    const known = anAdult();
    expect((await api.enrollAdult(known)).status).toBe(201);
    const adult = anAdult({ [field]: known[field] });
    await wizard.hurryTo("check", adult);
    await wizard.put("terms_and_conditions", "on");
    await wizard.continueInVain();

    await expect(wizard.problems).toHaveCount(1);
    const words = (await wizard.problems.textContent()) ?? "";
    expect(words).toContain("secretaria@escuela.example");
    expect(words).not.toContain(adult[field]);
    expect(await countPeopleByEmail(database, adult.student_email)).toBe(field === "student_email" ? 1 : 0);
  });
}

test("guardian and child may not share an e-mail (4.4-8)", async ({ wizard }) => {
  const minor = aMinor();
  await wizard.hurryTo("student-name", minor);
  await wizard.answer({
    student_name: "Carla",
    student_surname: "Soler",
    has_student_email: "yes",
    student_email: minor.guardian_email,
  });
  await wizard.continueInVain();
  await expect(wizard.control("student_email")).toHaveAttribute("aria-invalid", "true");
});

test.describe("a school that allows minors without e-mail", () => {
  test.use({ ownSchool: true });

  test("the child's e-mail may stay blank; nothing is sent there (21; 4.4-9, families 3)", async ({
    wizard,
    page,
    database,
    mailbox,
  }) => {
    await database.query("insert into settings (key, value) values ('allow_minors_without_email', 'true')");
    const minor = aMinor({ student_email: undefined });
    await expect(async () => {
      await wizard.hurryTo("student-name", minor);
    }).toPass();
    await wizard.hurryTo("check", minor);
    await wizard.send();
    await expect(page).toHaveURL(/done/);
    await mailbox.messageTo(minor.guardian_email);
    const [student] = await database.query<{ email: string }>("select email from people where surname = $1", [
      minor.student_surname,
    ]);
    expect(student?.email).toMatch(/@no-email\.invalid$/);
    expect((await mailbox.all()).map(({ to }) => to)).not.toContain(student?.email);
  });
});
