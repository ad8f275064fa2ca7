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
  /** The form in Spanish on `page`. */
  wizard: Wizard;
  /** The school's database. Whoever changes the school in it asks for `ownSchool` as well. */
  database: Database;
  serverLog: undefined;
  processor: undefined;
};

type Options = {
  /** The data of a school that nobody has touched, for one test alone. */
  ownSchool: boolean;
  /** A server as well, with environment variables of its own; `{}` for no more. */
  ownServer: Record<string, string> | undefined;
  school: School;
};

type WorkerFixtures = { workerSchool: School };

/** How the data of a worker's school stand: as prepared, with people in it, or changed by a test that had it alone. */
const data: { stand: "untouched" | "used" | "changed" } = { stand: "untouched" };

/** Playwright's test with a school: `page` opens it, `api` calls it, `mailbox` reads its e-mails. */
export const test = base.extend<TestFixtures & Options, WorkerFixtures>({
  workerSchool: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
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
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use, testInfo) => {
      await use(undefined);
      const taken = getCpuSecondsWithChildren();
      testInfo.annotations.push({ type: CPU_TIME_ANNOTATION, description: (taken - takenBefore).toFixed(2) });
      takenBefore = taken;
    },
    { auto: true },
  ],
});

/** At the end of the worker's flow before: who begins a worker or a browser pays for it. */
let takenBefore = 0;

/** The server's log is whole only once it has stopped; Playwright ends a worker after a failed test. */
async function keepLog({ log, keepLogAt }: School) {
  if (log && keepLogAt) await copyFile(log, keepLogAt);
}

export { expect } from "@playwright/test";
