import { performance } from "node:perf_hooks";
import { createMinorEnrollment } from "@/lib/enrollment/create-enrollment";
import { createFamily } from "@/lib/enrollment/create-family";
import { pool } from "@/lib/prisma";
import { minors } from "../minors";

// In a process of its own on the bench's database: how long five children take together and one after another.

const [year, rounds] = process.argv.slice(2).map(Number) as [number, number];
const origin = { source: "form", locale: "es" } as const;
const next = minors(year, 5_000_000);
type Body = Record<string, unknown>;
const body = () => JSON.parse(next()) as Body;

/** Five children of one guardian, as one draft holds them. */
function family() {
  const [first, ...others] = Array.from({ length: 5 }, body) as [Body, ...Body[]];
  const shared = Object.fromEntries(Object.entries(first).filter(([field]) => field.startsWith("guardian_")));
  return [first, ...others.map((child) => ({ ...child, ...shared }))];
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const together: number[] = [];
const apart: number[] = [];
for (let round = 0; round < rounds; round++) {
  together.push(await timed(() => createFamily(family(), origin)));
  apart.push(
    await timed(async () => {
      for (const one of Array.from({ length: 5 }, body)) await createMinorEnrollment(one, origin);
    }),
  );
}
await pool().end();
process.stdout.write(JSON.stringify({ together, apart }));
process.exit(0);
