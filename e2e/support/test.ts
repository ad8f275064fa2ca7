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
  /** Tests that change the school also use `ownSchool`. */
  database: Database;
  serverLog: undefined;
  processor: undefined;
};

type Options = {
  /** Fresh data for a single test. */
  ownSchool: boolean;
  /** A separate server with these environment variables. */
  ownServer: Record<string, string> | undefined;
  school: School;
};

type WorkerFixtures = { workerSchool: School };

/** Data of a worker's school: initial, with people, or changed by a test with `ownSchool`. */
const data: { stand: "untouched" | "used" | "changed" } = { stand: "untouched" };

/** Playwright's test with a school: `page`, `api` and `mailbox`. */
export const test = base.extend<TestFixtures & Options, WorkerFixtures>({
  workerSchool: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires an object pattern
    async ({}, use) => {
      const deployed = process.env.E2E_BASE_URL;
      const school = deployed ? getDeployedSchool(deployed) : await startSchool();
      await use(school);
      await school.stop();
      await keepLog(school);
      await expectNoPersonalDataInLog(school);
    },
    { scope: "worker", timeout: 600_000 * getTimeoutScale() },
  ],
  ownSchool: [false, { option: true }],
  ownServer: [undefined, { option: true }],
  school: [
    async ({ workerSchool, ownSchool, ownServer }, use, testInfo) => {
      const alone = ownSchool || ownServer !== undefined;
      testInfo.skip(alone && !workerSchool.renew, "changes the school, so not on a deployed server");
      if (!ownServer) {
        if (data.stand === "changed" || (ownSchool && data.stand === "used")) await workerSchool.renew?.();
        data.stand = ownSchool ? "changed" : "used";
        return use(workerSchool);
      }
      const school = await startSchool(ownServer);
      await use(school);
      await school.stop();
      await keepLog(school);
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
      if (testInfo.status !== testInfo.expectedStatus) school.keepLogAt = testInfo.outputPath("server.log");
    },
    { auto: true },
  ],
  processor: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires an object pattern
    async ({}, use, testInfo) => {
      await use(undefined);
      const taken = getCpuSecondsWithChildren();
      testInfo.annotations.push({ type: CPU_TIME_ANNOTATION, description: (taken - takenBefore).toFixed(2) });
      takenBefore = taken;
    },
    { auto: true },
  ],
});

/** Processor time at the end of the previous flow; the first flow includes starting worker and browser. */
let takenBefore = 0;

/** The log is complete after the server has stopped; Playwright ends a worker after a failure. */
async function keepLog({ log, keepLogAt }: School) {
  if (log && keepLogAt) await copyFile(log, keepLogAt);
}

export { expect } from "@playwright/test";
