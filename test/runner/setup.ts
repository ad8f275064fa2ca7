import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, inject } from "vitest";
import { getCpuSeconds } from "./cpu-time/cpu-time";
import { resetModules } from "./reset-modules";
import { measureTimeoutScale } from "./timeout-scale";
import "./raw-sql/record-call";

const secondsBefore = getCpuSeconds();
resetModules();
const { stopChildren } = await import("../support/processes/child-processes");
const { createTestDatabase } = await import("../support/database/test-database");
const { findSingleton, singleton } = await import("@/lib/platform/singleton");

// A cheap hash; lib/people/password-hash.test.ts tests the real cost.
singleton("password cost", () => ({ memory: 64, passes: 1, parallelism: 1, tagLength: 32 }));

// Before our modules read the environment: a fresh, migrated database per file.
const database = await createTestDatabase(inject("serverUrl"));
const dataDir = await mkdtemp(path.join(tmpdir(), "matricula-test-file-"));
process.env.DATABASE_URL = database.url;
const pooler = inject("pooler");
if (pooler !== undefined) {
  process.env.DATABASE_DIRECT_URL = database.url;
  process.env.DATABASE_URL = Object.assign(new URL(database.url), { port: String(pooler) }).href;
}
process.env.DATA_DIR = dataDir;
process.env.DATABASE_PATIENCE = measureTimeoutScale().toFixed(1);
process.env.MAIL_TRANSPORT = "mailbox";
process.env.LOG_LEVEL = "silent";
process.env.RATE_LIMIT_READS_PER_MINUTE = "0";
process.env.RATE_LIMIT_WRITES_PER_MINUTE = "0";
process.env.RATE_LIMIT_FAILED_AUTH_PER_MINUTE = "0";

// biome-ignore lint/correctness/noEmptyPattern: vitest wants the pattern
afterAll(async ({}, file) => {
  await stopChildren();
  if (isDatabaseOpen())
    await import("@/lib/platform/database/open-database").then(({ closeDatabase }) => closeDatabase());
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
  file.meta.processor = getCpuSeconds() - secondsBefore;
});

/** Deprecated uses of packages, such as two concurrent statements on one pg session. */
const deprecated: Error[] = [];
const recordDeprecated = (warning: Error) => {
  if (warning.name === "DeprecationWarning") deprecated.push(warning);
};
process.on("warning", recordDeprecated);
afterAll(() => {
  process.off("warning", recordDeprecated);
  expect(deprecated).toEqual([]);
});

/** Messages that lack a text or an argument: next-intl prints an error and shows the key. */
const untranslated: unknown[] = [];
const { error: printError } = console;
console.error = (...args: unknown[]) => {
  if (/^(MISSING_MESSAGE|FORMATTING_ERROR)/.test((args[0] as Error | undefined)?.message ?? ""))
    untranslated.push(args[0]);
  printError(...args);
};
afterAll(() => {
  console.error = printError;
  expect(untranslated).toEqual([]);
});

/** Otherwise the module that closes it is not needed. */
const isDatabaseOpen = () => findSingleton("pool") !== undefined || findSingleton("changes") !== undefined;
