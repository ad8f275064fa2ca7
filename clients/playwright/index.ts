import { test as base } from "@playwright/test";
import { EnrollmentForm } from "./form.js";
import { Sandbox } from "./sandbox.js";

export { expect } from "@playwright/test";
export { type Answers, EnrollmentForm } from "./form.js";
export { type Mail, Sandbox, SandboxError, type Seeded, type State } from "./sandbox.js";

type Fixtures = {
  /** The worker's sandbox, empty and with today's date at the start of each test. */
  sandbox: Sandbox;
  /** The form in this test's browser, in the sandbox. */
  form: EnrollmentForm;
};

/** Playwright's test with a sandbox for each worker: MATRICULA_URL, and in MATRICULA_TEST_KEYS a test key for each. */
export const test = base.extend<Fixtures, { workerSandbox: Sandbox }>({
  workerSandbox: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use, { parallelIndex }) => {
      const { MATRICULA_URL: url, MATRICULA_TEST_KEYS: keys = "" } = process.env;
      const key = keys.split(",")[parallelIndex]?.trim();
      if (!url || !key)
        throw new Error(
          `Set MATRICULA_URL, and MATRICULA_TEST_KEYS to a test key for each of ${parallelIndex + 1} workers or more, separated by commas.`,
        );
      await use(new Sandbox(url, key));
    },
    { scope: "worker" },
  ],
  sandbox: async ({ workerSandbox }, use) => {
    await workerSandbox.reset();
    await use(workerSandbox);
  },
  form: async ({ page, sandbox }, use) => use(new EnrollmentForm(page, sandbox)),
});
