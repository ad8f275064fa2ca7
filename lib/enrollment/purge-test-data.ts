import { prisma } from "@/lib/prisma";

/**
 * Forgets every enrollment that test keys have made, with its people and their messages; nothing
 * that a family or a live key has sent is touched. Returns how many enrollments went.
 */
export async function purgeTestData(): Promise<number> {
  let gone = 0;
  for (let batch = await purgeBatch(); batch > 0; batch = await purgeBatch()) gone += batch;
  return gone;
}

const BATCH = 1_000;

async function purgeBatch(): Promise<number> {
  return prisma().$transaction(async (tx) => {
    const enrollments = await tx.enrollment.findMany({
      where: { test: true },
      select: { id: true, studentId: true, reference: true },
      take: BATCH,
    });
    const students = enrollments.map(({ studentId }) => studentId);
    const guardians = await tx.guardianship.findMany({
      where: { studentId: { in: students } },
      select: { guardianId: true },
    });
    await tx.enrollment.deleteMany({ where: { id: { in: enrollments.map(({ id }) => id) } } });
    await tx.idempotencyRecord.deleteMany({
      where: { reference: { in: enrollments.map(({ reference }) => reference) } },
    });
    const people = [...students, ...guardians.map(({ guardianId }) => guardianId)];
    await tx.person.deleteMany({ where: { id: { in: people }, enrollments: { none: {} } } });
    return enrollments.length;
  });
}
