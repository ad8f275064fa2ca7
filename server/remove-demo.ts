import type { Prisma } from "@/generated/prisma/client";
import { settingChanged } from "@/lib/people/audit";
import { changed } from "@/lib/platform/changes";
import { prisma } from "@/lib/platform/prisma";
import { writeSetting } from "@/lib/school/settings";

/** What belongs to a school year comes first, what years share last. */
const TABLES = [
  "syllabus_subjects",
  "syllabus_specialities",
  "syllabi",
  "subjects",
  "specialities",
  "school_years",
  "courses",
  "degrees",
  "grading_systems",
];

/**
 * Takes the demo school's catalogue away, so that a school can begin with its own; the next start does not
 * bring it back.
 *
 * @param withEnrollments lets go of every enrollment too, with its people
 * @returns how many enrollments went
 * @throws Error in words when there are enrollments, or school years that the demo did not bring
 */
export async function removeDemo({ withEnrollments }: { withEnrollments: boolean }): Promise<number> {
  const gone = await prisma().$transaction(async (tx) => {
    await tx.$executeRaw`lock table school_years in share row exclusive mode`; // as an import does
    const own = (await tx.schoolYear.findMany()).filter(({ id, year }) => id !== Number(year.slice(2, 4)));
    if (own.length > 0)
      throw new Error(
        `${own.map(({ year }) => year).join(", ")} is not of the demo school. Nothing was removed.`,
      );
    const count = withEnrollments ? await removeEnrollments(tx) : await countEnrollments(tx);
    if (count > 0 && !withEnrollments)
      throw new Error(
        `${count} enrollment${count === 1 ? " is" : "s are"} there. With --with-enrollments they go too, with their people.`,
      );
    for (const table of TABLES) await tx.$executeRawUnsafe(`delete from ${table}`);
    return count;
  });
  await writeSetting("demo_school", false, settingChanged({ kind: "command" }));
  changed("catalogue");
  return gone;
}

async function countEnrollments(tx: Prisma.TransactionClient): Promise<number> {
  const [row] = await tx.$queryRaw<{ count: number }[]>`select count(*)::int as count from all_enrollments`;
  return row?.count ?? 0;
}

async function removeEnrollments(tx: Prisma.TransactionClient): Promise<number> {
  const count = await tx.$executeRaw`delete from all_enrollments`;
  await tx.$executeRaw`delete from all_people`;
  await tx.idempotencyRecord.deleteMany();
  await tx.export.deleteMany();
  return count;
}
