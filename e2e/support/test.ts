import { copyFile } from "node:fs/promises";
import { test as base } from "@playwright/test";
import { getCpuSecondsWithChildren } from "@/test/runner/cpu-time/cpu-time";
import { CPU_TIME_ANNOTATION } from "@/test/runner/cpu-time/e2e-reporter";
import { getTimeoutScale } from "@/test/runner/timeout-scale";
import { type ApiClient, createApiClient } from "./api-client";
import { expectNoPersonalDataInLog } from "./checks/log-privacy";
import { type Mailbox, openMailbox } from "./mailbox";
import { Wizard } from "./pages/wizard";
import { type Database, getDeployedSchool, type School, startSchool } from "./servers/school";

type TestFixtures = {
  api: ApiClient;
  mailbox: Mailbox;
  /** In Spanish, on `page`. */
  wizard: Wizard;
  /** Tests that change the school also use `freshSchool`. */
  database: Database;
  serverLog: undefined;
  cpuTime: undefined;
};

type Options = {
  /** Fresh data for a single test. */
  freshSchool: boolean;
  /** A separate server with these environment variables. */
  serverEnv: Record<string, string> | undefined;
  school: School;
};

type WorkerFixtures = { workerSchool: School };

/** Data of a worker's school: initial, with people, or changed by a test with `freshSchool`. */
const data: { state: "untouched" | "used" | "changed" } = { state: "untouched" };

/** Playwright's test with a school: `page`, `api` and `mailbox`. */
export const test = base.extend<TestFixtures & Options, WorkerFixtures>({
  workerSchool: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires an object pattern
    async ({}, use) => {
      const deployedUrl = process.env.E2E_BASE_URL;
      const school = deployedUrl ? getDeployedSchool(deployedUrl) : await startSchool();
      await use(school);
      await school.stop();
      await copyLog(school);
      await expectNoPersonalDataInLog(school);
    },
    { scope: "worker", timeout: 600_000 * getTimeoutScale() },
  ],
  freshSchool: [false, { option: true }],
  serverEnv: [undefined, { option: true }],
  school: [
    async ({ workerSchool, freshSchool, serverEnv }, use, testInfo) => {
      const isIsolated = freshSchool || serverEnv !== undefined;
      testInfo.skip(isIsolated && !workerSchool.resetData, "changes the school, so not on a deployed server");
      if (!serverEnv) {
        if (data.state === "changed" || (freshSchool && data.state === "used"))
          await workerSchool.resetData?.();
        data.state = freshSchool ? "changed" : "used";
        return use(workerSchool);
      }
      const school = await startSchool(serverEnv);
      await use(school);
      await school.stop();
      await copyLog(school);
      await expectNoPersonalDataInLog(school);
    },
    { timeout: 600_000 * getTimeoutScale() },
  ],
  baseURL: ({ school }, use) => use(school.url),
  api: ({ school }, use) => use(createApiClient(school)),
  mailbox: async ({ school }, use, testInfo) => {
    testInfo.skip(!school.mailbox, "set E2E_MAILBOX to the folder of the deployed server's e-mails");
    await use(openMailbox(school.mailbox as string));
  },
  wizard: ({ page, javaScriptEnabled }, use) => use(new Wizard(page, "es", javaScriptEnabled)),
  database: async ({ school }, use, testInfo) => {
    testInfo.skip(!school.database, "needs the database of the school");
    await use(school.database as Database);
  },
  serverLog: [
    async ({ school }, use, testInfo) => {
      await use(undefined);
      if (testInfo.status !== testInfo.expectedStatus) school.logCopyPath = testInfo.outputPath("server.log");
    },
    { auto: true },
  ],
  cpuTime: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires an object pattern
    async ({}, use, testInfo) => {
      await use(undefined);
      const total = getCpuSecondsWithChildren();
      testInfo.annotations.push({ type: CPU_TIME_ANNOTATION, description: (total - lastTotal).toFixed(2) });
      lastTotal = total;
    },
    { auto: true },
  ],
});

/** Processor time at the end of the previous test; the first includes starting worker and browser. */
let lastTotal = 0;

/** The log is complete after the server has stopped; Playwright ends a worker after a failure. */
async function copyLog({ log, logCopyPath }: School) {
  if (log && logCopyPath) await copyFile(log, logCopyPath);
}

export { expect } from "@playwright/test";
