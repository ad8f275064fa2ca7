import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, cp, mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { chromium } from "@playwright/test";
import manifest from "./browser/package.json" with { type: "json" };

type Browser = { executablePath?: string; args?: string[] };

const SYSTEM = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
const ARGS = ["--no-sandbox", "--disable-background-networking"];

/**
 * Launch options for a Chromium that is on this machine: Playwright's own when it is installed, else
 * the one that `tools/browser` pins, else the system's. @throws Error that says how to get one
 */
export async function getBrowserLaunchOptions(): Promise<Browser> {
  if (existsSync(chromium.executablePath())) return {};
  const packaged = process.platform === "linux" && process.arch === "x64" && (await packagedChromium());
  const executablePath = packaged || SYSTEM.find((file) => existsSync(file));
  if (executablePath) return { executablePath, args: ARGS };
  throw new Error("There is no Chromium on this machine. Install one with: npx playwright install chromium");
}

const PINNED = path.join(import.meta.dirname, "browser");
const CACHE = path.resolve(import.meta.dirname, "../node_modules/.cache/matricula");

/**
 * The Chromium of a lock file of its own, installed and unpacked once into the project's cache. The package by itself unpacks into
 * the system's temporary folder and runs what it finds there, whoever has put it there.
 * Its own list of arguments is meant for AWS Lambda (`--single-process`), so it is left alone.
 */
export async function packagedChromium(): Promise<string> {
  const folder = path.join(CACHE, `chromium-${manifest.dependencies["@sparticuz/chromium"]}`);
  if (!existsSync(folder)) await unpack(folder);
  return path.join(folder, "chromium");
}

/** Under another name first: a folder of this name is whole, also when two unpack at once. */
async function unpack(folder: string) {
  const own = `${folder}.${process.pid}`;
  await mkdir(own, { recursive: true });
  for (const file of ["package.json", "package-lock.json"])
    await cp(path.join(PINNED, file), path.join(own, file));
  const run = promisify(execFile);
  await run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: own });
  const script = 'import("@sparticuz/chromium").then((it) => it.default.executablePath())';
  await run(process.execPath, ["-e", script], { cwd: own, env: { ...process.env, TMPDIR: own } });
  await rm(path.join(own, "node_modules"), { recursive: true });
  await chmod(path.join(own, "chromium"), 0o755); // another user may run the flows of this checkout
  await rename(own, folder).catch(async (error: NodeJS.ErrnoException) => {
    await rm(own, { recursive: true });
    if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
  });
}
