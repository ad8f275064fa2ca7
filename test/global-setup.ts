import { mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { joinEmbedded } from "@/lib/database/embedded";
import { migrate } from "@/lib/database/migrate";
import { EMPTY, forgetTheDisk, hashLittle } from "./database";
import { temporaryFolder } from "./in-memory";
import { compileForTests } from "./programs";

/** A PostgreSQL of the tests' own, with one migrated database that each test file copies. */
export default async function setup(project: TestProject) {
  await compileForTests();
  process.env.TMPDIR = temporaryFolder(); // the test files' too
  const dataDir = await mkdtemp(path.join(process.env.TMPDIR, "matricula-test-"));
  const embedded = await joinEmbedded(dataDir, () => {});
  const template = new URL(embedded.url);
  template.pathname = `/${EMPTY}`;

  const owner = new pg.Client(embedded.url);
  await owner.connect();
  await owner.query(`create database ${EMPTY}`);
  await forgetTheDisk(owner);
  await hashLittle(owner);
  await owner.end();
  await migrate(template.href);
  project.provide("serverUrl", embedded.url);
  project.provide("postgresLog", path.join(dataDir, "postgres.log"));

  return async () => {
    await embedded.release();
    await rm(dataDir, { recursive: true, force: true });
  };
}

declare module "vitest" {
  interface ProvidedContext {
    serverUrl: string;
    postgresLog: string;
  }
}
