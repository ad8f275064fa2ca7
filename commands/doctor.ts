import { type CheckResult, formatCheckResult, wrong } from "@/lib/platform/check-result";
import { singleton } from "@/lib/platform/singleton";
import { createProgram, defineCommand, runCommandLine } from "./command-line";

const USAGE = `Checks the installation and says what to do. The exit code is 1 if something is wrong.

  npm run --silent doctor -- [--json] [--name-servers LIST]

--json prints one object instead of lines. LIST are the DNS servers for the check of the sender's domain.`;

export const doctor = createProgram(
  USAGE,
  defineCommand({
    options: { json: { type: "boolean" }, "name-servers": { type: "string" } },
    run: (_, { json = false, "name-servers": servers }) => diagnose(json, servers),
  }),
);

async function diagnose(asJson: boolean, servers: string | undefined) {
  const findings: (CheckResult & { check: string })[] = [];
  const report = (check: string, finding: CheckResult) => {
    findings.push({ check, ...finding });
    if (!asJson) process.stdout.write(`${formatCheckResult(check, finding)}\n`);
  };
  /** Exits explicitly, because libraries may keep connections open. */
  const conclude = () => {
    const levels = findings.map(({ level }) => level);
    const worst = (["wrong", "warning", "ok"] as const).find((level) => levels.includes(level));
    if (asJson) process.stdout.write(`${JSON.stringify({ level: worst, findings })}\n`);
    process.exit(worst === "wrong" ? 1 : 0);
  };

  singleton("on a wrong environment", () => (sentences: string[]) => {
    for (const text of sentences)
      report("configuration", wrong(text, "Correct it in .env and run the doctor again."));
    conclude();
  });
  const { runChecks, getLastLine } = await import("@/server/doctor/run-checks"); // reads the environment
  const { env } = await import("@/lib/platform/env");
  if (servers) env.nameServers = servers.split(",");
  await runChecks(report).catch((error: Error) =>
    report("doctor", wrong(getLastLine(error), "docs/operations.md, “When something is wrong”.")),
  );
  conclude();
}

if (import.meta.main) await runCommandLine(doctor);
