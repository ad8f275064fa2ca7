import fc from "fast-check";
import { toFormInput } from "@/e2e/support/answers";
import { arbitraryText } from "../fuzz/fuzz-report";
import { aMinor } from "../support/data/factories";
import { createFormClient } from "./form-client";
import type { Random } from "./random";

/** Sum of fields, below the server's limit of a post. */
const LONGEST = 5_000;

/** Walks through the form without JavaScript, with invalid input first; returns the statuses. */
export async function walkRandomly(base: string, random: Random, steps: number) {
  const statuses: Record<number, number> = {};
  const wrong: string[] = [];
  const body = aMinor({ guardians: 2 });
  const right = toFormInput(body);
  const client = createFormClient(base);
  const note = (status: number, what: string) => {
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (status >= 500) wrong.push(`${status} on ${client.step()}: ${what}`);
  };
  note(await client.open("/enroll/birth-date"), "opened");
  for (let step = 0; step < steps && client.step() !== "check"; step++) {
    const names = client.controls();
    const seed = random.below(2 ** 31);
    const typed = fc.sample(arbitraryText, { seed, numRuns: names.length });
    note(
      await client.post(
        Object.fromEntries(names.map((name, at) => [name, (typed[at] as string).slice(0, LONGEST)])),
      ),
      `seed ${seed}`,
    );
    const known = client.controls().filter((name) => right[name] !== undefined);
    note(
      await client.post(Object.fromEntries(known.map((name) => [name, right[name] as string]))),
      "as it should be",
    );
  }
  return { statuses, wrong, reached: client.step() };
}
