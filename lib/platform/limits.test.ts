import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

/** A process whose primary never answers what it is asked to count. */
const PROGRAM = `
import cluster from "node:cluster";
if (cluster.isPrimary) cluster.fork();
else {
  const { tryConsume } = await import(${JSON.stringify(path.resolve("lib/platform/limits.ts"))});
  const counted = await Promise.all([1, 2, 3].map(() => tryConsume("form-steps", "somebody")));
  process.stdout.write(JSON.stringify(counted), () => process.exit(0));
}
`;

test("a process whose primary does not answer counts in its own memory", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "matricula-limiter-"));
  const file = path.join(folder, "program.mjs");
  await writeFile(file, PROGRAM);
  const env = { ...process.env, PROCESSES: "2", RATE_LIMIT_FORM_STEPS_PER_MINUTE: "2" };
  const { stdout } = await promisify(execFile)(process.execPath, ["--import", "tsx", file], { env });
  expect(JSON.parse(stdout)).toEqual([true, true, false]);
  await rm(folder, { recursive: true, force: true });
});
