import { type ChildProcess, fork } from "node:child_process";
import { on, once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { measureTimeoutScale } from "@/test/runner/timeout-scale";
import { getForkArgs } from "@/test/support/processes/programs";
import type { DraftRequest } from "./prepare-draft";

/** Requests to the server's process: a draft or invented families. */
export type ServerRequest = DraftRequest | { families: number };

const START_MS = 150_000;

/** Starts the production server; logs into a file. */
export async function startServer(log: string, environment: Record<string, string>) {
  const timeoutScale = measureTimeoutScale();
  const logFile = openSync(log, "a");
  const [program, options] = getForkArgs("e2e/support/servers/serve-school.ts");
  const [passwordCost] = getForkArgs("e2e/support/servers/password-cost.ts");
  const child = fork(program, {
    ...options,
    execArgv: [...(options.execArgv ?? []), "--import", path.resolve(passwordCost)],
    stdio: ["ignore", logFile, logFile, "ipc"],
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
      DATABASE_PATIENCE: timeoutScale.toFixed(1),
      ...environment,
    },
  });
  closeSync(logFile);
  const exited = once(child, "exit");
  const ready = once(child, "message", {
    signal: AbortSignal.timeout(Math.ceil(START_MS * timeoutScale)),
  }).catch(() => []);
  const [message] = await Promise.race([ready, exited]);
  if (typeof message !== "object") {
    child.kill("SIGKILL");
    throw new Error(`The server did not start. It logged:\n${await readFile(log, "utf8")}`);
  }
  return {
    child,
    stop: async () => {
      child.disconnect();
      await exited;
    },
  };
}

/** Messages to the server's process (serve-school.ts). */
export function createServerClient(child: ChildProcess) {
  let count = 0;
  return async (request: ServerRequest): Promise<string> => {
    const id = count++;
    child.send({ id, request });
    for await (const [answer] of on(child, "message")) {
      if (answer.id !== id) continue;
      if (answer.problem) throw new Error(answer.problem);
      return answer.result;
    }
    throw new Error("The server has ended.");
  };
}

/** The first page loads code, which may exceed the database timeout on a busy machine. */
export async function loadFirstPage(url: string) {
  for (let attempt = 0; attempt < 20; attempt++) {
    const response = await fetch(url);
    await response.text();
    if (response.ok) return;
  }
  throw new Error(`${url} does not answer.`);
}
