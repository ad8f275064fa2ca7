import { expect, test } from "vitest";
import { enterDrawNumber, freezeRound } from "@/lib/admission/draw/verbs";
import { moveEntry } from "@/lib/admission/moves/verbs";
import { openRound, planRound } from "@/lib/admission/plan/verbs";
import { findRound, type Round } from "@/lib/admission/round";
import { setLimits } from "@/lib/decisions/places/verbs";
import { aMinor } from "@/test/support/data/factories";
import {
  createEnrollment,
  createStaffActor,
  getCurrentYear,
  readStatus,
} from "@/test/support/domain/decisions";
import { listMissingCourses, listPossiblePlaces, readBoard } from "./queries";
import { publishFinal, publishProvisional } from "./verbs";

const head = createStaffActor("head");
const CODE = "2026-cursos";
const round = async () => (await findRound(CODE)) as Round;
const shown = async () => ({ code: CODE, version: (await round()).version });

test("admission 3: where pairs are limited, the head sets the course of a choice without one before the list is final", async () => {
  const { year, piano, violin, syllabus } = await getCurrentYear();
  const limits = [
    { specialityId: piano, syllabusId: null, places: 3 },
    { specialityId: piano, syllabusId: syllabus, places: 1 },
    { specialityId: violin, syllabusId: null, places: 3 },
  ];
  await setLimits({ schoolYearId: year, limits }, head);
  const enrollFor = (speciality: number, changes = {}) =>
    createEnrollment(aMinor({ student_speciality_option1: speciality, ...changes }));
  const withoutCourse = await enrollFor(piano);
  const named = await enrollFor(piano, { student_syllabi_option1: syllabus });
  const elsewhere = await enrollFor(violin);
  await planRound({ round: CODE, year, name: "Convocatoria", criteria: [] }, head);
  await openRound(await shown(), head);
  await freezeRound(await shown(), head);
  await enterDrawNumber({ ...(await shown()), number: "048275916" }, { kind: "command" });
  await publishProvisional(await shown(), head);

  const board = await readBoard(head, await round());
  const getRow = (reference: string) => {
    const row = board.rows.find((candidate) => candidate.reference === reference);
    if (!row) throw new Error("no line");
    return row;
  };
  expect(listMissingCourses(board).map(({ reference }) => reference)).toEqual([withoutCourse]);
  await expect(publishFinal(await shown(), head)).rejects.toMatchObject({
    issues: [{ code: "courses_unnamed", values: { count: 1 } }],
  });
  const possiblePlaces = await listPossiblePlaces(board, await round(), getRow(withoutCourse));
  expect(possiblePlaces).toContainEqual({ specialityId: piano, syllabusId: syllabus });
  expect(possiblePlaces.every(({ specialityId, syllabusId }) => specialityId === piano && syllabusId)).toBe(
    true,
  );
  expect(await listPossiblePlaces(board, await round(), getRow(elsewhere))).toEqual(
    getRow(elsewhere).choices,
  );

  const other = possiblePlaces.find(({ syllabusId }) => syllabusId !== syllabus);
  if (!other) throw new Error("one course alone");
  await moveEntry({ ...(await shown()), reference: withoutCourse, ...other, reason: "Segundo curso." }, head);
  await publishFinal(await shown(), head);
  expect(await readStatus(withoutCourse)).toMatchObject({
    decidedState: "accepted",
    assignedSpecialityId: piano,
    assignedSyllabusId: other.syllabusId,
  });
  expect(await readStatus(named)).toMatchObject({ decidedState: "accepted", assignedSyllabusId: syllabus });
  expect(await readStatus(elsewhere)).toMatchObject({ decidedState: "accepted", assignedSyllabusId: null });
});
