import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { getPool } from "./database/prisma";
import { readFileInProcess, runReader } from "./file-process";

const file = { format: "catalogue", name: "a.json", bytes: Buffer.from("{}") };

test.each([
  [
    "takes too much memory",
    ["-e", "const all = []; for (;;) all.push(new Array(1e6).fill(all.length));"],
    "too_much_memory",
  ],
  [
    "answers without end",
    ["-e", "for (;;) require('fs').writeSync(1, Buffer.alloc(1e6));"],
    "too_much_memory",
  ],
  ["fails", ["-e", "throw new Error('a defect')"], "broken"],
])(
  "desk 28: a reading process that %s refuses the file with the reason; the server survives",
  async (_, program, code) => {
    expect(await runReader(file, { program })).toMatchObject({ code });
  },
);

test("desk 28: a reading process that does not end is killed, and the error has the limit", async () => {
  const program = ["-e", "setInterval(() => {}, 1000)"];
  const answer = await runReader(file, { program, timeoutMs: 50 });
  expect(answer).toMatchObject({ code: "too_slow", values: { limit: 0.05 } });
});

test("desk 28: all processes together read one file at a time", async () => {
  const other = await getPool().connect();
  await other.query("begin; select pg_advisory_xact_lock(4)");
  let isRead = false;
  const reading = readFileInProcess("catalogue", file.name, file.bytes).then(() => {
    isRead = true;
  });
  await expect
    .poll(async () => {
      const { rows } = await getPool().query(
        "select count(*)::int as tries from pg_stat_activity where datname = current_database() and query ilike '%pg_try_advisory_xact_lock%' and pid <> pg_backend_pid()",
      );
      return rows[0].tries;
    })
    .toBeGreaterThan(0);
  expect(isRead).toBe(false);
  await other.query("commit");
  other.release();
  await reading;
  expect(isRead).toBe(true);
});

test("every program that a process starts is compiled for production", () => {
  const compiled = readFileSync("server/build/bundle-programs.ts", "utf8");
  const started = globSync("{lib,server}/**/*.ts", { exclude: ["**/*.test.ts"] }).flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/"\.\/(server\/[\w-]+\.ts)"/g)].map(([, program]) => program),
  );
  expect(started).toContain("server/read-file.ts");
  expect(started.filter((program) => !compiled.includes(`"${program}"`))).toEqual([]);
});
