import type { Prisma } from "@/generated/prisma/client";
import type { EnrollmentState } from "@/generated/prisma/enums";
import { writeEntry } from "@/lib/audit/write-entry";
import { catalogueSnapshot } from "@/lib/catalogue/snapshot";
import { type Day, dayIn } from "@/lib/dates";
import { readersOf } from "@/lib/decisions/messages";
import { DecisionRefusal } from "@/lib/decisions/refusal";
import { lockStanding, writeStanding } from "@/lib/decisions/standing";
import { voidUntold } from "@/lib/decisions/undo";
import { windowOf } from "@/lib/enrollment/windows";
import { queueMessage } from "@/lib/mail/queue";
import { prisma } from "@/lib/prisma";
import { settings } from "@/lib/school/settings";
import { ownEnrollment } from "./own";

/** Ids of the enrollment's year by their number; a wish that is left out makes room for the next. */
export type Choices = {
  specialities: { option: number; id: number }[];
  syllabi: { option: number; id: number }[];
};

/** Whether choices can still be changed: nothing was decided that was told, and the year takes enrollments. */
export async function choicesOpen(
  { state, schoolYearId }: { state: EnrollmentState; schoolYearId: number },
  today: Day,
): Promise<boolean> {
  const year = (await catalogueSnapshot()).schoolYears.find(({ id }) => id === schoolYearId);
  return state === "pending" && year !== undefined && windowOf(year, today) === "open";
}

/**
 * Changes what is wished for. A decision that the family has not heard of was about other wishes: it is
 * void, and the desk decides again. The other guardian is told.
 * @throws DecisionRefusal `not_their_own`, `not_allowed`, `day_is_over`
 */
export async function changeChoices(
  personId: string,
  reference: string,
  choices: Choices,
  now: Date,
): Promise<void> {
  const { time_zone } = await settings();
  await prisma().$transaction(async (tx) => {
    const { id } = await ownEnrollment(tx, personId, reference, "sender", now);
    const before = await lockStanding(tx, { id });
    const { state } = before;
    if (state !== "pending") throw new DecisionRefusal("not_allowed", { from: state, to: "pending" });
    if (!(await choicesOpen(before, dayIn(time_zone, now)))) throw new DecisionRefusal("day_is_over");
    const old = await choicesOf(tx, id);
    if (text(old) === text(choices)) return;

    const actor = { kind: "family", id: personId } as const;
    const standing = await voidUntold(tx, before, actor, now);
    await replace(tx, standing, choices);
    await writeStanding(tx, standing, {});
    await writeEntry(tx, {
      actor,
      action: "choices_changed",
      object: { kind: "enrollment", id: reference },
      values: { choices: [text(old), text(choices)] },
    });
    for (const reader of await readersOf(tx, standing.studentId, now)) {
      if (reader.id === personId) continue;
      await queueMessage(tx, {
        kind: "changed",
        personId: reader.id,
        locale: reader.locale,
        enrollmentId: id,
        tells: { reader: reader.reader },
      });
    }
  });
}

async function replace(
  tx: Prisma.TransactionClient,
  { id: enrollmentId, schoolYearId }: { id: string; schoolYearId: number },
  { specialities, syllabi }: Choices,
) {
  await tx.specialityChoice.deleteMany({ where: { enrollmentId } });
  await tx.syllabusChoice.deleteMany({ where: { enrollmentId } });
  await tx.specialityChoice.createMany({
    data: specialities.map(({ option, id }) => ({ enrollmentId, schoolYearId, option, specialityId: id })),
  });
  await tx.syllabusChoice.createMany({
    data: syllabi.map(({ option, id }) => ({ enrollmentId, schoolYearId, option, syllabusId: id })),
  });
}

async function choicesOf(tx: Prisma.TransactionClient, enrollmentId: string): Promise<Choices> {
  const where = { where: { enrollmentId }, orderBy: { option: "asc" } } as const;
  const specialities = await tx.specialityChoice.findMany({
    ...where,
    select: { option: true, specialityId: true },
  });
  const syllabi = await tx.syllabusChoice.findMany({ ...where, select: { option: true, syllabusId: true } });
  return {
    specialities: specialities.map(({ option, specialityId: id }) => ({ option, id })),
    syllabi: syllabi.map(({ option, syllabusId: id }) => ({ option, id })),
  };
}

/** Choices as the record keeps them: `specialities 1:26001 2:26003; syllabi 1:26010`. */
function text({ specialities, syllabi }: Choices): string {
  const list = (name: string, rows: { option: number; id: number }[]) =>
    rows.length === 0 ? [] : [`${name} ${rows.map(({ option, id }) => `${option}:${id}`).join(" ")}`];
  return [...list("specialities", specialities), ...list("syllabi", syllabi)].join("; ");
}
