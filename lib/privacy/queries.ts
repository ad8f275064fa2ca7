import type { Prisma } from "@/generated/prisma/client";
import { toEmailKey } from "@/lib/mail/addresses";
import { isMinor } from "@/lib/people/accounts/family-role";
import { prisma } from "@/lib/platform/database/prisma";
import type { Day } from "@/lib/platform/dates";
import { getSchoolToday } from "@/lib/school/settings";

/** The effects of erasing a person now. */
export type ErasurePlan = {
  /** The people to erase: the person, and with `withChildren` children without another guardian. */
  people: string[];
  /** Their enrollments, which keep reference, state and choices. */
  references: string[];
  /** Children who stay, because they have another guardian or are adults. */
  remainingChildren: string[];
  /** Enrollments of minors who would have no guardian left; these prevent the erasure. */
  onlyGuardianOf: string[];
};

/** Whether children without another guardian are erased too; a list names those to erase. */
export type WithChildren = boolean | readonly string[];

/** Plans an erasure without writing anything. @returns undefined for an unknown or erased id */
export async function planErasure(
  db: Prisma.TransactionClient,
  personId: string,
  { today, withChildren }: { today: Day; withChildren: WithChildren },
): Promise<ErasurePlan | undefined> {
  const person = await db.person.findUnique({
    where: { id: personId, erasedAt: null },
    select: { id: true, guardianOf: { select: { student: { select: child } } } },
  });
  if (!person) return;
  const children = person.guardianOf.map(({ student }) => student).filter(({ erasedAt }) => !erasedAt);
  const alone = children.filter(
    (student) => isMinor(student.birthDate, today) && !hasOtherGuardian(student, personId),
  );
  const going = alone.filter(({ id }) =>
    Array.isArray(withChildren) ? withChildren.includes(id) : withChildren,
  );
  const erased = [personId, ...going.map(({ id }) => id)];
  return {
    people: erased,
    references: await findReferences(db, erased),
    remainingChildren: children.flatMap(({ id }) => (erased.includes(id) ? [] : [id])),
    onlyGuardianOf: withChildren
      ? []
      : await findReferences(
          db,
          alone.map(({ id }) => id),
        ),
  };
}

const child = {
  id: true,
  birthDate: true,
  erasedAt: true,
  guardians: {
    where: { deniedAt: null, OR: [{ position: 1 }, { confirmedAt: { not: null }, keptApart: false }] },
    select: { guardianId: true, guardian: { select: { erasedAt: true } } },
  },
} satisfies Prisma.PersonSelect;

type Child = Prisma.PersonGetPayload<{ select: typeof child }>;

/** The effects of a person's own erasure, for display before the request. */
type ErasurePreview = {
  /** Names, the person's own first; includes children for whom only they act. */
  people: string[];
  /** Enrollments that end. */
  ends: { reference: string; student: string; year: string; state: "pending" | "accepted" | "waiting" }[];
};

/** @returns undefined for an unknown or erased id */
export async function previewOwnErasure(personId: string, now: Date): Promise<ErasurePreview | undefined> {
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
  const [own, children] = [
    people.filter(({ id }) => id === personId),
    people.filter(({ id }) => id !== personId),
  ];
  return {
    people: [...own, ...children].map(fullName),
    ends: enrollments.map(({ reference, state, student, schoolYear: { year } }) => ({
      reference,
      student: fullName(student),
      year,
      state: state as ErasurePreview["ends"][number]["state"],
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

const fullName = ({ name, surname }: { name: string | null; surname: string | null }) =>
  [name, surname].filter(Boolean).join(" ");
