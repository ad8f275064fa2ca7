import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { spawnStart } from "@/test/support/servers/npm-start";
import type { Bench } from "./run";
import { getMemory } from "./support/process-usage";
import { formatFigure, formatTable, getMedian } from "./support/report";

type Figures = { install: number[]; first: number[]; demo: number[]; again: number[]; memory: number[] };

/** What a newcomer waits for, and what it takes of the disk, beside another checkout's. */
export const bench: Bench = {
  title: "Start time and size",
  file: "docs/performance-start.md",
  async measure(_, { before, brief, print }) {
    const folders = [...(before ? [before] : []), process.cwd()];
    const figures = folders.map((): Figures => ({ install: [], first: [], demo: [], again: [], memory: [] }));
    for (let round = 0; round < (brief ? 1 : 2); round++)
      for (const [index, folder] of folders.entries()) {
        print(`Round ${round + 1}: ${folder}`);
        await measureRound(folder, figures[index] as Figures);
      }
    const sizes = folders.map(measureSizes);
    const row = (label: string, values: (index: number) => string | number) => [
      label,
      ...folders.map((_, index) => values(index)),
    ];
    const seconds = (name: keyof Figures) => (index: number) => {
      const values = figures[index]?.[name] ?? [];
      return `${formatFigure(getMedian(values))} (${formatFigure(Math.min(...values))}–${formatFigure(Math.max(...values))})`;
    };
    return [
      `Each figure is the median of the rounds, with the lowest and the highest.${before ? " The column “before” is another checkout, measured in turn (`--before=FOLDER`)." : ""}`,
      formatTable(
        ["", ...(before ? ["before", "now"] : ["now"])],
        [
          row("`npm ci` with packages in npm's cache, s", seconds("install")),
          row("first `npm start` of a clone: build, database, demo school, s", seconds("first")),
          row("`npm start` of a built copy with a new database, s", seconds("demo")),
          row("`npm start` of a built copy with its database, until ready, s", seconds("again")),
          row("memory of a serving process after the start, MB", seconds("memory")),
          row("`node_modules`, MB", (index) => sizes[index]?.modules ?? ""),
          row("packages in the lock file", (index) => sizes[index]?.packages ?? ""),
          row("release, unpacked, MB", (index) => sizes[index]?.release ?? ""),
        ],
      ),
    ];
  },
};

/** A fresh clone: installed, started, stopped and started again. */
async function measureRound(folder: string, { install, first, demo, again, memory }: Figures) {
  const clone = await mkdtemp(path.join(tmpdir(), "matricula-bench-start-"));
  const data = await mkdtemp(path.join(tmpdir(), "matricula-bench-data-"));
  try {
    execFileSync("git", ["clone", "--quiet", folder, clone]);
    install.push(
      await measureSeconds(async () => void execFileSync("npm", ["ci"], { cwd: clone, stdio: "ignore" })),
    );
    first.push(await start(clone, path.join(data, "one")));
    demo.push(await start(clone, path.join(data, "two")));
    again.push(await start(clone, path.join(data, "two"), (pid) => memory.push(getMemory(pid))));
  } finally {
    await rm(clone, { recursive: true, force: true });
    await rm(data, { recursive: true, force: true });
  }
}

/** @returns seconds until it was ready */
async function start(
  folder: string,
  dataDir: string,
  onReady: (pid: number) => void = () => {},
): Promise<number> {
  const startedAt = performance.now();
  const child = spawnStart({ folder, dataDir, env: { NODE_ENV: "production" } });
  await child.until("Try it:");
  const seconds = (performance.now() - startedAt) / 1_000;
  onReady(child.pid);
  process.kill(child.pid, "SIGTERM");
  await child.ended;
  return seconds;
}

async function measureSeconds(task: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await task();
  return (performance.now() - startedAt) / 1_000;
}

function measureSizes(folder: string) {
  const run = (file: string, ...args: string[]) =>
    execFileSync(file, args, {
      cwd: folder,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      maxBuffer: 1e8,
    });
  return {
    modules: Math.round(Number.parseInt(run("du", "-sk", "--exclude=.cache", "node_modules"), 10) / 1_000),
    packages: Object.keys(JSON.parse(run("cat", "package-lock.json")).packages).length - 1,
    release: Number(/(\d+) MB unpacked/.exec(run("npm", "run", "release"))?.[1]),
  };
}
