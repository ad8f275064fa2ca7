import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { median } from "./compare";
import type { Run } from "./measure";
import { openSchool } from "./school";

type Times = Record<"together" | "apart", number[]>;

/** Five children in one transaction beside five enrollments one after another, without HTTP; says it and writes nothing. */
export async function benchFamilies({ brief, say }: Run) {
  const school = await openSchool();
  try {
    const rounds = brief ? 40 : 400;
    const args = ["--import", "tsx", "bench/peers/families.ts", String(school.year), String(rounds)];
    const { stdout } = await promisify(execFile)(process.execPath, args, { env: process.env });
    const { together, apart } = JSON.parse(stdout) as Times;
    const [one, five] = [median(together), median(apart)];
    say(`five children in one transaction: ${one.toFixed(1)} ms; one after another: ${five.toFixed(1)} ms`);
    say(`together / apart: ${(one / five).toFixed(2)} (goal: 1 or less), of ${rounds} families each`);
  } finally {
    await school.close();
  }
}
