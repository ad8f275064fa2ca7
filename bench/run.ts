import { writeFile } from "node:fs/promises";
import { buildIfStale } from "@/server/build/build";
import { formatReport } from "./support/report";
import { openSchool, type School } from "./support/school";

// npm run bench [-- api | wizard | floor | load-day | desk | round | face | floor | start] [-- --brief]
// npm run bench -- load-day --families=300 --minutes=2
// npm run bench -- face --before=FOLDER

/** How long and how often; what is going on is said aloud. */
export type BenchOptions = {
  brief: boolean;
  rounds: number;
  seconds: number;
  print: (text: string) => void;
  /** A number that the command line gives, `--families=300`. */
  getNumber: (name: string) => number | undefined;
  /** Another checkout of this repository, to be measured beside this one. */
  before: string | undefined;
};

export type Bench = {
  title: string;
  /** The page that a whole run writes; a brief one, or one of another size, is said alone. */
  file: string;
  measure: (school: School, run: BenchOptions) => Promise<string[]>;
};

const benches: Record<string, () => Promise<{ bench: Bench }>> = {
  api: () => import("./api"),
  wizard: () => import("./wizard"),
  "load-day": () => import("./load-day"),
  desk: () => import("./desk"),
  round: () => import("./round"),
  face: () => import("./face"),
  floor: () => import("./floor"),
  start: () => import("./start"),
};

const args = process.argv.slice(2);
const name = args.find((arg) => !arg.startsWith("--")) ?? "api";
const loadBench = benches[name];
if (!loadBench) throw new Error(`There is no bench of that name: ${Object.keys(benches).join(", ")}.`);

const BEFORE = "--before=";
const before = args.find((arg) => arg.startsWith(BEFORE))?.slice(BEFORE.length);
const brief = args.includes("--brief");
const run: BenchOptions = {
  brief,
  before,
  rounds: brief ? 3 : 5,
  seconds: brief ? 1 : 3,
  print: (text) => process.stdout.write(`${text}\n`),
  getNumber: (option) => {
    const arg = args.find((word) => word.startsWith(`--${option}=`));
    return arg === undefined ? undefined : Number(arg.split("=")[1]);
  },
};

const { bench } = await loadBench();
await buildIfStale(run.print);
const school = await openSchool();
try {
  const text = formatReport(bench.title, name, await bench.measure(school, run));
  run.print(text);
  if (!args.some((arg) => arg.startsWith("--") && !arg.startsWith(BEFORE))) await writeFile(bench.file, text);
} finally {
  await school.close();
}
process.exit(); // whatever a library holds open
