import { prisma } from "@/lib/prisma";
import { fieldRows } from "./fields";

/** What a student asked for last, by the form's fields, with its school year; empty when there is nothing. */
export async function lastSpecialities(
  studentId: string,
): Promise<Record<string, number> & { school_year_id?: number }> {
  const last = await prisma().enrollment.findFirst({
    where: { studentId },
    orderBy: { createdAt: "desc" },
    select: { schoolYearId: true, specialityChoices: { select: { option: true, specialityId: true } } },
  });
  if (!last) return {};
  const chosen = fieldRows.flatMap(([name, { stored }]) => {
    if (stored?.in !== "specialities") return [];
    const choice = last.specialityChoices.find(({ option }) => option === stored.option);
    return choice ? [[name, choice.specialityId] as const] : [];
  });
  return { school_year_id: last.schoolYearId, ...Object.fromEntries(chosen) };
}
