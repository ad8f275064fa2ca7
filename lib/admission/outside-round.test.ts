import { expect, test } from "vitest";
import { listOutsideRound } from "@/lib/admission/draw/queries";
import { freezeRound, previewFrozenList } from "@/lib/admission/draw/verbs";
import { openRound, planRound } from "@/lib/admission/plan/verbs";
import { findRound, type Round } from "@/lib/admission/round";
import { setLimits } from "@/lib/decisions/places/verbs";
import { decide } from "@/lib/decisions/verbs";
import { undoDecision } from "@/lib/decisions/writes";
import { readOwnRound } from "@/lib/family/round/queries";
import { getPool, prisma } from "@/lib/platform/database/prisma";
import { addDays, toLocalDay } from "@/lib/platform/dates";
import { aMinor } from "@/test/support/data/factories";
import {
  createEnrollment,
  createStaffActor,
  getCurrentYear,
  readStatus,
} from "@/test/support/domain/decisions";

const head = createStaffActor("head");
const CODE = "2026-fuera";
const round = async () => (await findRound(CODE)) as Round;
const shown = async () => ({ code: CODE, version: (await round()).version });

/** The enrollments whose family's account shows the round. */
async function listAnnounced(...references: string[]) {
  const rows = references.map(async (reference) => {
    const { studentId } = await readStatus(reference);
    const { guardianId } = await prisma().guardianship.findFirstOrThrow({
      where: { studentId, position: 1 },
    });
    return (await readOwnRound(guardianId, reference, new Date())) && reference;
  });
  return (await Promise.all(rows)).filter(Boolean);
}

test("admission 1 and 3: enrollments outside the round are listed with the reason, before and after the freeze; an open round is only shown to families of those inside", async () => {
  const { year, piano, violin, viola } = await getCurrentYear();
  const limits = [
    { specialityId: piano, syllabusId: null, places: 2 },
    { specialityId: viola, syllabusId: null, places: 1 },
  ];
  await setLimits({ schoolYearId: year, limits }, head);
  const { rows } = await getPool().query<{ id: number }>(
    `select y.id from syllabi y where y.school_year_id = $1
       and exists (select from syllabus_specialities t where t.syllabus_id = y.id)
       and not exists (select from syllabus_specialities t where t.syllabus_id = y.id and t.speciality_id = $2)
       and not exists (select from syllabus_subjects t where t.syllabus_id = y.id and t.speciality_id = $2)`,
    [year, piano],
  );
  const others = rows[0]?.id as number;
  const enrollWithChoice = (choice: Record<string, number>) => createEnrollment(aMinor(choice));
  const inside = await enrollWithChoice({ student_speciality_option1: piano });
  const combined = await enrollWithChoice({
    student_speciality_option1: piano,
    student_syllabi_option1: others,
  });
  const nothing = await enrollWithChoice({});
  const unlimited = await enrollWithChoice({ student_speciality_option1: violin });
  const outside = await enrollWithChoice({ student_speciality_option1: viola });
  const both = await enrollWithChoice({
    student_speciality_option1: violin,
    student_speciality_option2: piano,
  });
  const leftOut = [{ specialityId: viola, syllabusId: null }];
  await planRound({ round: CODE, year, name: "Convocatoria", criteria: [], leftOut }, head);
  await openRound(await shown(), head);

  const reasons = async () =>
    (await listOutsideRound(head, await round())).map(({ reference, reason }) => [reason, reference]);
  const before = [
    ["no_choice", nothing],
    ["not_combined", combined],
    ["no_places", unlimited],
    ["left_out", outside],
  ];
  expect(await reasons()).toEqual(before);
  expect(await listAnnounced(inside, both, combined, nothing, unlimited, outside)).toEqual([inside, both]);
  await decide({ reference: inside, to: "rejected", reason: "age", tell: "with_list" }, head, new Date());
  expect(await listAnnounced(inside)).toEqual([inside]); // the account does not reveal the decision
  await undoDecision({ reference: inside }, head, new Date());
  const { count, table } = await previewFrozenList(head, await round(), 0);
  expect(count).toBe(2);
  expect(new Set(table.rows.map(({ reference }) => reference))).toEqual(new Set([inside, both]));
  expect(table.instruments.map(({ count }) => count)).toEqual([2]);
  expect(table.mails).toBe(0);

  await freezeRound(await shown(), head);
  const afterwards = await enrollWithChoice({ student_speciality_option1: piano });
  expect(await reasons()).toEqual([...before, ["late", afterwards]]);
  await getPool().query(
    "update round_entries set late = true where enrollment_id = (select id from enrollments where reference = $1)",
    [inside],
  );
  expect((await reasons()).filter(([reason]) => reason === "late")).toHaveLength(2);
});

test("admission 10, families 9: while a round assigns a requested place, the promised day is not before its lists", async () => {
  const { year, piano, violin, viola, syllabus } = await getCurrentYear();
  const promise = async (choice: Record<string, number>) =>
    (await readStatus(await createEnrollment(aMinor(choice)))).answerBy?.toISOString().slice(0, 10);
  const usual = addDays(toLocalDay("Europe/Madrid"), 15);
  const choices = { student_speciality_option1: violin, student_speciality_option2: piano };
  await prisma().round.deleteMany();
  const open = { round: "2099-dias", year, name: "Convocatoria", criteria: [] };
  const version = { code: open.round, version: 0 };
  const leftOut = [{ specialityId: viola, syllabusId: null }];
  await planRound({ ...open, drawOn: "2099-06-10", answerBy: "2099-07-12", leftOut }, head);
  expect(await promise(choices)).toBe(usual); // a draft promises nothing
  await openRound(version, head);
  expect(await promise(choices)).toBe("2099-07-12");
  expect(await promise({ student_speciality_option1: viola })).toBe(usual);
  expect(await promise({ student_speciality_option1: violin })).toBe(usual);
  expect(await promise({})).toBe(usual);
  const change = (data: object) => prisma().round.updateMany({ data });
  const setSandbox = (id: number) => getPool().query("update all_rounds set sandbox_id = $1", [id]);
  await setSandbox(999);
  expect(await promise(choices)).toBe(usual); // of others
  await setSandbox(0);
  await change({ answerBy: null });
  expect(await promise(choices)).toBe("2099-06-10");
  await change({ drawOn: new Date("2020-01-01") });
  expect(await promise(choices)).toBe(usual);
  await change({ objectionsBy: new Date("2099-06-20") });
  expect(await promise(choices)).toBe("2099-06-20");
  await prisma().place.updateMany({ where: { specialityId: piano }, data: { syllabusId: syllabus } });
  expect(await promise(choices)).toBe(usual); // the limit is one of the pair
  expect(await promise({ ...choices, student_syllabi_option1: syllabus })).toBe("2099-06-20");
  await change({ state: "final" });
  expect(await promise({ ...choices, student_syllabi_option1: syllabus })).toBe(usual);
});
