import { spawn } from "node:child_process";
import path from "node:path";
import { vi } from "vitest";
import type { CommandLine } from "@/commands/command-line";
import { getPool } from "@/lib/platform/database/prisma";
import { formatError } from "@/server/run-main";
import { getRunArgs } from "./programs";

export type CommandResult = { code: number | null; stdout: string; stderr: string };

/** Runs a command as a process, on this file's database by default. */
export function runScript(
  name: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...getRunArgs(path.join("commands", `${name}.ts`)), ...args], {
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const result: CommandResult = { code: null, stdout: "", stderr: "" };
    child.stdout.on("data", (chunk) => (result.stdout += chunk));
    child.stderr.on("data", (chunk) => (result.stderr += chunk));
    child.on("error", reject);
    child.on("close", (code) => resolve({ ...result, code }));
  });
}

/** In this process, which is faster. */
export async function runInProcess(commandLine: CommandLine, ...args: string[]): Promise<CommandResult> {
  getPool(); // open already, so that the command leaves it open
  const exitCode = process.exitCode;
  const result: CommandResult = { code: 0, stdout: "", stderr: "" };
  const stdout = vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    result.stdout += text;
    return true;
  });
  try {
    await commandLine(args);
    if (process.exitCode !== exitCode) result.code = Number(process.exitCode);
  } catch (error) {
    result.code = 1;
    result.stderr = `${formatError(error)}\n`;
  } finally {
    stdout.mockRestore();
    process.exitCode = exitCode;
  }
  return result;
}
