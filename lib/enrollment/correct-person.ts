import type { Prisma } from "@/generated/prisma/client";
import { type Day, toDate, toDay } from "@/lib/platform/dates";
import { getLockName } from "@/lib/platform/sandbox";
import { toDocumentKey } from "./values";

/** What identifies somebody; what is left out stays as it is. */
export type PersonCorrection = Partial<{
  name: string;
  surname: string;
  birthDate: Day;
  documentType: string | null;
  document: string | null;
}>;

export type PersonChange = Partial<Record<keyof PersonCorrection, [old: string | null, now: string | null]>>;

/**
 * Corrects who a person is, in the caller's transaction. A document is one person's: that is looked up under
 * the lock that enrollments take, for a violated index would write the number into PostgreSQL's log.
 * @returns what became another, or whose document it is already
 */
export async function correctPerson(
  tx: Prisma.TransactionClient,
  personId: string,
  { birthDate, ...correction }: PersonCorrection,
): Promise<{ changed: PersonChange } | { taken: string }> {
  const key = correction.document && toDocumentKey(correction.document);
  if (key) {
    const lock = getLockName("document", key);
    await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`;
    const other = await tx.person.findFirst({
      where: { documentKey: key, id: { not: personId } },
      select: { id: true },
    });
    if (other) return { taken: other.id };
  }
  await tx.$queryRaw`select 1 from people where id = ${personId}::uuid for update`;
  const before = await tx.person.findUniqueOrThrow({
    where: { id: personId },
    select: { name: true, surname: true, birthDate: true, documentType: true, document: true },
  });
  await tx.person.update({
    where: { id: personId },
    data: {
      ...correction,
      ...(key !== undefined && { documentKey: key }),
      ...(birthDate && { birthDate: toDate(birthDate) }),
    },
    select: { id: true },
  });
  const old = { ...before, birthDate: before.birthDate && toDay(before.birthDate) };
  const wanted = Object.entries({ ...correction, birthDate }) as [keyof PersonCorrection, string][];
  const changed = wanted.filter(([name, value]) => value !== undefined && old[name] !== value);
  return { changed: Object.fromEntries(changed.map(([name, value]) => [name, [old[name], value]])) };
}
