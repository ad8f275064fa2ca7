import { randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { expect } from "@playwright/test";
import pg from "pg";
import { COPY_STRATEGY } from "@/test/support/database/test-database";
import { reservePort } from "@/test/support/processes/free-port";
import { type DatabaseProxy, startDatabaseProxy } from "./database-proxy";
import type { DraftRequest } from "./prepare-draft";
import { restoreData } from "./restore-data";
import { createServerClient, loadFirstPage, startServer } from "./server-process";

/** A running server with data of its own. */
export type School = {
  url: string;
  key: string;
  /** Where its e-mails are written as files; undefined where they cannot be read. */
  mailbox: string | undefined;
  /** Its database; undefined for a deployed server. */
  database: Database | undefined;
  /** What one of the school's commands is run with; undefined for a deployed server. */
  environment?: Record<string, string>;
  /** What the server logged. */
  log: string | undefined;
  /** Where to leave the log after a failed test. */
  keepLogAt?: string;
  /** Answers pages in a draft without posting them; returns its token. Undefined for a deployed server. */
  prepareDraft?: (wish: DraftRequest) => Promise<string>;
  /** Enrolls made-up families, as `npm run demo` does; undefined for a deployed server. */
  enrollFamilies?: (count: number) => Promise<unknown>;
  /** Makes its data those of a school that nobody has touched; undefined for a deployed server. */
  renew?: () => Promise<void>;
  stop: () => Promise<void>;
};

export type Database = {
  /** Runs SQL as the database's owner and returns the rows. */
  query: <Row extends pg.QueryResultRow>(sql: string, values?: unknown[]) => Promise<Row[]>;
  /** Cuts the server off its database until `restore`. */
  takeAway: () => Promise<void>;
  restore: () => Promise<void>;
};

/** The server that `npm run e2e -- --base-url URL` names. */
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
 * Copies the prepared school and starts the production server on the copy.
 * @param own what else its environment has; only for such a one can the database be taken away, by a line through
 * which all goes, which would cost every flow
 */
export async function startSchool(own?: Record<string, string>): Promise<School> {
  const name = `school_${randomUUID().replaceAll("-", "")}`;
  const folder = path.join(process.env.E2E_FOLDER as string, name);
  await mkdir(folder);
  await onServer(`create database ${name} template template_matricula ${COPY_STRATEGY}`);
  const directUrl = new URL(process.env.E2E_DATABASE_SERVER as string);
  directUrl.pathname = `/${name}`;
  const pool = new pg.Pool({ connectionString: directUrl.href, max: 1, idleTimeoutMillis: 0 });
  const line = own && (await startDatabaseProxy(Number(directUrl.port)));
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

/** The running school that a page of this origin is of. */
export const findSchoolByUrl = (origin: string): School | undefined => schools.get(origin);

function database(pool: pg.Pool, line: DatabaseProxy | undefined): Database {
  const ofOwnServer = () => {
    if (!line)
      throw new Error("A flow that takes the database away asks for a server of its own: ownServer.");
    return line;
  };
  return {
    query: async (sql, values) => (await pool.query(sql, values)).rows,
    takeAway: async () => ofOwnServer().cut(),
    restore: async () => ofOwnServer().mend(),
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
    // Two copies of one template at a time are refused; an advisory lock makes them queue.
    await client.query("select pg_advisory_lock(5)");
    await client.query(sql);
  } finally {
    await client.end();
  }
}
