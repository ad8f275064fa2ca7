import type { Prisma } from "@/generated/prisma/client";
import { prisma } from "@/lib/platform/prisma";
import { askedTogether } from "./asked-together";
import { asksAboutPlaces, type MailKind, namesMany } from "./kinds";
import { tells } from "./tells";
import { isTogether } from "./together";

/** An enrollment that a message is about. */
export type Told = { reference: string; student: { name: string | null; surname: string | null } };

type Message = {
  kind: MailKind;
  tells: Prisma.JsonValue;
  person: { id: string };
  enrollment: (Told & { submissionId: string | null }) | null;
};

/** Not who says that they are no guardian, nor whom the desk keeps apart. */
const mayHear = {
  deniedAt: null,
  OR: [{ position: 1 }, { keptApart: false }],
} satisfies Prisma.GuardianshipWhereInput;

const told = { reference: true, student: { select: { name: true, surname: true } } } as const;

/** What a reader is told of at once: every child that was sent, asked about or written about together and is theirs. */
export async function toldOf({ kind, person, enrollment, tells: own }: Message): Promise<Told[]> {
  if (asksAboutPlaces(kind)) return askedTogether(person.id);
  if (namesMany(kind)) {
    const { references } = tells.parse(own);
    return prisma().enrollment.findMany({
      where: { reference: { in: references ?? [] } },
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
      select: told,
    });
  }
  if (!enrollment?.submissionId || !isTogether(kind)) return enrollment ? [enrollment] : [];
  return prisma().enrollment.findMany({
    where: {
      submissionId: enrollment.submissionId,
      OR: [
        { reference: enrollment.reference },
        { student: { guardians: { some: { guardianId: person.id, ...mayHear } } } },
      ],
    },
    orderBy: [{ createdAt: "asc" }, { student: { birthDate: "asc" } }],
    select: told,
  });
}
