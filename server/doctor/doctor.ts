import { ignoreBrokenPipe } from "@/lib/platform/broken-pipe";
import { type CheckResult, formatCheckResult, wrong } from "@/lib/platform/check-result";
import { singleton } from "@/lib/platform/singleton";

// `npm run doctor`: one line per finding on stdout, exit code 1 for a problem; with --json one object.
// --name-servers=LIST sets the DNS servers for the check of the sender's domain.
ignoreBrokenPipe();
const asJson = process.argv.includes("--json");
const found: (CheckResult & { check: string })[] = [];
const report = (check: string, finding: CheckResult) => {
  found.push({ check, ...finding });
  if (!asJson) process.stdout.write(`${formatCheckResult(check, finding)}\n`);
};

singleton("on a wrong environment", () => (sentences: string[]) => {
  for (const words of sentences)
    report("configuration", wrong(words, "Correct it in .env and run the doctor again."));
  conclude();
});
const { runChecks, sentenceOf } = await import("./run-checks"); // reads the environment
const { env } = await import("@/lib/platform/env");
const NAME_SERVERS = "--name-servers=";
const servers = process.argv.find((word) => word.startsWith(NAME_SERVERS))?.slice(NAME_SERVERS.length);
if (servers) env.nameServers = servers.split(",");
await runChecks(report).catch((error: Error) =>
  report("doctor", wrong(sentenceOf(error), "docs/operations.md, “When something is wrong”.")),
);
conclude();

/** Exits explicitly, because libraries may keep connections open. */
function conclude() {
  const worst = (["wrong", "warning", "ok"] as const).find((level) =>
    found.some((one) => one.level === level),
  );
  if (asJson) process.stdout.write(`${JSON.stringify({ level: worst, findings: found })}\n`);
  process.exit(worst === "wrong" ? 1 : 0);
}
