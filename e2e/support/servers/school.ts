import { randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { expect } from "@playwright/test";
import pg from "pg";
import { type FaultyProxy, startFaultyProxy } from "@/test/soak/faulty-proxy";
import { COPY_STRATEGY } from "@/test/support/database/test-database";
import { reservePort } from "@/test/support/processes/free-port";
import type { DraftRequest } from "./prepare-draft";
import { restoreData } from "./restore-data";
import { createServerClient, loadFirstPage, startServer } from "./server-process";

/** A running server with its own data. */
export type School = {
  url: string;
  key: string;
  /** Folder of e-mails; undefined if unreadable. */
  mailbox: string | undefined;
  /** Undefined for a deployed server. */
  database: Database | undefined;
  /** For commands; undefined for a deployed server. */
  environment?: Record<string, string>;
  /** The server's log. */
  log: string | undefined;
  /** Copies the log here after a failure. */
  logCopyPath?: string;
  /** Creates a draft without posting pages; returns its token. Undefined for a deployed server. */
  prepareDraft?: (request: DraftRequest) => Promise<string>;
  /** Like `npm run demo`; undefined for a deployed server. */
  enrollFamilies?: (count: number) => Promise<unknown>;
  /** Restores the initial data; undefined for a deployed server. */
  resetData?: () => Promise<void>;
  stop: () => Promise<void>;
};

export type Database = {
  /** As the database's owner. */
  query: <Row extends pg.QueryResultRow>(sql: string, values?: unknown[]) => Promise<Row[]>;
  /** Cuts the server's connection until `restoreConnection`. */
  cutConnection: () => Promise<void>;
  restoreConnection: () => Promise<void>;
};

/** The server of `npm run e2e -- --base-url URL`. */
export function getDeployedSchool(url: string): School {
  const { E2E_API_KEY: key, E2E_MAILBOX: mailbox } = process.env;
  if (!key) throw new Error("Set E2E_API_KEY to a key of the deployed server.");
  return {
    url: url.replace(/\/$/, ""),
    key,
    mailbox: mailbox || undefined,
    database: undefined,
    log: undefined,
    stop: async () => {},
  };
}

/**
 * Starts the production server on a copy of the template.
 * @param serverEnv environment variables; such a server gets a proxy to its database, which is too slow for every
 * flow
 */
export async function startSchool(serverEnv?: Record<string, string>): Promise<School> {
  const name = `school_${randomUUID().replaceAll("-", "")}`;
  const folder = path.join(process.env.E2E_FOLDER as string, name);
  await mkdir(folder);
  await runOnServer(`create database ${name} template template_matricula ${COPY_STRATEGY}`);
  const directUrl = new URL(process.env.E2E_DATABASE_SERVER as string);
  directUrl.pathname = `/${name}`;
  const pool = new pg.Pool({ connectionString: directUrl.href, max: 1, idleTimeoutMillis: 0 });
  const proxy = serverEnv && (await startFaultyProxy(() => Number(directUrl.port)));
  const databaseUrl = new URL(directUrl);
  if (proxy) databaseUrl.port = String(proxy.port);

  const log = path.join(folder, "server.log");
  const port = await reservePort();
  const url = `http://localhost:${port}`;
  const server = await startServer(log, {
    DATABASE_URL: databaseUrl.href,
    DATA_DIR: folder,
    PORT: String(port),
    HOST: "127.0.0.1",
    APP_URL: url,
    ...serverEnv,
  });
  for (const path of ["enroll", "enroll/birth-date", "desk/enrollments/none"])
    await loadFirstPage(`${url}/${path}`);
  const sendRequest = createServerClient(server.child);
  const school: School = {
    url,
    key: process.env.E2E_API_KEY as string,
    mailbox: path.join(folder, "mailbox"),
    database: createDatabase(pool, proxy),
    environment: { DATABASE_URL: directUrl.href, DATA_DIR: folder, APP_URL: url, MAIL_TRANSPORT: "mailbox" },
    log,
    prepareDraft: sendRequest,
    enrollFamilies: (families) => sendRequest({ families }),
    resetData: async () => {
      await restoreData(directUrl.href, url);
      await rm(path.join(folder, "mailbox"), { recursive: true, force: true });
    },
    stop: async () => {
      schoolsByUrl.delete(url);
      await server.stop();
      proxy?.close();
      await pool.end();
      await expect.poll(() => countSessions(name), { timeout: 10_000 }).toBe(0); // a cut connection logs an error
      await runOnServer(`drop database ${name}`);
    },
  };
  schoolsByUrl.set(url, school);
  return school;
}

const schoolsByUrl = new Map<string, School>();

/** By the origin of a page. */
export const findSchoolByUrl = (origin: string): School | undefined => schoolsByUrl.get(origin);

function createDatabase(pool: pg.Pool, proxy: FaultyProxy | undefined): Database {
  const requireProxy = () => {
    if (!proxy) throw new Error("A test that cuts the database connection needs `serverEnv`.");
    return proxy;
  };
  return {
    query: async (sql, values) => (await pool.query(sql, values)).rows,
    cutConnection: async () => requireProxy().cut(),
    restoreConnection: async () => void (await requireProxy().reopen()),
  };
}

async function countSessions(name: string): Promise<number> {
  const client = new pg.Client(process.env.E2E_DATABASE_SERVER);
  await client.connect();
  const { rows } = await client.query("select count(*)::int from pg_stat_activity where datname = $1", [
    name,
  ]);
  await client.end();
  return rows[0].count;
}

async function runOnServer(sql: string) {
  const client = new pg.Client(process.env.E2E_DATABASE_SERVER);
  await client.connect();
  try {
    // PostgreSQL refuses concurrent copies of a template; an advisory lock queues them.
    await client.query("select pg_advisory_lock(5)");
    await client.query(sql);
  } finally {
    await client.end();
  }
}
