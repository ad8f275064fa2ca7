import { aMinor, anAdult } from "@/test/factories";
import { aDetailedMinor } from "../support/people";
import { storedEnrollment } from "../support/stored";
import { expect, test } from "../support/test";
import { Wizard } from "../support/wizard";

test("an adult enrolls from the start page to the e-mail (1, 2, 5, 33, 34; 4.3)", async ({
  wizard,
  database,
  mailbox,
}) => {
  const adult = anAdult({ student_birth_date: "1990-05-07" });
  await wizard.walkToCheck(adult);
  await expect(wizard.main).toContainText(adult.student_email);
  await expect(wizard.main).toContainText(adult.student_document);
  await wizard.send();

  const stored = await storedEnrollment(database, adult.student_email);
  expect(stored.source).toBe("form");
  expect(await wizard.reference()).toBe(stored.reference);
  await expect(wizard.main).not.toContainText(adult.student_email);
  await expect(wizard.main).toContainText("•••@example.org");
  await expect(wizard.main.locator('a[href^="mailto:"]').first()).toBeVisible();
  const mail = await mailbox.messageTo(adult.student_email);
  expect(mail).toMatchObject({ kind: "adult_student", locale: "es" });
});

test("a guardian enrolls a child; both receive an e-mail (2, 23; 4.4)", async ({
  wizard,
  database,
  mailbox,
}) => {
  const minor = aMinor();
  await wizard.walkToCheck(minor);
  await wizard.send();

  const { record } = await storedEnrollment(database, minor.student_email as string);
  expect(record.guardians).toHaveLength(1);
  expect(await mailbox.messageTo(minor.guardian_email)).toMatchObject({ kind: "guardian" });
  expect(await mailbox.messageTo(minor.student_email as string)).toMatchObject({ kind: "minor_student" });
});

for (const locale of ["es", "ca", "en"] as const) {
  test(`two guardians and every optional field, in ${locale} (23, 24; 4.4 rules 8, 10, 11)`, async ({
    page,
    api,
    database,
    mailbox,
  }) => {
    const minor = aDetailedMinor(await api.studies());
    const wizard = new Wizard(page, locale);
    await wizard.walkToCheck(minor);
    await wizard.send();

    const { record } = await storedEnrollment(database, minor.student_email as string);
    expect(record).toMatchObject({ locale, messages: ["guardian", "second_guardian", "minor_student"] });
    const second = await mailbox.messageTo(minor.second_guardian_email as string);
    expect(second).toMatchObject({ kind: "second_guardian", locale });
  });
}

test("an enrollment made in the browser equals one made by the API, field by field", async ({
  wizard,
  api,
  database,
}) => {
  const studies = await api.studies();
  const [inBrowser, byApi] = [aDetailedMinor(studies), aDetailedMinor(studies)];
  await wizard.walkToCheck(inBrowser);
  await wizard.send();
  expect((await api.enrollMinor(byApi)).status).toBe(201);

  const form = await storedEnrollment(database, inBrowser.student_email as string);
  const apis = await storedEnrollment(database, byApi.student_email as string);
  expect([form.source, apis.source]).toEqual(["form", "api"]);
  // The two families differ in what must be unique, and in nothing else.
  let expected = JSON.stringify(apis.record);
  for (const [field, value] of Object.entries(byApi))
    if (/email$|document$/.test(field))
      expected = expected.replaceAll(String(value), String(inBrowser[field as keyof typeof inBrowser]));
  expect(form.record).toEqual(JSON.parse(expected));
});

test("an adult's enrollment in the browser equals one by the API too", async ({ wizard, api, database }) => {
  const studies = await api.studies();
  const [inBrowser, byApi] = [anAdult(studies), anAdult(studies)];
  await wizard.walkToCheck(inBrowser);
  await wizard.send();
  expect((await api.enrollAdult(byApi)).status).toBe(201);

  const form = await storedEnrollment(database, inBrowser.student_email);
  const apis = await storedEnrollment(database, byApi.student_email);
  const expected = JSON.stringify(apis.record)
    .replaceAll(byApi.student_email, inBrowser.student_email)
    .replaceAll(byApi.student_document, inBrowser.student_document);
  expect(form.record).toEqual(JSON.parse(expected));
});

test("who has enrolled in the browser is known to the API afterwards (4.3 rule 8, 4.4 rule 8)", async ({
  wizard,
  page,
  api,
}) => {
  const [adult, minor] = [anAdult(), aDetailedMinor()];
  await wizard.walkToCheck(adult);
  await wizard.send();
  await page.context().clearCookies();
  await wizard.walkToCheck(minor);
  await wizard.send();
  const taken = async (answer: Awaited<ReturnType<typeof api.enrollAdult>>) => ({
    status: answer.status,
    fields: answer.body.error.errors?.map(({ field }) => field).sort(),
  });
  expect(await taken(await api.enrollAdult(adult))).toEqual({
    status: 409,
    fields: ["student_document", "student_email"],
  });
  expect(await taken(await api.enrollMinor(minor))).toEqual({
    status: 409,
    fields: [
      "guardian_document",
      "guardian_email",
      "second_guardian_email",
      "student_document",
      "student_email",
    ],
  });
});

test("check answers leads to a step and back, with the change made (33)", async ({ wizard, page }) => {
  await wizard.walkToCheck(anAdult());
  await wizard.main.locator('a[href*="/student-address"]').first().click();
  await expect(page).toHaveURL(/student-address/);
  await wizard.put("student_city", "Vic");
  await wizard.continue();
  expect(wizard.step()).toBe("check");
  await expect(wizard.main).toContainText("Vic");
});
