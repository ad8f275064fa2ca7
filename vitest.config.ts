import { existsSync } from "node:fs";
import path from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { nextAliases, serverActionPlugin } from "./test/pages/next-stubs/vite-plugin.ts";
import { rawSqlPlugin } from "./test/runner/raw-sql/call-sites.ts";
import { getTimeoutScale } from "./test/runner/timeout-scale.ts";

process.env.ENV_FILE = ""; // an operator's .env is not for the tests
Object.assign(process.env, { NODE_ENV: "production" }); // as it is served: React's other half takes half as much again, and warns nobody here
process.env.TZ = "America/Los_Angeles"; // neither the school's day nor UTC's
process.env.NODE_COMPILE_CACHE = path.resolve("node_modules/.cache/node"); // they start some hundred processes

/**
 * The slowest files, started first so that none runs alone at the end. The first makes the production
 * build that others wait for.
 */
const LONGEST = [
  "test/system/page-connections",
  "lib/desk/bulk/bulk",
  "lib/platform/database/outage",
  "lib/mail/worker",
  "lib/decisions/notifications/tell",
  "app/api/v1/events/events",
  "test/system/start",
  "lib/people/accounts/accounts",
  "test/system/shutdown",
  "test/system/processes",
  "test/documents/commands",
  "lib/mail/resend",
  "test/system/kill-recovery",
  "test/system/api-connections",
  "lib/platform/database/embedded",
  "test/system/two-builds",
  "lib/wizard/drafts/walk",
  "test/documents/typescript-client",
  "lib/platform/changes",
  "lib/webhooks/webhooks",
  "lib/enrollment/simultaneous",
  "test/system/refused-start",
  "lib/wizard/send/send-draft",
  "lib/people/staff/staff",
  "test/documents/programs",
];
const moved = LONGEST.find((name) => !existsSync(`${name}.test.ts`));
if (moved) throw new Error(`vitest.config.ts: there is no ${moved}.test.ts`);

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const others = await super.sort(files);
    const place = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      return at < 0 ? LONGEST.length : at;
    };
    return others.sort((one, other) => place(one) - place(other));
  }
}

export default defineConfig({
  plugins: [serverActionPlugin, rawSqlPlugin],
  resolve: { alias: { ...nextAliases, "@": path.resolve(".") } },
  test: {
    include: ["{lib,app,components,server,commands,tools,prisma,test}/**/*.test.{ts,tsx}"],
    // CI keeps the end of the output, so failures come last.
    reporters: [
      process.env.CI ? "minimal" : "default",
      "./test/runner/cpu-time/unit-reporter.ts",
      "./test/runner/raw-sql/reporter.ts",
      ["json", { outputFile: "test-results/unit.json" }],
    ],
    bail: process.env.CI ? 25 : 0, // a broken build ends soon, not after hours of waiting
    globalSetup: "test/runner/global-setup.ts",
    setupFiles: "test/runner/setup.ts",
    pool: "forks",
    execArgv: ["--max-semi-space-size=64"], // most of what a test makes is forgotten soon
    isolate: false, // test/runner/reset-modules.ts does it: a process for each file would read all packages for each file
    sequence: { sequencer: LongestFirst },
    maxWorkers: 4, // with six both cores are no busier, and more of their time goes into starting
    // Upper bounds, not measurements; the machine may become busier.
    testTimeout: 300_000 * getTimeoutScale(),
    expect: { poll: { timeout: 90_000 * getTimeoutScale() } },
    hookTimeout: 600_000 * getTimeoutScale(), // some make the production build
  },
});
