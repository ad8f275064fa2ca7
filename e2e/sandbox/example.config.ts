import config from "../../playwright.config";

/** Flows of a folder outside, as somebody there runs them, against a server that is there. */
export default {
  ...config,
  testDir: process.cwd(),
  testMatch: "*.spec.ts",
  outputDir: "../../test-results/example",
  globalSetup: undefined,
  workers: 1,
  reporter: [["line"]],
};
