import { spawn } from "node:child_process";

/** A second server over this file's database, in a process of its own. */
export async function startSecondServer() {
  const code = `
    const { startServer } = await import("./server.ts");
    const { port } = await startServer({ port: 0, host: "127.0.0.1" });
    console.log(port);`;
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "--eval", code], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.once("data", (line) => resolve(String(line).trim()));
    child.once("exit", (exit) => reject(new Error(`The second server ended with ${exit}.`)));
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  return {
    base: `http://127.0.0.1:${port}`,
    stop: () => {
      child.kill();
      return ended;
    },
  };
}
