import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import packageJson from "@/package.json" with { type: "json" };
import { type RequestOptions, sendRequest } from "../http/http-client";
import { killWithTests } from "../processes/child-processes";
import { reservePort } from "../processes/free-port";
import { getRunArgs } from "../processes/programs";

type Options = {
  dataDir: string;
  env?: Record<string, string>;
  /** A release's folder; this one by default. */
  folder?: string;
  /** From source, even if there is a build. */
  fromSources?: boolean;
  /** The user, when tests run as root. */
  user?: { uid: number; gid: number };
  /** A read-only release folder, if the system allows it. */
  readOnly?: boolean;
};

let isBuilt = false;

/** Later starts use the production build; earlier ones compiled sources. */
export function runFromBuild() {
  isBuilt = true;
}

/** `npm start` with defaults, except data folder and port. */
export async function startMatricula(options: Options) {
  const child = spawnStart({ ...options, env: { PORT: String(await reservePort()), ...options.env } });
  await child.until("Try it:");
  const base = /http:\/\/localhost:\d+/.exec(child.printed())?.[0] ?? "";
  const key = readFileSync(path.join(options.dataDir, "demo-api-key"), "utf8");
  return {
    base,
    pid: child.pid,
    /** Pids of the serving processes. */
    serving: () => listServingPids(child.pid),
    printed: child.printed,
    api: (method: string, to: string, { headers, ...options }: RequestOptions = {}) =>
      sendRequest(method, `${base}/api/v1/${to}`, {
        ...options,
        headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json", ...headers },
      }),
    /** Resolves to the exit code. */
    stop: (signal: NodeJS.Signals = "SIGINT") => {
      process.kill(child.pid, signal);
      return child.ended;
    },
    ended: child.ended,
  };
}

/** A failing start: exit code and output. */
export async function expectRefusedStart(options: Options) {
  const child = spawnStart(options);
  return { code: await child.ended, printed: child.printed() };
}

/** A start that can be stopped at any step. */
export function spawnStart({ dataDir, env, folder, fromSources = false, user, readOnly }: Options) {
  const { PATH, TMPDIR, NODE_COMPILE_CACHE, RAN_SQL, DATABASE_PATIENCE } = process.env;
  const baseEnv: Record<string, string | undefined> = {
    PATH,
    TMPDIR,
    NODE_COMPILE_CACHE,
    RAN_SQL,
    DATABASE_PATIENCE,
    HOME: dataDir,
    PORT: "0",
    ENV_FILE: "",
  };
  const program = folder
    ? ["--import", "./tools/sources.mjs", "server/start.ts"]
    : fromSources
      ? ["--import", "tsx", "server/start.ts"]
      : isBuilt
        ? [".next/run/server/start.mjs"]
        : getRunArgs("server/start.ts");
  const [file = "", ...args] = [
    ...(readOnly ? inReadOnlyFolder() : []),
    process.execPath,
    ...listMemoryOptions(),
    ...program,
  ];
  const child = spawn(file, args, {
    env: { ...baseEnv, DATA_DIR: dataDir, ...env } as unknown as NodeJS.ProcessEnv,
    stdio: ["ignore", "pipe", "pipe"],
    cwd: folder,
    ...user,
  });
  killWithTests(child, "SIGINT"); // so that it stops its PostgreSQL
  let text = "";
  child.stdout.on("data", (chunk) => (text += chunk));
  child.stderr.on("data", (chunk) => (text += chunk));
  const ended = once(child, "close").then(([code]) => code as number | null);
  return {
    pid: child.pid as number,
    printed: () => text,
    ended,
    until: (expected: string) => waitForOutput(child, expected, () => text),
  };
}

/** Mounts the folder read-only for the program; keeps the process id. */
function inReadOnlyFolder(): string[] {
  const unshare = ["unshare", "--mount", ...(process.getuid?.() === 0 ? [] : ["--map-root-user"])];
  const mount = 'mount --bind "$PWD" "$PWD" && mount -o remount,bind,ro "$PWD" && cd "$PWD"';
  try {
    execFileSync(unshare[0] as string, [...unshare.slice(1), "true"], { stdio: "ignore" });
  } catch {
    return []; // macOS, or a machine that forbids mounts
  }
  return [...unshare, "sh", "-c", `${mount} && exec "$@"`, "sh"];
}

/** Memory options of `npm start` in package.json. */
function listMemoryOptions(): string[] {
  return packageJson.scripts.start.split(" ").filter((word) => word.startsWith("--max-"));
}

async function waitForOutput(child: ChildProcess, expected: string, printed: () => string) {
  while (!printed().includes(expected)) {
    const stream = child.stdout as NodeJS.ReadableStream;
    const isOpen = await Promise.race([
      once(stream, "data").then(() => true),
      once(child, "close").then(() => false),
    ]);
    if (!isOpen) throw new Error(`The process ended before it printed “${expected}”:\n${printed()}`);
  }
}

/** Children of a primary. */
function listServingPids(primary: number): number[] {
  const children = execFileSync("ps", ["-o", "pid=,args=", "--ppid", String(primary)], { encoding: "utf8" });
  const lines = children.split("\n").filter((line) => line.includes("serving-process"));
  return lines.map((line) => Number.parseInt(line, 10));
}

/** Output of pg_controldata, and pids (none if it does not run). */
export function getPostgresStatus(dataDir: string) {
  const pidFile = path.join(dataDir, "postgres", "postmaster.pid");
  return {
    log: () => readFileSync(path.join(dataDir, "postgres.log"), "utf8").trimEnd(),
    pids: () => {
      if (!existsSync(pidFile)) return [];
      const postmaster = Number(readFileSync(pidFile, "utf8").split("\n")[0]);
      const children = execFileSync("ps", ["-o", "pid=", "--ppid", String(postmaster)], { encoding: "utf8" });
      return [postmaster, ...children.trim().split(/\s+/).map(Number)];
    },
  };
}
