import { Prisma } from "@/generated/prisma/client";
import { listOpenConfirmations } from "@/lib/decisions/answers/open-answer";
import { decideAsFamily } from "@/lib/decisions/family";
import { getPlaceNames } from "@/lib/decisions/place";
import { getNotifiedPlace } from "@/lib/decisions/record-decision";
import { createRoleColumns, getFamilyRole, whereVisibleTo } from "@/lib/people/accounts/access";
import { type Day, toDay } from "@/lib/platform/dates";
import { prisma } from "@/lib/platform/prisma";
import { getToday } from "@/lib/platform/sandbox";
import { getSettings } from "@/lib/school/settings";
import { confirmOwnPlace } from "./keep-place";

/** A place on which somebody is asked whether it is kept. */
export type PlaceToConfirm = {
  reference: string;
  studentId: string;
  student: string;
  /** What the student is called. */
  name: string;
  /** The person who looks. */
  isOwn: boolean;
  birthDate: Day | undefined;
  place: string;
  answerBy: Day;
  loses: boolean;
  /** Whoever acts for the enrollment alone gives the place up; another guardian only keeps it. */
  mayGiveUp: boolean;
};

/** The places on which a person is asked, the one that ends first before the others (admission 12). */
export async function listPlacesToConfirm(personId: string, now: Date): Promise<PlaceToConfirm[]> {
  const { time_zone } = await getSettings();
  const { studentId, student } = createRoleColumns(personId);
  const rows = await prisma().enrollment.findMany({
    where: { ...whereVisibleTo(personId), state: "accepted", placeAnswers: { some: { answer: null } } },
    select: {
      id: true,
      reference: true,
      schoolYearId: true,
      studentId,
      student: { select: { ...student.select, name: true, surname: true } },
    },
  });
  const open = await listOpenConfirmations(prisma(), Prisma.sql`e.id = any(${rows.map(({ id }) => id)}::uuid[])`);
  const found = open.map(async ({ reference, answerBy, loses, lapsed }) => {
    const row = rows.find((one) => one.reference === reference);
    const part = row && getFamilyRole(row, personId, getToday(time_zone, now));
    if (!row || lapsed || (part !== "sender" && part !== "guardian")) return [];
    const names = await getPlaceNames(row.schoolYearId, await getNotifiedPlace(prisma(), row.id));
    return {
      reference,
      studentId: row.studentId,
      student: [row.student.name, row.student.surname].filter(Boolean).join(" "),
      name: row.student.name ?? row.student.surname ?? "",
      isOwn: row.studentId === personId,
      birthDate: row.student.birthDate ? toDay(row.student.birthDate) : undefined,
      place: [names.speciality, names.syllabus].filter(Boolean).join(", "),
      answerBy,
      loses,
      mayGiveUp: part === "sender",
    };
  });
  return (await Promise.all(found)).flat();
}

/** What the form displays of each place, by the control that answers for it. */
export const placesShown = (places: PlaceToConfirm[]) =>
  Object.fromEntries(
    places.map(({ reference, student, place, answerBy, loses, mayGiveUp }) => [
      `answer-${reference}`,
      { name: student, place, answerBy, loses, mayGiveUp },
    ]),
  );

/**
 * What somebody answers, each place by itself: what is refused leaves those before it answered.
 * @throws DecisionRefusal
 */
export async function answerPlaceConfirmations(
  personId: string,
  answers: { reference: string; answer: "kept" | "given_up" }[],
  now: Date,
): Promise<void> {
  for (const { reference, answer } of answers) {
    if (answer === "kept") await confirmOwnPlace(personId, reference, now);
    else await decideAsFamily({ reference, to: "withdrawn" }, personId, now);
  }
}
