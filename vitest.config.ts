import path from "node:path";
import { defineConfig } from "vitest/config";

process.env.ENV_FILE = ""; // an operator's .env is not for the tests

export default defineConfig({
  resolve: { alias: { "@": path.resolve(".") } },
  test: {
    include: ["{lib,app,components,server,commands,tools,prisma,test}/**/*.test.{ts,tsx}"],
    reporters: ["default", ["json", { outputFile: "test-results/unit.json" }]],
    globalSetup: "test/global-setup.ts",
    setupFiles: "test/setup.ts",
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 60_000, // bounds for a busy machine, not measurements
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 60_000,
  },
});
