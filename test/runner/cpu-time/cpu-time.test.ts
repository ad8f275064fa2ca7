import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { killWithTests } from "@/test/support/processes/child-processes";
import { getCpuSeconds, getCpuSecondsWithChildren } from "./cpu-time";
import { deleteFileTimes, saveFileTimes } from "./slowest-files";
import { formatSummary } from "./summary";

const here = process.cwd();
const folder = mkdtempSync(path.join(tmpdir(), "matricula-processor-"));
afterAll(() => {
  process.chdir(here);
  rmSync(folder, { recursive: true });
});

/** Half a second of CPU time; checking more often would use system time. */
const DEAR = "while (process.cpuUsage().user < 500_000) for (let done = 0; done < 1e7; done++);";

test.runIf(process.platform === "linux")(
  "what a process took counts for who started it: once it has ended, and while it runs for who asks for that",
  async () => {
    const before = getCpuSeconds();
    spawnSync(process.execPath, ["-e", DEAR]);
    expect(getCpuSeconds() - before).toBeGreaterThan(0.45);

    const running = killWithTests(
      spawn(process.execPath, ["-e", `${DEAR} console.log(1); setInterval(() => {}, 1e6)`]),
    );
    await once(running.stdout, "data");
    expect(getCpuSecondsWithChildren() - getCpuSeconds()).toBeGreaterThan(0.45);
  },
);

test("the end of a run says the parts and the ten dearest files, the production build among them, and none of a run before", () => {
  process.chdir(folder);
  saveFileTimes("build", new Map([["the production build", 99]]));
  deleteFileTimes();
  saveFileTimes("build", new Map([["the production build", 4.5]]));
  saveFileTimes("unit", new Map(Array.from({ length: 9 }, (_, at) => [`${at}.test.ts`, at])));
  saveFileTimes(
    "e2e",
    new Map([
      ["a.spec.ts", 20.26],
      ["b.spec.ts", 0.5],
    ]),
  );
  const [total, dearest, ...others] = formatSummary(
    new Map([
      ["test:unit", 36.4],
      ["e2e", 20.7],
    ]),
  ).split("\n");
  expect(total).toBe("Processor: 57 s (test:unit 36, e2e 21)");
  expect([dearest, others.length, others.at(-1)]).toEqual(["    20.3 a.spec.ts", 9, "     1.0 1.test.ts"]);
  expect(others[4]).toBe("     4.5 the production build");
});
