import { parseArgs } from "node:util";
import { buildIfStale } from "@/server/build/build";
import { runReadSoak } from "../soak/read-soak";
import { stopChildren } from "../support/processes/child-processes";
import { runFromBuild } from "../support/servers/npm-start";

// npm run night:shapes -- [--minutes 30] [--seed 1]
const { values } = parseArgs({ options: { minutes: { type: "string" }, seed: { type: "string" } } });
const seconds = Number(values.minutes ?? 30) * 60;
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
if (!(seconds > 0) || !Number.isInteger(seed)) {
  console.error("npm run night:shapes -- [--minutes NUMBER] [--seed WHOLE-NUMBER]");
  process.exit(1);
}

console.log(`seed ${seed}`);
await buildIfStale(console.log);
runFromBuild();
const { done, statuses, ledger, complaints } = await runReadSoak({ seed, seconds });
show("What happened", done);
show("Answers to readers, by status", statuses);
show("Ledger", ledger);
await stopChildren();
for (const complaint of complaints.slice(0, 50)) console.error(complaint);
console.log(complaints.length === 0 ? "Clean." : `${complaints.length} complaints, with --seed ${seed}`);
process.exit(complaints.length === 0 ? 0 : 1);

function show(title: string, figures: Record<string, unknown>) {
  console.log(`\n${title}`);
  for (const [name, value] of Object.entries(figures)) console.log(`  ${name.padEnd(32)} ${value}`);
}
