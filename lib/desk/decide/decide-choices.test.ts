import { expect, test } from "vitest";
import { previewDecision } from "@/lib/decisions/notifications/preview";
import { decideAndNotify } from "@/lib/decisions/verbs";
import { listDeskTasks } from "@/lib/desk/dashboard/queries";
import { getDecisionOptions, readDecisionHistory } from "@/lib/desk/decide/queries";
import { getPool, prisma } from "@/lib/platform/database/prisma";
import { anAdult } from "@/test/support/data/factories";
import { captureStatements } from "@/test/support/database/capture-statements";
import {
  createEnrollment,
  createStaffActor,
  getCurrentYear,
  setLimit,
  setState,
} from "@/test/support/domain/decisions";

const year = await getCurrentYear();

const [secretary, head] = [createStaffActor("secretary"), createStaffActor("head")];

test("admission 10: each choice shows the numbers of free places and waiting students", async () => {
  const { violin, viola, piano } = year;
  for (const [specialityId, places] of [
    [violin, 2],
    [viola, 0],
  ] as const)
    await setLimit({ schoolYearId: year.year, specialityId, syllabusId: null, places }, head);
  for (const _ of [1, 2]) {
    const reference = await createEnrollment();
    await decideAndNotify({ reference, to: "waiting", specialityId: violin }, secretary, new Date());
  }
  const reference = await createEnrollment(
    anAdult({ student_speciality_option1: violin, student_speciality_option2: viola }),
  );
  const { specialities } = await getDecisionOptions(reference, "accepted", "es", head);
  const counts = [violin, viola, piano].map((wanted) => {
    const { free, waiting, option } = specialities.find(({ id }) => id === wanted) ?? {};
    return [free, waiting, option];
  });
  expect(counts).toEqual([
    [2, 2, 1],
    [0, 0, 2],
    [undefined, 0, undefined],
  ]);
  const { choices } = await readDecisionHistory(secretary, reference, "es");
  expect(choices).toMatchObject([
    { free: 2, waiting: 2 },
    { free: 0, waiting: 0 },
  ]);
});

test("admission 10: a secretary is offered only what would be accepted, also of places open separately", async () => {
  const { violin, piano, syllabus } = year;
  const limit = { schoolYearId: year.year, specialityId: piano, syllabusId: syllabus, places: 0 };
  await setLimit(limit, head);
  const wishes = { student_speciality_option1: piano, student_syllabi_option1: syllabus };
  const reference = await createEnrollment(anAdult(wishes));
  const { open = [], reasons } = await getDecisionOptions(reference, "accepted", "es", secretary);
  const offered = open.map(({ specialityId, syllabusId }) => `${specialityId}/${syllabusId}`);
  const accepted: string[] = [];
  for (const specialityId of [null, piano, violin])
    for (const syllabusId of [null, syllabus])
      await previewDecision(
        {
          reference,
          to: "accepted",
          specialityId: specialityId ?? undefined,
          syllabusId: syllabusId ?? undefined,
        },
        secretary,
      ).then(
        () => accepted.push(`${specialityId}/${syllabusId}`),
        () => undefined,
      );
  expect(accepted).toEqual([`null/${syllabus}`, `${piano}/null`]);
  const places = ["null", piano, violin].flatMap((speciality) => [
    `${speciality}/null`,
    `${speciality}/${syllabus}`,
  ]);
  expect(places.filter((place) => offered.includes(place))).toEqual(accepted);
  expect(reasons).toEqual([]);
  const headOptions = await getDecisionOptions(reference, "accepted", "es", head);
  expect([headOptions.open, headOptions.reasons.length > 0]).toEqual([undefined, true]);
});

test("desk 9: the form of a decision reads the places and the waiting lists of a year once", async () => {
  const reference = await createEnrollment(anAdult({ student_speciality_option1: year.piano }));
  const statements = await captureStatements(() =>
    getDecisionOptions(reference, "accepted", "es", secretary),
  );
  const ofYear = /from enrollments e\s+where e\.school_year_id = \$/;
  expect(statements.filter((text) => ofYear.test(text))).toHaveLength(2);
});

test("decisions are offered in one order for every state", async () => {
  const offered = async (state: "pending" | "waiting" | "accepted") => {
    const reference = await createEnrollment();
    await setState(reference, state, year.piano);
    return (await readDecisionHistory(head, reference, "es")).canDecide;
  };
  expect(await offered("pending")).toEqual(["accepted", "waiting", "rejected", "withdrawn"]);
  expect(await offered("waiting")).toEqual(["accepted", "rejected", "withdrawn", "pending"]);
  expect(await offered("accepted")).toEqual(["withdrawn", "pending"]);
});

test("desk 6: open tasks are counted in current years, each with its list", async () => {
  const pending = async () =>
    (await listDeskTasks(secretary)).flatMap((task) => (task.task === "pending" ? [task] : []));
  const all = { schoolYearId: year.year, decidedState: "pending" } as const;
  const expected = {
    count: await prisma().enrollment.count({ where: all }),
    filters: { year: year.year, state: "pending" },
  };
  expect(await pending()).toMatchObject([expected]);
  const next = { school_year_id: year.otherYear.id, student_speciality_option1: undefined };
  await createEnrollment(anAdult(next));
  expect(await pending()).toMatchObject([expected, { count: 1, filters: { year: year.otherYear.id } }]);
  await getPool().query(
    "update school_years set start_school_year = start_school_year - 400, end_school_year = current_date - 1 where id = $1",
    [year.year],
  );
  expect(await pending()).toMatchObject([{ count: 1, filters: { year: year.otherYear.id } }]);
});
