import path from "node:path";
import { defineConfig } from "@playwright/test";
import tests from "../playwright.config";

// npm run day: a secretary, a head of studies and a family with bounds for clicks and time. Not part of the
// suite, but uses its school, browser and page objects.
export default defineConfig({
  ...tests,
  testDir: "day",
  testMatch: ["secretary.ts", "head-of-studies.ts", "family.ts"],
  outputDir: path.resolve("test-results/day"),
  globalSetup: path.resolve("e2e/support/servers/global-setup.ts"),
  reporter: "list",
  timeout: 600_000,
});
