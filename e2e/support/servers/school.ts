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
  keepLogAt?: string;
  /** Creates a draft without posting pages; returns its token. Undefined for a deployed server. */
  prepareDraft?: (wish: DraftRequest) => Promise<string>;
  /** Like `npm run demo`; undefined for a deployed server. */
  enrollFamilies?: (count: number) => Promise<unknown>;
  /** Restores the initial data; undefined for a deployed server. */
  renew?: () => Promise<void>;
  stop: () => Promise<void>;
};

export type Database = {
  /** As the database's owner. */
  query: <Row extends pg.QueryResultRow>(sql: string, values?: unknown[]) => Promise<Row[]>;
  /** Cuts the server's connection until `restore`. */
  takeAway: () => Promise<void>;
  restore: () => Promise<void>;
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
 * @param own environment variables; such a server gets a proxy to its database, which is too slow for every
 * flow
 */
export async function startSchool(own?: Record<string, string>): Promise<School> {
  const name = `school_${randomUUID().replaceAll("-", "")}`;
  const folder = path.join(process.env.E2E_FOLDER as string, name);
  await mkdir(folder);
  await onServer(`create database ${name} template template_matricula ${COPY_STRATEGY}`);
  const directUrl = new URL(process.env.E2E_DATABASE_SERVER as string);
  directUrl.pathname = `/${name}`;
  const pool = new pg.Pool({ connectionString: directUrl.href, max: 1, idleTimeoutMillis: 0 });
  const line = own && (await startFaultyProxy(() => Number(directUrl.port)));
  const databaseUrl = new URL(directUrl);
  if (line) databaseUrl.port = String(line.port);

  const log = path.join(folder, "server.log");
  const port = await reservePort();
  const url = `http://localhost:${port}`;
  const server = await startServer(log, {
    DATABASE_URL: databaseUrl.href,
    DATA_DIR: folder,
    PORT: String(port),
    HOST: "127.0.0.1",
    APP_URL: url,
    ...own,
  });
  for (const path of ["enroll", "enroll/birth-date", "desk/enrollments/none"])
    await loadFirstPage(`${url}/${path}`);
  const ask = createServerClient(server.child);
  const school: School = {
    url,
    key: process.env.E2E_API_KEY as string,
    mailbox: path.join(folder, "mailbox"),
    database: database(pool, line),
    environment: { DATABASE_URL: directUrl.href, DATA_DIR: folder, APP_URL: url, MAIL_TRANSPORT: "mailbox" },
    log,
    prepareDraft: ask,
    enrollFamilies: (families) => ask({ families }),
    renew: async () => {
      await restoreData(directUrl.href, url);
      await rm(path.join(folder, "mailbox"), { recursive: true, force: true });
    },
    stop: async () => {
      schools.delete(url);
      await server.stop();
      line?.close();
      await pool.end();
      await expect.poll(() => sessionsOf(name), { timeout: 10_000 }).toBe(0); // whoever is cut off would complain
      await onServer(`drop database ${name}`);
    },
  };
  schools.set(url, school);
  return school;
}

const schools = new Map<string, School>();

/** By the origin of a page. */
export const findSchoolByUrl = (origin: string): School | undefined => schools.get(origin);

function database(pool: pg.Pool, line: FaultyProxy | undefined): Database {
  const ofOwnServer = () => {
    if (!line)
      throw new Error("A flow that takes the database away asks for a server of its own: ownServer.");
    return line;
  };
  return {
    query: async (sql, values) => (await pool.query(sql, values)).rows,
    takeAway: async () => ofOwnServer().cut(),
    restore: async () => void (await ofOwnServer().reopen()),
  };
}

async function sessionsOf(name: string): Promise<number> {
  const client = new pg.Client(process.env.E2E_DATABASE_SERVER);
  await client.connect();
  const { rows } = await client.query("select count(*)::int from pg_stat_activity where datname = $1", [
    name,
  ]);
  await client.end();
  return rows[0].count;
}

async function onServer(sql: string) {
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
