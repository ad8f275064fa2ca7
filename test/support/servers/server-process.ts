import { spawn } from "node:child_process";
import { type RequestOptions, sendRequest } from "../http/http-client";
import { killWithTests } from "../processes/child-processes";
import { getRunArgs } from "../processes/programs";

/** The API as a process, on this file's database by default. */
export async function startServerProcess(env: Record<string, string> = {}) {
  const child = killWithTests(
    spawn(process.execPath, getRunArgs("test/support/servers/server-entry.ts"), {
      env: { ...process.env, NODE_ENV: "production", ...env },
      stdio: ["ignore", "pipe", "inherit"],
    }),
  );
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.once("data", (text) => resolve(String(text)));
    child.once("exit", (code) => reject(new Error(`The server ended with ${code}.`)));
  });
  let printed = "";
  child.stdout.on("data", (text) => (printed += text));
  const { port, key } = JSON.parse(line) as { port: number; key: string };
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  return {
    key,
    pid: child.pid as number,
    /** Its log. */
    printed: () => printed,
    base: `http://127.0.0.1:${port}`,
    send: (method: string, path: string, { headers, ...options }: RequestOptions = {}) =>
      sendRequest(method, `http://127.0.0.1:${port}/api/v1/${path}`, {
        ...options,
        headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json", ...headers },
      }),
    stop: () => {
      child.kill("SIGKILL");
      return ended;
    },
  };
}
