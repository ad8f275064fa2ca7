import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { adopt } from "./children";

const program = process.env.REDIS_SERVER ?? "redis-server";

/** Whether this machine has a Redis to test with (`redis-server`, or the program that REDIS_SERVER names). */
export function hasRedis(): boolean {
  try {
    execFileSync(program, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** A real Redis in memory; resolves when it takes connections. */
export async function startRedis(port: number): Promise<ChildProcess> {
  const args = ["--port", String(port), "--save", "", "--bind", "127.0.0.1"];
  const redis = adopt(spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] }));
  for await (const line of createInterface(redis.stdout)) {
    if (line.includes("Ready to accept connections")) return redis;
  }
  throw new Error("redis-server ended before it was ready");
}
