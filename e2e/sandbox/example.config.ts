import config from "../../playwright.config";

/** Flows outside of the repository, against a running server. */
export default {
  ...config,
  testDir: process.cwd(),
  testMatch: "*.spec.ts",
  outputDir: "../../test-results/example",
  globalSetup: undefined,
  workers: 1,
  reporter: [["line"]],
};
