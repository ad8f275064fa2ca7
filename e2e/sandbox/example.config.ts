import config from "../../playwright.config";

/** clients/playwright's example and its README's first flow, as somebody outside runs them, against a server that is there. */
export default {
  ...config,
  testDir: "../..",
  testMatch: ["clients/playwright/example.spec.ts", "test-results/outside/first.spec.ts"],
  outputDir: "../../test-results/example",
  globalSetup: undefined,
  workers: 1,
  reporter: [["line"]],
};
