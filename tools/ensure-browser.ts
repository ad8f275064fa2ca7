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
 * Playwright's own Chromium if installed, else the pinned one of `tools/browser`, else the system's.
 * @throws Error that says how to install one
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
 * Installs the pinned Chromium into the project's cache. The package itself would unpack into the shared
 * temporary folder and run whatever is there; its default arguments are for AWS Lambda.
 */
export async function packagedChromium(): Promise<string> {
  const folder = path.join(CACHE, `chromium-${manifest.dependencies["@sparticuz/chromium"]}`);
  if (!existsSync(folder)) await unpack(folder);
  return path.join(folder, "chromium");
}

/** Unpacks under a temporary name and renames, so that concurrent runs are safe. */
async function unpack(folder: string) {
  const temporary = `${folder}.${process.pid}`;
  await mkdir(temporary, { recursive: true });
  for (const file of ["package.json", "package-lock.json"])
    await cp(path.join(PINNED, file), path.join(temporary, file));
  const run = promisify(execFile);
  await run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: temporary });
  const script = 'import("@sparticuz/chromium").then((it) => it.default.executablePath())';
  await run(process.execPath, ["-e", script], { cwd: temporary, env: { ...process.env, TMPDIR: temporary } });
  await rm(path.join(temporary, "node_modules"), { recursive: true });
  await chmod(path.join(temporary, "chromium"), 0o755); // other users may run the tests of this checkout
  await rename(temporary, folder).catch(async (error: NodeJS.ErrnoException) => {
    await rm(temporary, { recursive: true });
    if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
  });
}
