import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { Vitals } from "./peers/report-ready";

export type Peer = {
  name: string;
  port: number;
  vitals: () => Promise<Vitals | undefined>;
  stop: () => void;
};

const pinned = availableParallelism() > 1 && canPin();

/** Words on which cores the load and the servers run. */
export const placement = pinned
  ? "load on one core, the server under test on another"
  : "load and servers share the cores";

/** The load takes the last core, so that the servers have the first. */
export function pinLoad() {
  if (pinned) execFileSync("taskset", ["-cp", String(availableParallelism() - 1), String(process.pid)]);
}

/** A server of bench/peers in a process of its own, on `core`, ready to be asked. */
export function startPeer(
  name: string,
  file: string,
  variables: Record<string, string> = {},
  core = "0",
): Promise<Peer> {
  const child = run([process.execPath, "--import", "tsx", `bench/peers/${file}.ts`], variables, core);
  return new Promise((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`${name} ended with ${code} before it was ready`)));
    child.once("message", (message: { port: number }) =>
      resolve({
        name,
        port: message.port,
        vitals: () =>
          new Promise((answer) => {
            child.once("message", (vitals: Vitals) => answer(vitals));
            child.send("vitals");
          }),
        stop: () => child.disconnect(),
      }),
    );
  });
}

/** The same route handlers under `next start`; undefined when there is no build. */
export async function startNext(port: number, path: string, key: string): Promise<Peer | undefined> {
  if (!existsSync(".next/BUILD_ID")) return;
  const child = run(
    [process.execPath, "node_modules/next/dist/bin/next", "start", "-p", String(port), "-H", "127.0.0.1"],
    {},
    "0",
  );
  const headers = { Authorization: `Bearer ${key}` };
  for (let attempt = 0; attempt < 100; attempt++) {
    const ready = await fetch(`http://127.0.0.1:${port}${path}`, { headers }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready)
      return { name: "next start", port, vitals: async () => undefined, stop: () => void child.kill() };
    await sleep(200);
  }
  child.kill();
}

function run(command: string[], variables: Record<string, string>, core: string): ChildProcess {
  const [program = "", ...args] = pinned ? ["taskset", "-c", core, ...command] : command;
  return spawn(program, args, {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: { ...process.env, NODE_ENV: "production", ...LIMITS_ON_BUT_WIDE, ...variables },
  });
}

/** Limits count as they always do, and refuse nobody. */
const LIMITS_ON_BUT_WIDE = {
  RATE_LIMIT_READS_PER_MINUTE: "1000000000",
  RATE_LIMIT_WRITES_PER_MINUTE: "1000000000",
};

function canPin(): boolean {
  try {
    execFileSync("taskset", ["-V"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
