import { spawn } from "node:child_process";

export type Ended = { code: number | null; stdout: string; stderr: string };

/** Runs one of `commands/` in a process of its own, as npm would, on this file's database unless `env` says. */
export function runScript(name: string, args: string[], env: Record<string, string> = {}): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--import", "tsx", `commands/${name}.ts`, ...args], {
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
