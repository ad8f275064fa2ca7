import { DecisionError } from "@/lib/decisions/refusal";
import { writeAuditEntry } from "@/lib/people/audit";
import { prisma } from "@/lib/platform/prisma";
import type { FamilyYears } from "./family-requests";
import type { FamilyStudent } from "./family-student";
import { requireEnrollment } from "./own";
import { readFamilyOverview } from "./your-family";

/** Who could go on from an enrollment of the year before, for which year; undefined where that is not asked. */
export async function findRenewable(
  personId: string,
  reference: string,
  now: Date,
): Promise<{ student: FamilyStudent; asked: NonNullable<FamilyYears["asked"]> } | undefined> {
  const { asked, students } = await readFamilyOverview(personId, now);
  const student = students.find(({ acts, before }) => acts && before?.reference === reference);
  return student && asked && !student.asked ? { student, asked } : undefined;
}

type Leaving = NonNullable<Awaited<ReturnType<typeof findRenewable>>>;

/** What the page displays before somebody says that a student leaves. */
export const leavingShown = ({ student: { name, before }, asked }: Leaving) => ({
  leaving: { name, before: [before?.reference, before?.state, before?.names], asked: asked.id },
});

/**
 * A student does not go on, or does after all: the school hears of it, and nothing of the year that runs changes.
 *
 * @param reference the enrollment of the year before
 * @throws DecisionRefusal `day_is_over` where nothing is asked about them (any more), or not of this person
 */
export async function setLeaving(
  personId: string,
  reference: string,
  leaves: boolean,
  now: Date,
): Promise<void> {
  const who = await findRenewable(personId, reference, now);
  if (!who) throw new DecisionError("day_is_over");
  const of = { studentId: who.student.id, schoolYearId: who.asked.id };
  const said = { answer: "leave", answeredAt: now } as const;
  await prisma().$transaction(async (tx) => {
    await requireEnrollment(tx, personId, reference, "sender", now);
    if (leaves)
      await tx.goingOn.upsert({
        where: { studentId_schoolYearId: of },
        create: { ...of, ...said },
        update: said,
        select: { studentId: true },
      });
    else await tx.goingOn.deleteMany({ where: of });
    await writeAuditEntry(tx, {
      actor: { kind: "family", id: personId },
      action: leaves ? "not_going_on" : "going_on_after_all",
      object: { kind: "enrollment", id: reference },
    });
  });
}
