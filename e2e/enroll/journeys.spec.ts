import { aFullAdult, aFullMinor } from "@/test/support/data/full-enrollments";
import { Wizard } from "../support/pages/wizard";
import { getFormOrigin, readStoredEnrollment } from "../support/stored-enrollment";
import { expect, test } from "../support/test";

test("an adult enrolls from the start page to the e-mail; stores every field as typed (1, 2, 33, 34, W5; 4.3)", async ({
  wizard,
  api,
  school,
  database,
  mailbox,
}) => {
  const { body, record } = aFullAdult(await api.getCatalogue());
  const counts: string[] = [];
  await wizard.start();
  await wizard.walkTo("check", body, async () => {
    const text = (await wizard.main.textContent()) ?? "";
    counts.push(/Paso \d+ de \d+/.exec(text)?.[0] ?? text.slice(0, 80));
  });
  expectStepNumbers(counts);
  await expect(wizard.main).toContainText(body.student_email);
  await expect(wizard.main).toContainText(body.student_document);
  await wizard.submit();

  const stored = await readStoredEnrollment(database, body.student_email);
  expect(stored.record).toEqual(record(getFormOrigin(school, "es")));
  expect(stored.source).toBe("form");
  expect(await wizard.readReference()).toBe(stored.reference);
  await expect(wizard.main).not.toContainText(body.student_email);
  await expect(wizard.main).toContainText("•••@example.org");
  await expect(wizard.main.locator('a[href^="mailto:"]').first()).toBeVisible();
  const mail = await mailbox.waitForMail(body.student_email);
  expect(mail).toMatchObject({ kind: "adult_student", locale: "es" });
});

/** The step's number is a text, and depends on the branch (W5). */
function expectStepNumbers(counts: string[]) {
  const total = counts.length + 1; // check answers is the last
  const numbered = counts.slice(counts.findIndex((text) => text.endsWith(`de ${total}`)));
  expect(numbered).toEqual(numbered.map((_, index) => `Paso ${total - numbered.length + index} de ${total}`));
  expect(numbered.length).toBeGreaterThan(total - 3); // from the birth date on, the branch is known
}

test("stores two guardians and every field as typed, in Catalan; no personal data in addresses, browser storage or other origins (23, 24; 4.4; 3, 29, 39)", async ({
  page,
  api,
  school,
  database,
  mailbox,
}) => {
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(request.url()));
  const { body, record } = aFullMinor(await api.getCatalogue());
  const wizard = new Wizard(page, "ca");
  await wizard.walkToCheck(body);
  await wizard.submit();

  const stored = await readStoredEnrollment(database, body.student_email);
  expect(stored.record).toEqual(record(getFormOrigin(school, "ca")));
  const second = await mailbox.waitForMail(body.second_guardian_email);
  expect(second).toMatchObject({ kind: "second_guardian", locale: "ca" });

  const personal = Object.entries(body).flatMap(([field, value]) =>
    /email|_name|surname|birth|document$|phone$|address|observations/.test(field) ? [String(value)] : [],
  );
  expect(personal.length).toBeGreaterThan(15);
  const storage = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  const cookies = JSON.stringify(await page.context().cookies());
  for (const value of personal) {
    const encoded = [value, encodeURIComponent(value)];
    expect(addresses.filter((url) => encoded.some((text) => url.includes(text)))).toEqual([]);
    expect(storage).not.toContain(value);
    expect(cookies).not.toContain(value);
  }
  expect(addresses.filter((url) => !url.startsWith(school.url) && !url.startsWith("data:"))).toEqual([]);
});
