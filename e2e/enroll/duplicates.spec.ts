import type { Page } from "@playwright/test";
import { anAdult } from "@/test/factories";
import { aDetailedMinor } from "../support/people";
import type { Database } from "../support/school";
import { expect, test } from "../support/test";

test.use({ javaScriptEnabled: false }); // so that the answer is a whole page

test("whoever is known, and by what, the answer is the same page, byte for byte (12)", async ({
  wizard,
  page,
  api,
  database,
}) => {
  const minor = aDetailedMinor();
  const known = {
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
  await wizard.walkToCheck(minor);
  const pages: Record<string, string> = {};
  for (const [what, values] of Object.entries(known)) {
    const somebody = anAdult(values as Parameters<typeof anAdult>[0]);
    expect((await api.enrollAdult(somebody)).status, what).toBe(201);
    await wizard.put("terms_and_conditions", "on");
    pages[what] = await answerToSending(page);
    await forget(database, somebody.student_name);
  }
  const [first = "", ...others] = Object.values(pages);
  expect(first).toContain("secretaria@escuela.example");
  expect(first.length).toBeGreaterThan(10_000);
  for (const other of others) expect(other).toBe(first);

  await wizard.send(); // nobody is known any more: it was the duplicates that were refused
});

/** The HTML that comes back, without the nonce that every answer has of its own. */
async function answerToSending(page: Page): Promise<string> {
  const [response] = await Promise.all([
    page.waitForResponse((answer) => answer.request().method() === "POST"),
    page.locator("main form button[type=submit]").click(),
  ]);
  const policy = response.headers()["content-security-policy"] ?? "";
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? "";
  expect(nonce).not.toBe("");
  return (await response.text()).replaceAll(nonce, "");
}

/** Takes from those people what they were known by. */
const forget = (database: Database, name: string) =>
  database.query(
    `update people set email = id || '@gone.example', email_key = id || '@gone.example', document = id::text,
       document_key = id::text where name = $1`,
    [name],
  );
