import { spawn } from "node:child_process";
import { expect, test } from "vitest";
import { killWithTests, stopChildren } from "./child-processes";

test("processes of a failed test end with its file", async () => {
  const child = killWithTests(spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]));
  expect(child.exitCode).toBeNull();
  await stopChildren();
  expect(child.signalCode).toBe("SIGKILL");
  expect(() => process.kill(child.pid as number, 0)).toThrow("ESRCH");
});
