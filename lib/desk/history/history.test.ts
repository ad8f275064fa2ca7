import { expect, test } from "vitest";
import { askFamily } from "@/lib/decisions/questions/verbs";
import {
  type CorrectPart,
  type EnrollmentPart,
  type PartAnswers,
  readPartForDesk,
} from "@/lib/desk/correction/queries";
import { correctAnswers } from "@/lib/desk/correction/verbs";
import { addLabel, removeLabel } from "@/lib/desk/labels/verbs";
import { readEnrollmentRecord } from "@/lib/desk/record/queries";
import type { Actor } from "@/lib/people/staff/permissions";
import { addDays, toLocalDay } from "@/lib/platform/dates";
import { aMinor } from "@/test/support/data/factories";
import { createEnrollment, getCurrentYear, readStatus } from "@/test/support/domain/decisions";
import { aMember } from "@/test/support/domain/staff";
import { readHistoryEntries, undoCorrection } from "./verbs";

let [secretary, reader]: Actor[] = [];
const ids = await getCurrentYear();
secretary = (await aMember("secretary")).actor;
reader = (await aMember("reader")).actor;

const getActor = () => secretary as Actor;

async function correct(reference: string, part: CorrectPart, changes: PartAnswers) {
  const from = (await readPartForDesk(getActor(), reference, part)) as EnrollmentPart;
  const answers = Object.fromEntries(from.fields.map((field) => [field, from.answers[field]]));
  await correctAnswers(
    { reference, part, version: from.version, wanted: { ...answers, ...changes } },
    getActor(),
    new Date(),
  );
}

async function readHistory(reference: string, actor = getActor()) {
  const enrollment = await readEnrollmentRecord(actor, reference, new Date());
  if (!enrollment) throw new Error("no enrollment");
  return readHistoryEntries(actor, enrollment, "es");
}

test("desk 10: the history has corrections, labels and questions with the previous value, member and time", async () => {
  const reference = await createEnrollment(aMinor({ student_speciality_option1: ids.piano }));
  const other = await createEnrollment(aMinor({ student_speciality_option1: ids.piano }));
  await addLabel({ reference: other, label: "otra" }, getActor());
  await correct(reference, "student", { student_name: "Carlota" });
  await correct(reference, "studies", {
    student_speciality_option1: ids.violin,
    student_speciality_option2: ids.piano,
  });
  await addLabel({ reference, label: "beca" }, getActor());
  await removeLabel({ reference, label: "beca" }, getActor());
  const answerBy = addDays(toLocalDay("Europe/Madrid"), 5);
  await askFamily({ reference, reason: "ask_days", words: "¿Qué días?", answerBy }, getActor());
  const entries = await readHistory(reference, reader);
  expect(
    entries.map(({ action, changes, values, canUndo }) => ({ action, changes, values, canUndo })),
  ).toEqual([
    {
      action: "family_asked",
      changes: [],
      values: [
        { name: "answer_by", old: null, new: answerBy },
        { name: "reason", old: null, new: expect.stringMatching(/ /) },
        { name: "words", old: null, new: "¿Qué días?" },
      ],
      canUndo: false,
    },
    {
      action: "unlabelled",
      changes: [],
      values: [{ name: "label", old: "beca", new: null }],
      canUndo: false,
    },
    { action: "labelled", changes: [], values: [{ name: "label", old: null, new: "beca" }], canUndo: false },
    {
      action: "answers_corrected",
      changes: [
        { field: "student_speciality_option1", old: ids.piano, now: ids.violin },
        { field: "student_speciality_option2", old: undefined, now: ids.piano },
      ],
      values: [],
      canUndo: false,
    },
    {
      action: "person_corrected",
      changes: [{ field: "student_name", old: "Carla", now: "Carlota" }],
      values: [],
      canUndo: false,
    },
  ]);
  expect(entries.every(({ author, at }) => author === "Marta" && Date.now() - at.getTime() < 600_000)).toBe(
    true,
  );
});

test("desk 14: a correction is undone by another one, while its answers are unchanged", async () => {
  const reference = await createEnrollment(
    aMinor({
      student_speciality_option1: ids.piano,
      student_experience_years: 2,
      student_experience_speciality: ids.piano,
    }),
  );
  const wishes = {
    student_speciality_option1: ids.violin,
    student_experience_years: 3,
    enrollment_observations: "Los martes.",
  };
  await correct(reference, "studies", wishes);
  await correct(reference, "guardian", { guardian_name: "Berta Maria", guardian_phone: "611000111" });
  await correct(reference, "guardian", { guardian_name: "Berta Marina" });
  const [last, first, studies] = await readHistory(reference);
  expect([last, first, studies].map((entry) => entry?.canUndo)).toEqual([true, false, true]);
  const undo = (entry: { id: string } | undefined, actor = getActor()) =>
    undoCorrection({ reference, entry: entry?.id ?? "" }, actor);
  await expect(undo(first)).rejects.toMatchObject({ issues: [] });
  await expect(undo(last, reader)).rejects.toMatchObject({ code: "no_right" });
  const elsewhere = await createEnrollment(aMinor({ student_speciality_option1: ids.piano }));
  for (const entry of ["", "x", "999999", studies?.id ?? ""])
    await expect(undoCorrection({ reference: elsewhere, entry }, getActor())).rejects.toMatchObject({
      issues: [],
    });

  await undo(last);
  expect((await readPartForDesk(getActor(), reference, "guardian"))?.answers).toMatchObject({
    guardian_name: "Berta Maria",
  });
  await undo(first);
  expect((await readPartForDesk(getActor(), reference, "guardian"))?.answers).toMatchObject({
    guardian_name: "Berta",
    guardian_phone: "600765432",
  });
  await undo(studies);
  const { answers } = (await readPartForDesk(getActor(), reference, "studies")) as EnrollmentPart;
  expect(answers).toMatchObject({ student_speciality_option1: ids.piano, student_experience_years: 2 });
  expect(answers.enrollment_observations).toBeUndefined();
  expect((await readStatus(reference)).experienceYears).toBe(2);
  const [undone] = await readHistory(reference);
  expect(undone).toMatchObject({ action: "answers_corrected", author: "Marta", canUndo: true });
});
