import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, readFileSync } from "node:fs";
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

test("each command starts at the end of its file, after everything that it uses", () => {
  const started = globSync("commands/*.ts").filter((file) =>
    /^if \(import\.meta\.main\)/m.test(readFileSync(file, "utf8")),
  );
  expect(started.length).toBeGreaterThan(10);
  const early = started.filter(
    (file) => !/\nif \(import\.meta\.main\)[^\n]+\n$/.test(readFileSync(file, "utf8")),
  );
  expect(early).toEqual([]);
});
