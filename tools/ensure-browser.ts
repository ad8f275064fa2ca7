import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

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
 * the one that came with `npm ci`, else the system's. @throws Error that says how to get one
 */
export async function browser(): Promise<Browser> {
  if (existsSync(chromium.executablePath())) return {};
  const packaged = process.platform === "linux" && process.arch === "x64" && (await packagedChromium());
  const executablePath = packaged || SYSTEM.find((file) => existsSync(file));
  if (executablePath) return { executablePath, args: ARGS };
  throw new Error("There is no Chromium on this machine. Install one with: npx playwright install chromium");
}

/** Its own list of arguments is meant for AWS Lambda (`--single-process`), so it is left alone. */
async function packagedChromium(): Promise<string | undefined> {
  try {
    const { default: chromiumPackage } = await import("@sparticuz/chromium");
    return await chromiumPackage.executablePath();
  } catch {
    return;
  }
}
