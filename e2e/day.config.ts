import path from "node:path";
import { defineConfig } from "@playwright/test";
import tests from "../playwright.config";

// npm run day: a secretary and a head of studies with bounds for clicks and time. Not part of the
// suite, but uses its school, browser and page objects.
export default defineConfig({
  ...tests,
  testDir: "day",
  testMatch: ["secretary.ts", "head-of-studies.ts"],
  outputDir: path.resolve("test-results/day"),
  globalSetup: path.resolve("e2e/support/servers/global-setup.ts"),
  reporter: "list",
  timeout: 600_000,
});
