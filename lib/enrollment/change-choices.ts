import type { Prisma } from "@/generated/prisma/client";

/** Ids of the enrollment's year by their number; a wish that is left out makes room for the next. */
export type Choices = {
  specialities: { option: number; id: number }[];
  syllabi: { option: number; id: number }[];
};

/** What is wished for, in order. */
export async function readChoices(tx: Prisma.TransactionClient, enrollmentId: string): Promise<Choices> {
  const where = { where: { enrollmentId }, orderBy: { option: "asc" } } as const;
  const specialities = await tx.specialityChoice.findMany({
    ...where,
    select: { option: true, specialityId: true },
  });
  const syllabi = await tx.syllabusChoice.findMany({ ...where, select: { option: true, syllabusId: true } });
  return {
    specialities: specialities.map(({ option, specialityId: id }) => ({ option, id })),
    syllabi: syllabi.map(({ option, syllabusId: id }) => ({ option, id })),
  };
}

/**
 * Puts other wishes in the place of an enrollment's, in the caller's transaction.
 * @returns what they were and are, for the record; undefined where they are the same
 */
export async function changeChoices(
  tx: Prisma.TransactionClient,
  { id: enrollmentId, schoolYearId }: { id: string; schoolYearId: number },
  choices: Choices,
): Promise<[old: string, now: string] | undefined> {
  const old = formatChoices(await readChoices(tx, enrollmentId));
  const now = formatChoices(choices);
  if (old === now) return;
  const { specialities, syllabi } = choices;
  await tx.specialityChoice.deleteMany({ where: { enrollmentId } });
  await tx.syllabusChoice.deleteMany({ where: { enrollmentId } });
  await tx.specialityChoice.createMany({
    data: specialities.map(({ option, id }) => ({ enrollmentId, schoolYearId, option, specialityId: id })),
  });
  await tx.syllabusChoice.createMany({
    data: syllabi.map(({ option, id }) => ({ enrollmentId, schoolYearId, option, syllabusId: id })),
  });
  await tx.roundEntry.updateMany({ where: whereFrozen(enrollmentId), data: { late: true } });
  return [old, now];
}

/** Its line in a list that is closed and not final: with other wishes than the frozen ones it is late (admission 3). */
const whereFrozen = (enrollmentId: string) =>
  ({
    enrollmentId,
    round: { state: { in: ["frozen", "drawn", "provisional"] } },
  }) satisfies Prisma.RoundEntryWhereInput;

/** Whether other wishes would cost an enrollment its place in the order of a round. */
export const wouldBecomeLate = async (db: Prisma.TransactionClient, enrollmentId: string): Promise<boolean> =>
  (await db.roundEntry.count({ where: { ...whereFrozen(enrollmentId), late: false } })) > 0;

/** Choices as the record keeps them: `specialities 1:26001 2:26003; syllabi 1:26010`. */
function formatChoices({ specialities, syllabi }: Choices): string {
  const list = (name: string, rows: { option: number; id: number }[]) =>
    rows.length === 0 ? [] : [`${name} ${rows.map(({ option, id }) => `${option}:${id}`).join(" ")}`];
  return [...list("specialities", specialities), ...list("syllabi", syllabi)].join("; ");
}
