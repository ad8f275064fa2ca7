import { type ChildProcess, spawn } from "node:child_process";

/** Packs or unpacks with the machine's own tar. @param fine the exit codes that are none of a failure */
export const runTar = (args: string[], fine = [0]) =>
  waitForExit("tar", spawn("tar", args, { stdio: ["ignore", "ignore", "pipe"] }), fine);

/** Waits for a program. @throws Error with what it said, or that it is not on this machine */
export function waitForExit(name: string, child: ChildProcess, fine = [0]): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = "";
    child.stderr?.on("data", (chunk) => (said += chunk));
    child.on("error", () =>
      reject(new Error(`${name} is not on this machine. Install it; it is one of PostgreSQL's clients.`)),
    );
    child.on("close", (code) => (fine.includes(code ?? -1) ? resolve() : reject(new Error(said.trim()))));
  });
}
