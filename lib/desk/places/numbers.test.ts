import { expect, test } from "vitest";
import { setLimits } from "@/lib/decisions/places/verbs";
import { readYearPlaces } from "@/lib/decisions/queries";
import { decideAndNotify } from "@/lib/decisions/verbs";
import { createFreePlaceLookup } from "@/lib/decisions/year-places";
import { getPool, prisma } from "@/lib/platform/database/prisma";
import { anAdult } from "@/test/support/data/factories";
import {
  createEnrollment,
  createStaffActor,
  getCurrentYear,
  setLimit,
  setState,
} from "@/test/support/domain/decisions";
import { listNamedFreeWithWaiting, readPlaceCounts, readPlaceOverview, readWaitingOverview } from "./queries";

const year = await getCurrentYear();

test("desk 20: a limit shows the counts of announced, decided, first choices and waiting", async () => {
  const { piano, violin, syllabus } = year;
  const wish = {
    student_speciality_option1: piano,
    student_speciality_option2: violin,
    student_syllabi_option1: syllabus,
  };
  const [notified, decided, , waiting] = await Promise.all(
    [1, 2, 3, 4].map(() => createEnrollment({ ...anAdult(), ...wish })),
  );
  const head = createStaffActor("head");
  const decideOn = (reference: string | undefined, input: Partial<Parameters<typeof decideAndNotify>[0]>) =>
    decideAndNotify({ reference: reference as string, to: "accepted", ...input }, head, new Date());
  await decideOn(notified, { tell: "now" });
  await decideOn(decided, { specialityId: piano });
  await decideOn(waiting, { to: "waiting", syllabusId: syllabus });
  // A place announced and then reverted without notification: still notified, no longer decided.
  await decideOn(notified, { to: "withdrawn", reason: "family" });

  const [pair, ofPiano, ofSyllabus, ofViolin] = [
    { specialityId: piano, syllabusId: syllabus },
    { specialityId: piano, syllabusId: null },
    { specialityId: null, syllabusId: syllabus },
    { specialityId: violin, syllabusId: null },
  ];
  await setLimits(
    {
      schoolYearId: year.year,
      limits: [
        { ...pair, places: 3 },
        { ...ofPiano, places: null },
      ],
    },
    head,
  );
  const overview = await readPlaceOverview(head, year.year);
  expect(overview.pairs).toMatchObject([{ ...pair, limit: 3, firstChoices: 4 }]);
  expect(overview.specialities).toContainEqual(expect.objectContaining({ ...ofPiano, firstChoices: 4 }));
  expect(overview.specialities).toContainEqual(expect.objectContaining({ ...ofViolin, firstChoices: 0 }));
  expect(overview.syllabi).toContainEqual(expect.objectContaining({ ...ofSyllabus, firstChoices: 4 }));
  expect(await readPlaceCounts(year.year, [pair, ofPiano, ofSyllabus, ofViolin])).toEqual([
    { ...pair, limit: 3, notified: 1, decided: 0, waiting: 0 },
    { ...ofPiano, limit: null, notified: 1, decided: 1, waiting: 0 },
    { ...ofSyllabus, limit: null, notified: 1, decided: 0, waiting: 1 },
    { ...ofViolin, limit: null, notified: 0, decided: 0, waiting: 0 },
  ]);

  // An outdated page does not revert another user's change.
  await setLimits(
    {
      schoolYearId: year.year,
      limits: [
        { ...pair, places: 2, was: 2 },
        { ...ofViolin, places: 4, was: null },
      ],
    },
    head,
  );
  const [kept, changed] = await readPlaceCounts(year.year, [pair, ofViolin]);
  expect([kept?.limit, changed?.limit]).toEqual([3, 4]);
  await setLimits({ schoolYearId: year.year, limits: [{ ...pair, places: null }] }, head);
  expect((await readPlaceOverview(head, year.year)).pairs).toEqual([]);
  await expect(
    setLimits({ schoolYearId: year.year, limits: [{ ...pair, places: 1 }] }, createStaffActor("secretary")),
  ).rejects.toThrow("no_right");
});

