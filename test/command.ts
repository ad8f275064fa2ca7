import { spawn } from "node:child_process";
import path from "node:path";
import { vi } from "vitest";
import type { CommandLine } from "@/commands/command-line";
import { getPool } from "@/lib/platform/database/prisma";
import { explain } from "@/server/run";
import { toRun } from "./programs";

export type Ended = { code: number | null; stdout: string; stderr: string };

/** Runs one of `commands/` in a process of its own, as npm would, on this file's database unless `env` says. */
export function runScript(name: string, args: string[], env: Record<string, string> = {}): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...toRun(path.join("commands", `${name}.ts`)), ...args], {
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const ended: Ended = { code: null, stdout: "", stderr: "" };
    child.stdout.on("data", (chunk) => (ended.stdout += chunk));
    child.stderr.on("data", (chunk) => (ended.stderr += chunk));
    child.on("error", reject);
    child.on("close", (code) => resolve({ ...ended, code }));
  });
}

/** The same in this process, without a process's start: for all that does not concern the process itself. */
export async function runHere(line: CommandLine, ...args: string[]): Promise<Ended> {
  getPool(); // open already, so that the command leaves it open
  const before = process.exitCode;
  const ended: Ended = { code: 0, stdout: "", stderr: "" };
  const stdout = vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    ended.stdout += text;
    return true;
  });
  try {
    await line(args);
    if (process.exitCode !== before) ended.code = Number(process.exitCode);
  } catch (error) {
    ended.code = 1;
    ended.stderr = `${explain(error)}\n`;
  } finally {
    stdout.mockRestore();
    process.exitCode = before;
  }
  return ended;
}
