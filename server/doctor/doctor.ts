import { ignoreBrokenPipe } from "@/lib/platform/broken-pipe";
import { type CheckResult, formatCheckResult, wrong } from "@/lib/platform/check-result";
import { singleton } from "@/lib/platform/singleton";

// `npm run doctor`: one line per finding on stdout, exit code 1 for a problem; with --json one object.
// --name-servers=LIST sets the DNS servers for the check of the sender's domain.
ignoreBrokenPipe();
const asJson = process.argv.includes("--json");
const findings: (CheckResult & { check: string })[] = [];
const report = (check: string, finding: CheckResult) => {
  findings.push({ check, ...finding });
  if (!asJson) process.stdout.write(`${formatCheckResult(check, finding)}\n`);
};

singleton("on a wrong environment", () => (sentences: string[]) => {
  for (const text of sentences)
    report("configuration", wrong(text, "Correct it in .env and run the doctor again."));
  conclude();
});
const { runChecks, getLastLine } = await import("./run-checks"); // reads the environment
const { env } = await import("@/lib/platform/env");
const NAME_SERVERS = "--name-servers=";
const servers = process.argv.find((arg) => arg.startsWith(NAME_SERVERS))?.slice(NAME_SERVERS.length);
if (servers) env.nameServers = servers.split(",");
await runChecks(report).catch((error: Error) =>
  report("doctor", wrong(getLastLine(error), "docs/operations.md, “When something is wrong”.")),
);
conclude();

/** Exits explicitly, because libraries may keep connections open. */
function conclude() {
  const worst = (["wrong", "warning", "ok"] as const).find((level) =>
    findings.some((finding) => finding.level === level),
  );
  if (asJson) process.stdout.write(`${JSON.stringify({ level: worst, findings: findings })}\n`);
  process.exit(worst === "wrong" ? 1 : 0);
}
