import { compare } from "./compare";
import type { Work } from "./load";
import { measured, type Part, type Run, rowsOf } from "./measure";
import { minors } from "./minors";
import { startPeer } from "./peer";
import type { School } from "./school";

/** Enrollments of minors beside the peers', and beside a large school's. */
export async function benchWrites({ key, year }: School, large: string, run: Run): Promise<Part> {
  const path = "/api/v1/academic/minor_enrollment";
  const work: Work = { path, key, seconds: run.seconds, connections: 16, body: minors(year, 1_000_000) };
  const peers = [
    await startPeer("Matrícula", "ours"),
    await startPeer("Matrícula, large school", "ours", { DATABASE_URL: large }),
    await startPeer("Fastify with our rows and duties", "fastify-rows"),
    await startPeer("Fastify + pg", "fastify-pg"),
    await startPeer("Fastify + Prisma", "fastify-prisma"),
  ];
  run.say(`Enrolling minors: ${peers.map(({ name }) => name).join(", ")}`);
  const shots = await measured(peers, work, run.rounds);
  const of = (name: string) => shots.get(name);
  const us = of("Matrícula");
  return {
    rows: rowsOf("minor enrollment", shots),
    ratios: [
      ...compare(
        "minor enrollment / Fastify with the same rows and duties",
        1,
        us,
        of("Fastify with our rows and duties"),
      ),
      ...compare(
        "minor enrollment / Fastify + Prisma (interactive transaction)",
        3,
        us,
        of("Fastify + Prisma"),
      ),
      ...compare(
        "minor enrollment / Fastify + pg (prepared statements in a transaction)",
        1,
        us,
        of("Fastify + pg"),
      ),
      ...compare("minor enrollment, large school / small school", 0.9, of("Matrícula, large school"), us),
    ],
  };
}
