import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

test("one part that fails hides no other, and the whole fails", () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    ["--import", "tsx", "tools/in-turn.ts", "no-such-part", "neither-this"],
    { encoding: "utf8" },
  );
  expect(stderr).toContain('Missing script: "neither-this"');
  expect(stderr).toMatch(/Failed: no-such-part, neither-this\n$/);
  expect(status).toBe(1);
});
