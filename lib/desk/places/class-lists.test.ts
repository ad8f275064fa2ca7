import { expect, test } from "vitest";
import { prisma } from "@/lib/platform/database/prisma";
import { anAdult } from "@/test/support/data/factories";
import {
  createEnrollment,
  createStaffActor,
  getCurrentYear,
  setState,
} from "@/test/support/domain/decisions";
import { readClassLists } from "./queries";

test("issue 44-13: a class list has the students with a place, by name, without waiting or erased ones", async () => {
  const { year, piano, violin } = await getCurrentYear();
  const enrollWithState = async (
    student_surname: string,
    speciality: number,
    state: "accepted" | "waiting" = "accepted",
  ) => {
    const reference = await createEnrollment(anAdult({ student_surname }));
    await setState(reference, state, speciality);
    return reference;
  };
  await enrollWithState("Zamora", piano);
  await enrollWithState("Aguilar", piano);
  await enrollWithState("Mora", violin);
  await enrollWithState("Waits", piano, "waiting");
  const erased = await enrollWithState("Erased", piano);
  await prisma().person.updateMany({
    where: { enrollments: { some: { reference: erased } } },
    data: { erasedAt: new Date() },
  });
  const lists = await readClassLists(createStaffActor("reader"), year);
  expect(lists.map(({ name, students }) => [name, students.map(({ student }) => student.surname)])).toEqual([
    ["Piano", ["Aguilar", "Zamora"]],
    ["Violín", ["Mora"]],
  ]);
  expect(lists[0]?.students[0]?.student.phone).toBeTruthy();
});
