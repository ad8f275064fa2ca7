import { DecisionError } from "@/lib/decisions/refusal";
import type { PersonCorrection } from "@/lib/enrollment/correct-person";
import { whereActiveGuardian, isMinor } from "@/lib/people/accounts/access";
import { toDate } from "@/lib/platform/dates";
import { prisma } from "@/lib/platform/prisma";
import { getToday } from "@/lib/platform/sandbox";
import { getSettings } from "@/lib/school/settings";

export type CorrectablePerson = { id: string; name: string; isOwn: boolean };

/** Whose name, birth date and document somebody may ask to have corrected: their own, and their children's. */
export async function listCorrectablePeople(personId: string, now: Date): Promise<CorrectablePerson[]> {
  const { time_zone } = await getSettings();
  const today = getToday(time_zone, now);
  const columns = { id: true, name: true, surname: true, birthDate: true } as const;
  const [own, children] = await Promise.all([
    prisma().person.findUniqueOrThrow({ where: { id: personId }, select: columns }),
    prisma().person.findMany({
      where: { guardians: { some: { ...whereActiveGuardian(personId), position: 1 } } },
      orderBy: { birthDate: "asc" },
      select: columns,
    }),
  ]);
  if (isMinor(own.birthDate, today)) return [];
  const minors = children.filter(({ birthDate }) => isMinor(birthDate, today));
  return [own, ...minors].map(({ id, name, surname }) => ({
    id,
    name: [name, surname].filter(Boolean).join(" "),
    isOwn: id === personId,
  }));
}

/** The last answer of the school to each request, and what it has not answered yet; the newest first. */
export function listOwnCorrections(personId: string) {
  return prisma().correctionRequest.findMany({
    where: { askedById: personId },
    orderBy: { createdAt: "desc" },
    take: 5,
    select: {
      id: true,
      createdAt: true,
      settledAt: true,
      accepted: true,
      answer: true,
      name: true,
      surname: true,
      birthDate: true,
      document: true,
      person: { select: { name: true, surname: true } },
    },
  });
}

/**
 * Asks the school to correct who somebody is; asked again before the school answers, it is the newer wish.
 * @throws DecisionRefusal `not_their_own`
 */
export async function requestCorrection(
  askedById: string,
  personId: string,
  { birthDate, ...wanted }: PersonCorrection,
  now: Date,
): Promise<void> {
  const whom = await listCorrectablePeople(askedById, now);
  if (!whom.some(({ id }) => id === personId)) throw new DecisionError("not_their_own");
  await prisma().$transaction(async (tx) => {
    await tx.$queryRaw`select 1 from people where id = ${personId}::uuid for update`; // of two at once one stays
    await tx.correctionRequest.deleteMany({ where: { personId, askedById, settledAt: null } });
    await tx.correctionRequest.create({
      data: {
        ...wanted,
        birthDate: birthDate && toDate(birthDate),
        personId,
        askedById,
        createdAt: now,
      },
      select: { id: true },
    });
  });
}
