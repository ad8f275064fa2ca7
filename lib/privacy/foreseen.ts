import { prisma } from "@/lib/platform/prisma";
import { getToday } from "@/lib/platform/sandbox";
import { getSettings } from "@/lib/school/settings";
import { planErasure } from "./erasure-plan";

/** What somebody's own erasure would mean, as they are shown it before they ask for it. */
export type ErasurePreview = {
  /** By name, themselves first; children whom they alone act for go too. */
  people: string[];
  /** What is asked for or given, and ends. */
  ends: { reference: string; student: string; year: string; state: "pending" | "accepted" | "waiting" }[];
};

/** @returns undefined when nobody is (left) behind this id */
export async function previewOwnErasure(personId: string, now: Date): Promise<ErasurePreview | undefined> {
  const today = getToday((await getSettings()).time_zone, now);
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

const fullName = ({ name, surname }: { name: string | null; surname: string | null }) =>
  [name, surname].filter(Boolean).join(" ");
