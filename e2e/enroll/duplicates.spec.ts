import type { Page } from "@playwright/test";
import { anAdult } from "@/test/support/data/factories";
import { normalizePageContent } from "../support/page-content";
import { aDetailedMinor } from "../support/people";
import type { Database } from "../support/servers/school";
import { expect, test } from "../support/test";

test.use({ javaScriptEnabled: false }); // so that the answer is a whole page

test("the response is identical for every kind of known person (W12)", async ({
  wizard,
  page,
  api,
  database,
}) => {
  const minor = aDetailedMinor();
  const knownPeople = {
    "the guardian's e-mail": { student_email: minor.guardian_email },
    "the guardian's document": {
      student_document_type: minor.guardian_document_type,
      student_document: minor.guardian_document,
    },
    "the other guardian's e-mail": { student_email: minor.second_guardian_email },
    "the student's e-mail": { student_email: minor.student_email },
    "the student's document": {
      student_document_type: minor.student_document_type,
      student_document: minor.student_document,
    },
  };
  await wizard.skipTo("check", minor);
  const pages: Record<string, ReturnType<typeof normalizePageContent>> = {};
  for (const [label, values] of Object.entries(knownPeople)) {
    const adult = anAdult(values as Parameters<typeof anAdult>[0]);
    expect((await api.enrollAdult(adult)).status, label).toBe(201);
    await page.goto(wizard.url("/check"));
    await wizard.fill("terms_and_conditions", "on");
    pages[label] = await submitAndReadResponse(page);
    await anonymize(database, adult.student_name);
  }
  const [first, ...others] = Object.values(pages);
  expect(first?.html).toContain("secretaria@escuela.example");
  expect(first?.html.length).toBeGreaterThan(10_000);
  expect(first?.values.join("\n")).toContain("secretaria@escuela.example");
  for (const other of others) expect(other).toEqual(first);

  await page.goto(wizard.url("/check"));
  await wizard.submit(); // nobody is known any more: it was the duplicates that were refused
});

test.describe("with JavaScript, an error that no retry fixes", () => {
  test.use({ javaScriptEnabled: true });

  test("has links to the school and no submit button (12, 44)", async ({ wizard, page, api }) => {
    const known = anAdult();
    expect((await api.enrollAdult(known)).status).toBe(201);
    await wizard.skipTo("check", anAdult({ student_email: known.student_email }));
    await wizard.fill("terms_and_conditions", "on");
    await wizard.continueButton.click();
    const box = wizard.main.locator("[data-error-summary]");
    await expect(box.locator('a[href="mailto:secretaria@escuela.example"]')).toBeVisible();
    await expect(box.locator('a[href^="tel:"]')).toBeVisible();
    await expect(box.locator("h2")).toHaveText("Esta solicitud la terminamos contigo");
    await expect(wizard.heading).toHaveText("Tus respuestas");
    await expect(wizard.main.locator("button[type=submit]")).toHaveCount(0);
    await expect(wizard.main.locator("[name=terms_and_conditions]")).toHaveCount(0);
    await expect(wizard.main, "the answers can still be read out").toContainText(known.student_email);

    await page.goto(wizard.url("/check"));
    await expect(wizard.continueButton, "another e-mail may be tried").toBeVisible();
  });
});

test("known families get advice before the last step (W4, families 2 and 3)", async ({ wizard }) => {
  const account = wizard.main.locator('p:has(a[href*="/sign-in?onward=enroll"])');
  const minor = aDetailedMinor();
  await wizard.page.goto(wizard.url());
  const choice = wizard.main.locator('a[href*="/sign-in?onward=enroll"]');
  await expect(choice).toContainText("Ya somos de la escuela");
  await wizard.skipTo("guardian-contact", minor);
  await expect(account.filter({ hasText: "con este correo" })).toBeVisible();
  await wizard.skipTo("student-name", minor);
  await expect(wizard.main, "a child of four").toContainText("ana+laia@example.com");
  await wizard.fill("has_student_email", "no");
  await wizard.fill("student_email", minor.guardian_email.replace("@", "+laia@"));
  await wizard.fill("student_name", minor.student_name);
  await wizard.fill("student_surname", minor.student_surname);
  await wizard.fill("has_second_guardian", "no");
  await wizard.continue();
  await wizard.skipTo("check", { ...minor, student_email: undefined });
  await wizard.submit();
  await expect(account.filter({ hasText: "otro hijo o hija" })).toBeVisible();
});

/** The response without its nonce. */
async function submitAndReadResponse(page: Page) {
  const [response] = await Promise.all([
    page.waitForResponse((candidate) => candidate.request().method() === "POST"),
    page.locator("main form button[type=submit]").click(),
  ]);
  const policy = response.headers()["content-security-policy"] ?? "";
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? "";
  expect(nonce).not.toBe("");
  return normalizePageContent(await response.text(), nonce);
}

/** Deletes what identifies those people. */
const anonymize = (database: Database, name: string) =>
  database.query(
    `update people set email = id || '@gone.example', email_key = id || '@gone.example', document = id::text,
       document_key = id::text where name = $1`,
    [name],
  );
