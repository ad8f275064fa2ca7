import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { Vitals } from "./peers/report-ready";

export type Peer = {
  name: string;
  port: number;
  /** Where it has one of its own. */
  key?: string | undefined;
  vitals: () => Promise<Vitals | undefined>;
  stop: () => unknown;
};

/** The whole service's, as `npm start` sets them. */
export const SERVICE_FLAGS = { NODE_OPTIONS: "--max-old-space-size=256 --max-semi-space-size=16" };

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
export async function startPeer(
  name: string,
  file: string,
  variables: Record<string, string> = {},
  { core = "0", folder = "." } = {},
): Promise<Peer> {
  const child = run([process.execPath, "--import", "tsx", `bench/peers/${file}.ts`], variables, core, folder);
  const ended = new Promise<never>((_, reject) => {
    child.once("exit", (code) => reject(new Error(`${name} ended with ${code}`)));
  });
  ended.catch(() => {}); // heard by whoever waits for an answer
  const told = async () => (await Promise.race([once(child, "message"), ended]))[0];
  const { port, key } = await told();
  const vitals = (): Promise<Vitals> => {
    const answer = told();
    child.send("vitals");
    return answer;
  };
  return { name, port, key, vitals, stop: () => child.connected && child.disconnect() };
}

/** The same route handlers under `next start`, ready to be asked. Needs a build. */
export async function startNext(port: number, path: string, key: string): Promise<Peer> {
  const next = ["node_modules/next/dist/bin/next", "start", "-p", String(port), "-H", "127.0.0.1"];
  const child = run([process.execPath, ...next], {}, "0");
  process.once("exit", () => child.kill()); // Next does not hear that its parent has gone
  const headers = { Authorization: `Bearer ${key}` };
  for (let attempt = 0; attempt < 300; attempt++) {
    const ready = await fetch(`http://127.0.0.1:${port}${path}`, { headers }).then(
      ({ ok }) => ok,
      () => false, // not yet
    );
    if (ready) return { name: "next start", port, vitals: async () => undefined, stop: () => child.kill() };
    await sleep(200);
  }
  child.kill();
  throw new Error("next start did not answer within a minute");
}

function run(command: string[], variables: Record<string, string>, core: string, cwd = "."): ChildProcess {
  const [program = "", ...args] = pinned ? ["taskset", "-c", core, ...command] : command;
  return spawn(program, args, {
    cwd,
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
