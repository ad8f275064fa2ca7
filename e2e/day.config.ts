import path from "node:path";
import { defineConfig } from "@playwright/test";
import tests from "../playwright.config";

// npm run day: not a test, but it needs the same school, browser and page objects.
export default defineConfig({
  ...tests,
  testDir: "day",
  testMatch: "secretary.ts",
  outputDir: path.resolve("test-results/day"),
  globalSetup: path.resolve("e2e/support/global-setup.ts"),
  reporter: "list",
  timeout: 600_000,
});
