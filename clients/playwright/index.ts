import { test as base, type TestInfo } from "@playwright/test";
import { Account } from "./account.js";
import { Desk } from "./desk.js";
import { EnrollmentForm } from "./form.js";
import { Sandbox } from "./sandbox.js";

export { expect } from "@playwright/test";
export { Account } from "./account.js";
export { type Decision, Desk } from "./desk.js";
export { type Answers, EnrollmentForm } from "./form.js";
export { type Mail, Sandbox, SandboxError, type Seeded, type State } from "./sandbox.js";

type Fixtures = {
  /** The worker's sandbox, empty and with today's date at the start of each test. */
  sandbox: Sandbox;
  /** The form in this test's browser, in the sandbox. */
  form: EnrollmentForm;
  /** The family's account in this test's browser; it is the sandbox's once the form has been opened. */
  account: Account;
  /** The school's desk in this test's browser: the live school's. */
  desk: Desk;
};

/**
 * Playwright's test with a sandbox for each worker: MATRICULA_URL, and in MATRICULA_TEST_KEYS a test key for each, or
 * one below which the others get theirs.
 */
export const test = base.extend<Fixtures, { workerSandbox: Sandbox }>({
  workerSandbox: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires an object pattern
    async ({}, use, { parallelIndex }) => {
      const { MATRICULA_URL: url, MATRICULA_TEST_KEYS: keys = "" } = process.env;
      const [first, ...others] = keys.split(",").map((key) => key.trim());
      if (!url || !first) throw new Error("Set MATRICULA_URL, and MATRICULA_TEST_KEYS to a test key.");
      const own = parallelIndex === 0 ? first : others[parallelIndex - 1];
      await use(new Sandbox(url, own ?? (await new Sandbox(url, first).key())));
    },
    { scope: "worker" },
  ],
  sandbox: async ({ workerSandbox }, use, testInfo) => {
    await workerSandbox.reset();
    await use(workerSandbox);
    if (testInfo.status !== testInfo.expectedStatus) await showOutbox(workerSandbox, testInfo);
  },
  form: async ({ page, sandbox }, use) => use(new EnrollmentForm(page, sandbox)),
  account: async ({ page, sandbox }, use) => use(new Account(page, sandbox)),
  desk: async ({ page }, use) => use(new Desk(page, process.env.MATRICULA_URL ?? "")),
});

/** What the sandbox had sent when a test failed, the newest first; it stands in the test's report. */
async function showOutbox(sandbox: Sandbox, testInfo: TestInfo) {
  const mails = await sandbox.outbox().catch((error: Error) => error);
  const body =
    mails instanceof Error
      ? `The outbox could not be read: ${mails.message}`
      : mails
          .map(({ to, kind, subject, text }) => `${kind} to ${to}: ${subject}\n\n${text}`)
          .join("\n\n---\n\n");
  await testInfo.attach("outbox", { body: body || "Nothing was sent.", contentType: "text/plain" });
}
