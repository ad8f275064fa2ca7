import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

const children = new Map<ChildProcess, NodeJS.Signals>();

process.once("exit", signalAll);

/** Answers for a process: it ends with this file's tests, also when one of them fails before it stops it. */
export function killWithTests<Child extends ChildProcess>(
  child: Child,
  signal: NodeJS.Signals = "SIGKILL",
): Child {
  children.set(child, signal);
  child.once("exit", () => children.delete(child));
  return child;
}

/** Ends what is still running, and waits for it. */
export async function stopChildren() {
  const ended = [...children.keys()].map((child) => once(child, "exit"));
  signalAll();
  await Promise.all(ended);
}

function signalAll() {
  for (const [child, signal] of children) child.kill(signal);
}
