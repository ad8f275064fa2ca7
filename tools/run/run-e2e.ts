import { spawn } from "node:child_process";

// npm run e2e -- [--base-url URL] [what `playwright test` takes]
const args = process.argv.slice(2);
const index = args.findIndex((arg) => arg === "--base-url" || arg.startsWith("--base-url="));
const environment = { ...process.env };
if (index >= 0) {
  const [flag = "", ...rest] = args.splice(index, args[index]?.includes("=") ? 1 : 2);
  environment.E2E_BASE_URL = rest[0] ?? flag.slice("--base-url=".length);
}

// The workers inherit Node's options; a larger young generation suits the many short-lived request objects.
const node = ["--max-semi-space-size=64", "node_modules/@playwright/test/cli.js"];
const playwright = spawn(process.execPath, [...node, "test", ...args], {
  stdio: "inherit",
  env: environment,
});
playwright.on("exit", (code) => process.exit(code ?? 1));
