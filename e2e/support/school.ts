import { fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import pg from "pg";
import { toFork } from "@/test/programs";
import { type DatabaseLine, lineTo } from "./database-line";

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
export function deployedSchool(url: string): School {
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

/** Copies the prepared school and starts the production server on the copy. */
export async function startSchool(environment: Record<string, string> = {}): Promise<School> {
  const name = `school_${randomUUID().replaceAll("-", "")}`;
  const folder = path.join(process.env.E2E_FOLDER as string, name);
  await mkdir(folder);
  await onServer(`create database ${name} template template_matricula`);
  const directUrl = new URL(process.env.E2E_DATABASE_SERVER as string);
  directUrl.pathname = `/${name}`;
  const line = await lineTo(Number(directUrl.port));
  const databaseUrl = new URL(directUrl);
  databaseUrl.port = String(line.port);

  const log = path.join(folder, "server.log");
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const stopServer = await startServer(log, {
    DATABASE_URL: databaseUrl.href,
    DATA_DIR: folder,
    PORT: String(port),
    HOST: "127.0.0.1",
    APP_URL: url,
    ...environment,
  });
  await firstPage(url);
  return {
    url,
    key: process.env.E2E_API_KEY as string,
    mailbox: path.join(folder, "mailbox"),
    database: database(directUrl.href, line),
    environment: { DATABASE_URL: directUrl.href, DATA_DIR: folder, APP_URL: url, MAIL_TRANSPORT: "mailbox" },
    log,
    stop: async () => {
      await stopServer();
      line.close();
      await onServer(`drop database ${name} with (force)`);
    },
  };
}

const START_MS = 150_000;

async function startServer(log: string, environment: Record<string, string>) {
  const file = openSync(log, "a");
  const [program, options] = toFork("e2e/support/serve-school.ts");
  const child = fork(program, {
    ...options,
    stdio: ["ignore", file, file, "ipc"],
    env: {
      ...process.env,
      NODE_ENV: "production",
      MAIL_TRANSPORT: "mailbox",
      DATABASE_POOL_SIZE: "5",
      RATE_LIMIT_READS_PER_MINUTE: "0",
      RATE_LIMIT_WRITES_PER_MINUTE: "0",
      RATE_LIMIT_FAILED_AUTH_PER_MINUTE: "0",
      RATE_LIMIT_FORM_STEPS_PER_MINUTE: "0",
      RATE_LIMIT_FORM_SENDS_PER_HOUR: "0",
      RATE_LIMIT_FORM_DRAFTS_PER_HOUR: "0",
      FORM_MINIMUM_SECONDS: "0",
      ...environment,
    },
  });
  closeSync(file);
  const exited = once(child, "exit");
  const ready = once(child, "message", { signal: AbortSignal.timeout(START_MS) }).catch(() => []);
  const [message] = await Promise.race([ready, exited]);
  if (typeof message !== "object") {
    child.kill("SIGKILL");
    throw new Error(`The server did not start. It logged:\n${await readFile(log, "utf8")}`);
  }
  return async () => {
    child.disconnect();
    await exited;
  };
}

/** The first page loads the pages' code, which on a busy machine outlasts the patience with the database. */
async function firstPage(url: string) {
  for (let asked = 0; asked < 20; asked++) {
    const response = await fetch(`${url}/enroll`);
    await response.text();
    if (response.ok) return;
  }
  throw new Error(`${url}/enroll does not answer.`);
}

function database(url: string, line: DatabaseLine): Database {
  return {
    query: async (sql, values) => {
      const client = new pg.Client(url);
      await client.connect();
      try {
        return (await client.query(sql, values)).rows;
      } finally {
        await client.end();
      }
    },
    takeAway: line.cut,
    restore: line.mend,
  };
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

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
      .once("error", reject)
      .listen(0, "127.0.0.1", () => {
        const { port } = probe.address() as { port: number };
        probe.close(() => resolve(port));
      });
  });
}
