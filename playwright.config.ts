import path from "node:path";
import { defineConfig, devices } from "@playwright/test";
import { getTimeoutScale } from "./test/runner/timeout-scale";
import { getBrowserLaunchOptions } from "./tools/ensure-browser";

const deployed = process.env.E2E_BASE_URL;

process.env.ENV_FILE = ""; // an operator's .env is not for the tests
process.env.NODE_COMPILE_CACHE = path.resolve("node_modules/.cache/node");

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results/e2e",
  fullyParallel: true,
  workers: 4, // each with a server and a browser, whose start takes five seconds; with three, two cores are idle half of the time
  forbidOnly: Boolean(process.env.CI),
  timeout: 300_000 * getTimeoutScale(), // bounds, as in vitest.config.ts; a flow that hangs is told by what it waits for
  expect: { timeout: 45_000 * getTimeoutScale() },
  globalSetup: deployed ? undefined : "./e2e/support/servers/global-setup.ts",
  maxFailures: process.env.CI ? 15 : 0, // a broken build ends soon, not after hours of waiting
  reporter: [
    [process.env.CI ? "dot" : "list"],
    ["json", { outputFile: "test-results/e2e.json" }],
    ["./test/runner/cpu-time/e2e-reporter.ts"],
  ],
  use: {
    ...devices["Desktop Chrome"],
    locale: "es-ES",
    actionTimeout: 60_000 * getTimeoutScale(), // what never shows itself is told by name, not by the test's own end
    navigationTimeout: 60_000 * getTimeoutScale(), // without it, one lost navigation waits for the whole test's end
    launchOptions: await getBrowserLaunchOptions(),
    trace: "off", // which takes time of every flow; `--trace on` takes one of a flow that fails
    screenshot: "only-on-failure",
  },
});
