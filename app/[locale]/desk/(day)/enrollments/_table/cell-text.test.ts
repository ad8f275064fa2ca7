import { expect, test } from "vitest";
import { formatPlace } from "./cell-text";

const violin = { speciality: "Violín", syllabus: "Elemental 1.º" };

test.each([
  ["the assigned place", { assignedPlace: violin, waitingPlace: null }, "Violín · Elemental 1.º"],
  ["the waiting place", { waitingPlace: { ...violin, syllabus: null } }, "Violín"],
  ["the first choice", { answers: { student_speciality_option1: "Piano" } }, "Piano"],
  ["a second choice without a first", { answers: { student_syllabi_option2: "Adultos" } }, "Adultos"],
  ["no choice", {}, "–"],
])("desk 7: the list shows %s", (_, row, text) => {
  expect(formatPlace({ answers: {}, ...row } as unknown as Parameters<typeof formatPlace>[0])).toBe(text);
});
