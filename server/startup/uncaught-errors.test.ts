import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

test("an uncaught error ends the process and is one log line without quoted values", () => {
  const program = `import "./server/startup/uncaught-errors.ts";
    setTimeout(() => {
      throw Object.assign(new Error('invalid input: "Esmeralda"'), { code: "22P02", detail: "(name)=(Esmeralda)" });
    });`;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--import", "tsx", "--input-type=module", "-e", program],
    { encoding: "utf8", env: { ...process.env, LOG_LEVEL: "info" } },
  );
  expect([status, stderr]).toEqual([1, ""]);
  expect(stdout).not.toContain("Esmeralda");
  expect(JSON.parse(stdout)).toMatchObject({
    level: 60,
    version: expect.any(String),
    process: expect.any(Number),
    error: { kind: "Error", code: "22P02", stack: expect.stringContaining("at ") },
  });
});
