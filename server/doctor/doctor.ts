import { ignoreBrokenPipe } from "@/lib/platform/broken-pipe";
import { type CheckResult, formatCheckResult, wrong } from "@/lib/platform/check-result";
import { singleton } from "@/lib/platform/singleton";

// `npm run doctor`: one line a finding on stdout, exit code 1 when something is wrong; with --json one object of all.
// --name-servers=LIST: whom it asks about the sender's domain instead of the machine's own.
ignoreBrokenPipe();
const asJson = process.argv.includes("--json");
const found: (CheckResult & { check: string })[] = [];
const tell = (check: string, finding: CheckResult) => {
  found.push({ check, ...finding });
  if (!asJson) process.stdout.write(`${formatCheckResult(check, finding)}\n`);
};

singleton("on a wrong environment", () => (sentences: string[]) => {
  for (const words of sentences) tell("configuration", wrong(words, "Set it right in .env and ask again."));
  conclude();
});
const { runChecks, sentenceOf } = await import("./run-checks"); // reads the environment
const { env } = await import("@/lib/platform/env");
const NAME_SERVERS = "--name-servers=";
const servers = process.argv.find((word) => word.startsWith(NAME_SERVERS))?.slice(NAME_SERVERS.length);
if (servers) env.nameServers = servers.split(",");
await runChecks(tell).catch((error: Error) =>
  tell("doctor", wrong(sentenceOf(error), "docs/operations.md, “When something is wrong”.")),
);
conclude();

/** What a library may still hold open keeps nobody waiting. */
function conclude() {
  const worst = (["wrong", "warning", "ok"] as const).find((level) =>
    found.some((one) => one.level === level),
  );
  if (asJson) process.stdout.write(`${JSON.stringify({ level: worst, findings: found })}\n`);
  process.exit(worst === "wrong" ? 1 : 0);
}
