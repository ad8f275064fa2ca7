import { type Actor, requirePermission } from "@/lib/people/staff/rights";
import { prisma } from "@/lib/platform/prisma";

/** Whose paper it is, of a family that an enrollment has brought in. */
export type ExistingFamily = { reference: string; name: string } & (
  | { how: "again"; studentId: string }
  /** `compared`: the guardian's own, which no child may have. */
  | { how: "sibling"; guardianId: string; compared: { guardian_email: string; guardian_document?: string } }
);

const person = { id: true, name: true, surname: true, email: true, document: true, erasedAt: true } as const;

/**
 * The student of an enrollment, for a year more, or its first guardian, for another child (desk 15).
 * @returns undefined where there is none, or no longer
 */
export async function findExistingFamily(
  actor: Actor,
  reference: string,
  how: ExistingFamily["how"],
): Promise<ExistingFamily | undefined> {
  requirePermission(actor, "enroll_on_paper");
  const found = await prisma().enrollment.findUnique({
    where: { reference },
    select: {
      student: {
        select: {
          ...person,
          guardians: { where: { position: 1 }, select: { guardian: { select: person } } },
        },
      },
    },
  });
  if (!found) return;
  const { guardians, ...student } = found.student;
  const who = how === "again" ? student : guardians[0]?.guardian;
  if (!who || who.erasedAt) return;
  const name = [who.name, who.surname].filter(Boolean).join(" ") || who.email;
  if (how === "again") return { how, reference, name, studentId: who.id };
  const compared = { guardian_email: who.email, ...(who.document && { guardian_document: who.document }) };
  return { how, reference, name, guardianId: who.id, compared };
}
