import { parseArgs } from "node:util";
import { buildIfStale } from "@/server/build/build";
import { stopChildren } from "../support/processes/child-processes";
import { runFaultSoak } from "./soak";

// npm run soak -- [--minutes 10] [--seed 1]: servers, worker, database and connections fail.
const { values } = parseArgs({ options: { minutes: { type: "string" }, seed: { type: "string" } } });
const seconds = Number(values.minutes ?? 10) * 60;
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
if (!(seconds > 0) || !Number.isInteger(seed)) {
  console.error("npm run soak -- [--minutes NUMBER] [--seed WHOLE-NUMBER]");
  process.exit(1);
}

console.log(`seed ${seed}`);
await buildIfStale(console.log);
const fired = await runFaultSoak({ seed, seconds });
show("Faults", fired.done);
show("Ledger", fired.ledger);
show("Afterwards", { connections: fired.connections, servers: JSON.stringify(fired.figures) });
await stopChildren();

const complaints = [...fired.wrong, ...fired.complaints];
for (const complaint of complaints.slice(0, 50)) console.error(complaint);
console.log(
  complaints.length === 0 ? "Clean." : `${complaints.length} complaints; the same again with --seed ${seed}`,
);
process.exit(complaints.length === 0 ? 0 : 1);

function show(title: string, figures: Record<string, unknown>) {
  console.log(`\n${title}`);
  for (const [name, value] of Object.entries(figures)) console.log(`  ${name.padEnd(32)} ${value}`);
}
