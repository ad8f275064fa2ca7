import path from "node:path";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./test/longest-first";

process.env.ENV_FILE = ""; // an operator's .env is not for the tests
process.env.NODE_COMPILE_CACHE = path.resolve("node_modules/.cache/node"); // they start some hundred processes

export default defineConfig({
  resolve: { alias: { "@": path.resolve(".") } },
  test: {
    include: ["{lib,app,components,server,commands,tools,prisma,test}/**/*.test.{ts,tsx}"],
    reporters: ["default", ["json", { outputFile: "test-results/unit.json" }]],
    globalSetup: "test/global-setup.ts",
    setupFiles: "test/setup.ts",
    pool: "forks",
    sequence: { sequencer: LongestFirst },
    maxWorkers: 4, // on two cores: the tests that kill and cut off wait most of their time
    testTimeout: 120_000, // bounds for a busy machine, not measurements
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 120_000,
  },
});
