import { enroll } from "@/lib/enrollment/enroll/verbs";
import type { Locale } from "@/lib/i18n/locales";
import { prisma } from "@/lib/platform/database/prisma";
import { createEnrollment } from "../domain/decisions";
import { aMinor } from "./factories";

/** Ids of a child and two guardians. */
export async function aFamily(changes: Parameters<typeof aMinor>[0] = {}) {
  const body = aMinor({ guardians: 2, ...changes });
  const reference = await createEnrollment(body);
  const { studentId, student } = await prisma().enrollment.findUniqueOrThrow({
    where: { reference },
    select: {
      studentId: true,
      student: { select: { guardians: { orderBy: { position: "asc" }, select: { guardianId: true } } } },
    },
  });
  const [first = "", second = ""] = student.guardians.map(({ guardianId }) => guardianId);
  return { body, reference, child: studentId, first, second };
}

/** As if the guardian had confirmed. */
export const markGuardianConfirmed = (guardianId: string) =>
  prisma().guardianship.updateMany({ where: { guardianId }, data: { confirmedAt: new Date() } });

/** Two siblings; the younger has an unconfirmed second guardian. */
export async function createSiblings(locale: Locale = "es") {
  const older = aMinor({ student_name: "Carla" });
  const shared = Object.fromEntries(Object.entries(older).filter(([field]) => field.startsWith("guardian_")));
  const younger = { ...aMinor({ guardians: 2, student_name: "Pau" }), ...shared };
  const { reference, moreReferences } = await enroll(
    [older, younger].map((submitted) => ({ kind: "minor" as const, submitted })),
    { source: "form", locale },
  );
  const references = [reference, moreReferences[0] as string] as const;
  return { older, references, first: older.guardian_email, second: younger.second_guardian_email as string };
}
