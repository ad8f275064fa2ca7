import type { Prisma } from "@/generated/prisma/client";
import { isMinor } from "@/lib/people/accounts/access";
import type { Day } from "@/lib/platform/dates";
import { prisma } from "@/lib/platform/prisma";
import { isEnded } from "./states";
import { personAnswers, type StoredPerson } from "./stored-answers";

/** Somebody whom a signed-in person may enroll, with what the school knows of them. */
export type EnrollablePerson = {
  /** The signed-in person. */
  isOwn: boolean;
  person: StoredPerson;
  /** What was sent for them, the newest first; those that stand are one a year. */
  enrollments: { reference: string; schoolYearId: number; isActive: boolean }[];
};

/**
 * Whom a person may enroll (families 5, 6): themselves once of age, and the children under age whose first
 * guardian they are. Nobody who is under age enrolls anybody.
 */
export async function listEnrollablePeople(personId: string, today: Day): Promise<EnrollablePerson[]> {
  const rows = await prisma().person.findMany({
    where: {
      erasedAt: null,
      OR: [{ id: personId }, { guardians: { some: { guardianId: personId, position: 1, deniedAt: null } } }],
    },
    orderBy: [{ birthDate: "asc" }, { id: "asc" }],
    select: { ...personAnswers, enrollments },
  });
  const me = rows.find(({ id }) => id === personId);
  if (!me || isMinor(me.birthDate, today)) return [];
  return rows
    .filter((row) => row === me || isMinor(row.birthDate, today))
    .map(({ enrollments: sent, ...person }) => ({
      isOwn: person.id === personId,
      person,
      enrollments: sent.map(({ reference, schoolYearId, state, decidedState }) => ({
        reference,
        schoolYearId,
        isActive: !isEnded(state) || !isEnded(decidedState),
      })),
    }));
}

const enrollments = {
  orderBy: { createdAt: "desc" },
  select: { reference: true, schoolYearId: true, state: true, decidedState: true },
} satisfies Prisma.Person$enrollmentsArgs;
