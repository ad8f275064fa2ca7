import path from "node:path";
import { defineConfig } from "@playwright/test";
import tests from "../playwright.config";

// npm run pictures: not a test, but it needs the same school, browser and page objects.
export default defineConfig({
  ...tests,
  testDir: "pictures",
  testMatch: "every-step.ts",
  outputDir: path.resolve("test-results/pictures-run"),
  globalSetup: path.resolve("e2e/support/global-setup.ts"),
  reporter: "list",
  timeout: 300_000,
});
