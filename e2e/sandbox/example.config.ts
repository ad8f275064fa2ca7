import config from "../../playwright.config";

/** The example of clients/playwright as somebody outside runs it, against a server that is already there. */
export default {
  ...config,
  testDir: "../../clients/playwright",
  outputDir: "../../test-results/example",
  globalSetup: undefined,
  workers: 1,
  reporter: [["line"]],
};
