import { execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import path from "node:path";
import { findFreePort } from "@/lib/platform/database/embedded-process";
import manifest from "@/package.json";
import { spawnStart } from "@/test/support/servers/npm-start";

export type Peer = { name: string; port: number; pid: number; stop: () => unknown };

/** The load takes the last core, and a server of bench/peers the first, where the system can be told so. */
export function pinLoad() {
  if (pinned) execFileSync("taskset", ["-cp", String(availableParallelism() - 1), String(process.pid)]);
}

const pinned = availableParallelism() > 1 && canPin();

/**
 * A server of bench/peers in a process of its own, ready to be asked.
 * @param asService with the memory and all the cores that `npm start` has: only then is its processor time comparable
 * with the service's
 */
export async function startPeer(
  name: string,
  file: string,
  variables: Record<string, string> = {},
  { asService = false } = {},
): Promise<Peer> {
  const flags = asService ? (manifest.scripts.start.match(/--max-\S+/g) ?? []) : [];
  const command = [process.execPath, ...flags, "--import", "tsx", `bench/peers/${file}.ts`];
  const [program = "", ...args] = pinned && !asService ? ["taskset", "-c", "0", ...command] : command;
  const child = spawn(program, args, {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: { ...process.env, NODE_ENV: "production", ...NO_LIMITS, ...variables },
  });
  const ended = once(child, "exit").then(() => Promise.reject(new Error(`${name} ended`)));
  ended.catch(() => {}); // heard while it starts
  const [{ port }] = await Promise.race([once(child, "message"), ended]);
  return { name, port, pid: child.pid as number, stop: () => child.connected && child.disconnect() };
}

/** Limits count as they always do, and refuse nobody. */
const NO_LIMITS = { RATE_LIMIT_READS_PER_MINUTE: "1000000000", RATE_LIMIT_WRITES_PER_MINUTE: "1000000000" };

/** One for all, as machines of one school have it. */
const DRAFT_KEYS = randomBytes(32).toString("base64");

/** `npm start` itself; everybody who fills in the form has the same address here, so its limits are off. */
export async function startService(
  url: string,
  env: Record<string, string> = {},
): Promise<Peer & { base: string }> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "matricula-bench-service-"));
  const port = (await findFreePort(0)) ?? 0;
  const base = `http://127.0.0.1:${port}`;
  const start = spawnStart({
    dataDir,
    env: {
      NODE_ENV: "production",
      PORT: String(port),
      HOST: "127.0.0.1",
      DATABASE_URL: url,
      APP_URL: base,
      MAIL_TRANSPORT: "mailbox",
      DRAFT_KEYS,
      RATE_LIMIT_FORM_STEPS_PER_MINUTE: "0",
      RATE_LIMIT_FORM_SENDS_PER_HOUR: "0",
      RATE_LIMIT_FORM_DRAFTS_PER_HOUR: "0",
      ...env,
    },
  });
  await start.until("Try it:");
  const stop = async () => {
    process.kill(start.pid, "SIGTERM");
    await start.ended;
    await rm(dataDir, { recursive: true, force: true });
  };
  return { name: "npm start", base, port, pid: start.pid, stop };
}

function canPin(): boolean {
  try {
    execFileSync("taskset", ["-V"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
