import { buildIfStale } from "@/server/build";
import { benchEndurance } from "./endurance";
import { fill, LARGE, SMALL } from "./fill";
import type { Run } from "./measure";
import { pinLoad } from "./peer";
import { benchReads } from "./reads";
import { writeReport } from "./report";
import { openSchool } from "./school";
import { benchWrites } from "./writes";

// npm run bench [-- wizard | load-day | families | desk | events] [-- --brief]
// npm run bench -- load-day --families=300 --minutes=2

const brief = process.argv.includes("--brief");
const given = (name: string) =>
  process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);
const number = (name: string) => (given(name) === undefined ? undefined : Number(given(name)));
const run: Run = {
  brief,
  rounds: brief ? 3 : 5,
  seconds: brief ? 1 : 3,
  say: (text) => process.stdout.write(`${text}\n`),
};

if (process.argv[2] === "wizard") {
  const { benchWizard } = await import("./wizard");
  await benchWizard(run);
} else if (process.argv[2] === "load-day") {
  const { benchLoadDay } = await import("./load-day");
  await benchLoadDay({ ...run, families: number("families"), minutes: number("minutes") });
} else if (process.argv[2] === "families") {
  const { benchFamilies } = await import("./families");
  await benchFamilies(run);
} else if (process.argv[2] === "desk") {
  const { benchDesk } = await import("./desk");
  await benchDesk(run);
} else if (process.argv[2] === "events") {
  const { benchEvents } = await import("./events");
  await benchEvents(run, given("before"));
} else {
  await benchApi();
}

async function benchApi() {
  await buildIfStale(run.say);
  const school = await openSchool();
  process.env.BENCH_KEY = school.key;
  try {
    run.say("Filling a small school and a large one");
    const large = await school.copy("large");
    await fill(school.url, SMALL, school.year);
    await fill(large, LARGE, school.year);
    pinLoad();
    const reads = await benchReads(school, large, run);
    const endurance = await benchEndurance(school, run);
    const writes = await benchWrites(school, large, run);
    const ratios = [...reads.ratios, ...writes.ratios];
    await writeReport(ratios, [...reads.rows, ...writes.rows], endurance, run);
    run.say("Wrote docs/performance.md and docs/performance.svg");
  } finally {
    await school.close();
  }
}
