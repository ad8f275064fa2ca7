import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";

test.each([
  ["a command", ["--import", "tsx", "commands/settings.ts", "--help"], [0]],
  ["the doctor", ["--import", "tsx", "server/doctor/doctor.ts"], [0, 1]],
])("%s ends silently when its output is closed (… | head)", async (_, args, codes) => {
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.destroy();
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, "close")]);
  expect(stderr).not.toContain("EPIPE");
  expect(codes).toContain(code);
});
