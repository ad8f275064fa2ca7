import type { Prisma } from "@/generated/prisma/client";
import { toEmailKey } from "@/lib/mail/addresses";
import { formatName, isMinor } from "@/lib/people/accounts/family-role";
import { prisma } from "@/lib/platform/database/prisma";
import type { Day } from "@/lib/platform/dates";
import { getSchoolToday } from "@/lib/school/settings";

export type ErasurePlan = NonNullable<Awaited<ReturnType<typeof planErasure>>>;

/** Whether children without another guardian are erased too; a list names those to erase. */
type WithChildren = boolean | readonly string[];

/** Plans an erasure without writing anything. @returns undefined for an unknown or erased id */
export async function planErasure(
  db: Prisma.TransactionClient,
  personId: string,
  { today, withChildren }: { today: Day; withChildren: WithChildren },
) {
  const person = await db.person.findUnique({
    where: { id: personId, erasedAt: null },
    select: { id: true, guardianOf: { select: { student: { select: childColumns } } } },
  });
  if (!person) return;
  const children = person.guardianOf.map(({ student }) => student).filter(({ erasedAt }) => !erasedAt);
  const onlyChildren = children.filter(
    (student) => isMinor(student.birthDate, today) && !hasOtherGuardian(student, personId),
  );
  const included = onlyChildren.filter(({ id }) =>
    Array.isArray(withChildren) ? withChildren.includes(id) : withChildren,
  );
  const erasedIds = [personId, ...included.map(({ id }) => id)];
  return {
    /** The person, and with `withChildren` children without another guardian. */
    people: erasedIds,
    /** Their enrollments, which keep reference, state and choices. */
    references: await findReferences(db, erasedIds),
    /** Because they have another guardian or are adults. */
    remainingChildren: children.flatMap(({ id }) => (erasedIds.includes(id) ? [] : [id])),
    /** Enrollments of minors who would have no guardian left; these prevent the erasure. */
    onlyGuardianOf: withChildren
      ? []
      : await findReferences(
          db,
          onlyChildren.map(({ id }) => id),
        ),
  };
}

const childColumns = {
  id: true,
  birthDate: true,
  erasedAt: true,
  guardians: {
    where: { deniedAt: null, OR: [{ position: 1 }, { confirmedAt: { not: null }, keptApart: false }] },
    select: { guardianId: true, guardian: { select: { erasedAt: true } } },
  },
} satisfies Prisma.PersonSelect;

type Child = Prisma.PersonGetPayload<{ select: typeof childColumns }>;

/** The effects of a person's own erasure, with the person's name first. @returns undefined for an unknown or erased id */
export async function previewOwnErasure(personId: string, now: Date) {
  const today = await getSchoolToday(now);
  const plan = await planErasure(prisma(), personId, { today, withChildren: true });
  if (!plan) return;
  const [people, enrollments] = await Promise.all([
    prisma().person.findMany({
      where: { id: { in: plan.people } },
      select: { id: true, name: true, surname: true },
    }),
    prisma().enrollment.findMany({
      where: { reference: { in: plan.references }, state: { in: ["pending", "accepted", "waiting"] } },
      orderBy: { createdAt: "asc" },
      select: {
        reference: true,
        state: true,
        schoolYear: { select: { year: true } },
        student: { select: { name: true, surname: true } },
      },
    }),
  ]);
  const ownFirst = people.toSorted((a, b) => Number(b.id === personId) - Number(a.id === personId));
  return {
    people: ownFirst.map(formatName),
    ends: enrollments.map(({ reference, state, student, schoolYear: { year } }) => ({
      reference,
      student: formatName(student),
      year,
      state: state as "pending" | "accepted" | "waiting",
    })),
  };
}

/** The person with this e-mail address (any case, surrounding spaces); undefined when there is none. */
export async function findPersonByEmail(email: string): Promise<string | undefined> {
  const person = await prisma().person.findFirst({
    where: { emailKey: toEmailKey(email), erasedAt: null },
    select: { id: true },
  });
  return person?.id;
}

/** Only confirmed guardians count who are not kept apart (`whereActiveGuardian` in lib/people/accounts). */
const hasOtherGuardian = ({ guardians }: Child, personId: string) =>
  guardians.some(({ guardianId, guardian }) => guardianId !== personId && !guardian.erasedAt);

async function findReferences(db: Prisma.TransactionClient, students: string[]): Promise<string[]> {
  const rows = await db.enrollment.findMany({
    where: { studentId: { in: students } },
    orderBy: { reference: "asc" },
    select: { reference: true },
  });
  return rows.map(({ reference }) => reference);
}
