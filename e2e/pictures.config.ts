import path from "node:path";
import { defineConfig } from "@playwright/test";
import tests from "../playwright.config";

// npm run pictures: not a test, but uses the suite's school, browser and page objects. npm run pictures:check
// is a test.
export default defineConfig({
  ...tests,
  testDir: "pictures",
  projects: [
    { name: "take", testMatch: "take-pictures.ts" },
    { name: "check", testMatch: "check-pictures.ts" },
  ],
  outputDir: path.resolve("test-results/pictures-run"),
  globalSetup: path.resolve("e2e/support/servers/global-setup.ts"),
  reporter: "list",
  timeout: 600_000,
});