test("desk 20: of two heads who change one limit the second gets the first's value and saves nothing", async () => {
  const { violin, viola } = year;
  const place = (specialityId: number) => ({ specialityId, syllabusId: null });
  const limits = async () =>
    (await readPlaceCounts(year.year, [place(violin), place(viola)])).map(({ limit }) => limit);
  const [marta, pere] = [createStaffActor("head"), createStaffActor("head")];
  await setLimits({ schoolYearId: year.year, limits: [{ ...place(violin), places: 7 }] }, marta);
  const both = await Promise.allSettled([
    setLimits({ schoolYearId: year.year, limits: [{ ...place(violin), places: 8, was: 7 }] }, marta),
    setLimits(
      {
        schoolYearId: year.year,
        limits: [
          { ...place(viola), places: 2, was: null },
          { ...place(violin), places: 9, was: 7 },
        ],
      },
      pere,
    ),
  ]);
  const refused = both.flatMap((result) => (result.status === "rejected" ? result.reason : []));
  const [kept, alone] = await limits();
  expect(refused).toMatchObject([{ code: "changed_meanwhile", place: place(violin), current: kept }]);
  expect([
    [8, null],
    [9, 2],
  ]).toContainEqual([kept, alone]);
});

test("desk 22: free places count everybody who waits for them on any list, as a decision does", async () => {
  const { violin, viola } = year;
  const place = (specialityId: number) => ({ specialityId, syllabusId: null });
  const head = createStaffActor("head");
  await setLimit({ schoolYearId: year.year, ...place(violin), places: 3 }, head);
  const wishes = { student_speciality_option1: viola, student_speciality_option2: violin };
  for (const [specialityId, body] of [
    [violin, { ...anAdult(), student_speciality_option1: violin }],
    [viola, { ...anAdult(), ...wishes }],
  ] as const) {
    const reference = await createEnrollment(body);
    await decideAndNotify({ reference, to: "waiting", specialityId }, head, new Date());
  }
  const decision = createFreePlaceLookup(await readYearPlaces(prisma(), year.year), { id: "new" })(
    place(violin),
  );
  expect(decision).toMatchObject({ free: 3, waiting: 3 });
  expect(await listNamedFreeWithWaiting(head, [year.year])).toContainEqual(
    expect.objectContaining({ free: 3, waiting: 3 }),
  );
});

test("desk 33: a free place is named also when who waits for it is on another list; no list counts an erased student", async () => {
  const { id: schoolYearId, specialities } = year.otherYear;
  const [piano, violin] = specialities as [number, number];
  const head = createStaffActor("head");
  await setLimit({ schoolYearId, specialityId: violin, syllabusId: null, places: 2 }, head);
  const erased = await createWaiting();
  await createWaiting();
  await getPool().query(
    "update all_people set erased_at = now() where id = (select student_id from all_enrollments where reference = $1)",
    [erased],
  );
  expect(await listNamedFreeWithWaiting(head, [schoolYearId])).toMatchObject([{ free: 2, waiting: 1 }]);
  const { lists } = await readWaitingOverview(head, schoolYearId);
  expect(lists).toMatchObject([{ specialityId: piano, count: 1 }]);
  const places = specialities.map((specialityId) => ({ specialityId, syllabusId: null }));
  const counts = await readPlaceCounts(schoolYearId, places);
  expect(counts.map(({ waiting }) => waiting)).toEqual(specialities.map((id) => (id === piano ? 1 : 0)));

  async function createWaiting() {
    const wishes = { student_speciality_option1: piano, student_speciality_option2: violin };
    const reference = await createEnrollment(anAdult({ school_year_id: schoolYearId, ...wishes }));
    await setState(reference, "waiting", piano);
    return reference;
  }
});

test.each<[string, number | "year", Record<string, number | null>]>([
  ["a year that is no number", Number.NaN, { specialityId: 1, syllabusId: null }],
  ["a year that there is not", 2_147_483_647, { specialityId: 1, syllabusId: null }],
  ["a speciality that the year has not", "year", { specialityId: 999_999_999, syllabusId: null }],
  ["a syllabus that the year has not", "year", { specialityId: null, syllabusId: 999_999_999 }],
  ["no place at all", "year", { specialityId: null, syllabusId: null }],
])("a limit for %s is refused with a text", async (_, schoolYearId, place) => {
  const { specialityId = null, syllabusId = null } = place;
  const limit = {
    schoolYearId: schoolYearId === "year" ? year.year : schoolYearId,
    specialityId,
    syllabusId,
  };
  await expect(setLimit({ ...limit, places: 3 }, createStaffActor("head"))).rejects.toMatchObject({
    code: "place_unknown",
  });
});
