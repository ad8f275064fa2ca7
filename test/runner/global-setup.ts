import { globSync, readFileSync, readlinkSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { getTimeouts } from "@/lib/platform/database/connections";
import { openEmbedded } from "@/lib/platform/database/embedded";
import { migrate } from "@/lib/platform/database/migrations";
import { startPgbouncer } from "../night/pgbouncer";
import { disableDurability, EMPTY_TEMPLATE, reduceScramIterations } from "../support/database/test-database";
import { stopChildren } from "../support/processes/child-processes";
import { bundleTestPrograms } from "../support/processes/programs";
import "./raw-sql/record-call";
import { createRunFolder } from "./run-folder";

/** PostgreSQL for tests, with a migrated template database. */
export default async function setup(project: TestProject) {
  await bundleTestPrograms();
  const { folder, remove } = await createRunFolder();
  process.env.TMPDIR = folder; // the test files' too
  process.env.RAN_SQL ??= path.join(folder, "ran-sql"); // runs started by a test record here too
  const dataDir = path.join(folder, "shared");
  const embedded = await openEmbedded(dataDir, () => {});
  const template = new URL(embedded.url);
  template.pathname = `/${EMPTY_TEMPLATE}`;

  const owner = new pg.Client(embedded.url);
  await owner.connect();
  await owner.query(`create database ${EMPTY_TEMPLATE}`);
  await disableDurability(owner);
  await reduceScramIterations(owner);
  await owner.end();
  await migrate(template.href);
  project.provide("serverUrl", embedded.url);
  const { BEHIND_PGBOUNCER: program } = process.env; // test/night/behind-pgbouncer.ts
  project.provide("pooler", program ? await behindPgbouncer(program, embedded.url) : undefined);
  project.provide("postgresLog", path.join(dataDir, "postgres.log"));

  return async () => {
    await stopChildren();
    await embedded.release();
    const left = await killLeftProcesses(folder);
    await remove();
    if (left.length > 0) throw new Error(`Tests left processes running:\n${left.join("\n")}`);
  };
}

/**
 * Ends processes that a test left in a run's folder, which would block readers of the output; PostgreSQL and others
 * that are ending have ten seconds. Linux only.
 * @returns their command lines
 */
async function killLeftProcesses(folder: string): Promise<string[]> {
  for (let tries = 0; tries < 100 && listProcesses(folder).length > 0; tries++) await sleep(100);
  const left = listProcesses(folder);
  for (const { pid } of left) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {} // it has ended
  }
  return left.map(({ command }) => command);
}

function listProcesses(folder: string): { pid: number; command: string }[] {
  return globSync("/proc/[0-9]*/cwd").flatMap((cwd) => {
    try {
      if (!readlinkSync(cwd).startsWith(folder)) return [];
      const entry = path.dirname(cwd);
      const command = readFileSync(`${entry}/cmdline`, "utf8").replaceAll("\0", " ");
      return [{ pid: Number(path.basename(entry)), command }];
    } catch {
      return []; // it has ended, or belongs to another user
    }
  });
}

/**
 * With session limits, like an operator's.
 * @returns its port
 */
async function behindPgbouncer(program: string, url: string): Promise<number> {
  const owner = new pg.Client(url);
  await owner.connect();
  for (const [name, ms] of Object.entries(getTimeouts()))
    await owner.query(`alter role current_user set ${name} = ${ms}`);
  await owner.end();
  return startPgbouncer(program, url);
}

declare module "vitest" {
  interface ProvidedContext {
    serverUrl: string;
    /** Port of PgBouncer between tests and PostgreSQL. */
    pooler: number | undefined;
    postgresLog: string;
  }
}
