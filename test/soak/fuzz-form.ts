import fc from "fast-check";
import { answersOf } from "@/e2e/support/answers";
import { aMinor } from "../factories";
import { formClient } from "./form-client";
import type { Random } from "./random";

const typed = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.constantFrom(
    "",
    " ",
    "\u0000",
    "31",
    "febrero",
    "<script>",
    "a".repeat(10_000),
    "🎻".repeat(5_000),
    "-1",
    "999999999999",
  ),
);

/** What a family never types: values for any of a page's controls, and names that no control has. */
const answers = fc.dictionary(fc.string({ unit: "binary", maxLength: 20 }), typed, { maxKeys: 3 });

/**
 * Walks some way through the form as a family without JavaScript does, and then types what no family
 * would, on each step; returns the statuses that it met.
 */
export async function fuzzForm(base: string, random: Random, posts: number): Promise<number[]> {
  const statuses: number[] = [];
  const body = aMinor({ guardians: 2 });
  const client = formClient(base);
  statuses.push(await client.open("/enroll/birth-date"));
  for (let post = 0; post < posts; post++) {
    const seed = Math.floor(random.next() * 2 ** 31);
    const [wrong = {}] = fc.sample(answers, { seed, numRuns: 1 });
    const values = fc.sample(typed, { seed, numRuns: client.controls().length });
    const nonsense = Object.fromEntries(client.controls().map((name, at) => [name, values[at] as string]));
    statuses.push(await client.post({ ...nonsense, ...wrong }));
    const right = answersOf(body);
    const known = client.controls().filter((name) => right[name] !== undefined);
    statuses.push(await client.post(Object.fromEntries(known.map((name) => [name, right[name] as string]))));
    if (client.step() === "" || client.step() === "check")
      statuses.push(await client.open("/enroll/birth-date"));
  }
  return statuses;
}
