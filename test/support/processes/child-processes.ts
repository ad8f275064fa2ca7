import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

const children = new Map<ChildProcess, NodeJS.Signals>();

process.once("exit", signalAll);

/** The process ends with this test file, also after a failure. */
export function killWithTests<Child extends ChildProcess>(
  child: Child,
  signal: NodeJS.Signals = "SIGKILL",
): Child {
  children.set(child, signal);
  child.once("exit", () => children.delete(child));
  return child;
}

/** Ends running processes and waits for them. */
export async function stopChildren() {
  const exits = [...children.keys()].map((child) => once(child, "exit"));
  signalAll();
  await Promise.all(exits);
}

function signalAll() {
  for (const [child, signal] of children) child.kill(signal);
}
