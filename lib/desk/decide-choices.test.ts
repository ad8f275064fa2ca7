import { beforeAll, expect, test } from "vitest";
import { decide } from "@/lib/decisions/decide";
import { readStanding } from "@/lib/decisions/standing";
import { setLimit } from "@/lib/places/set-limit";
import { pool, prisma } from "@/lib/prisma";
import { aYear, enrolled, putInto, staff } from "@/test/decisions";
import { anAdult } from "@/test/factories";
import { decideChoices } from "./decide-choices";
import { showDecisions } from "./show-decisions";
import { whatWaits } from "./waiting";

let year: Awaited<ReturnType<typeof aYear>>;
beforeAll(async () => {
  year = await aYear();
});

const [secretary, head] = [staff("secretary"), staff("head")];

test("admission 10: free places and who waits stand beside each wish; what a secretary could not give is closed", async () => {
  const { violin, viola, piano } = year;
  for (const [specialityId, places] of [
    [violin, 2],
    [viola, 0],
  ] as const)
    await setLimit({ schoolYearId: year.year, specialityId, syllabusId: null, places }, head);
  for (const _ of [1, 2]) {
    const reference = await enrolled();
    await decide({ reference, to: "waiting", specialityId: violin }, secretary, new Date());
  }
  const reference = await enrolled(
    anAdult({ student_speciality_option1: violin, student_speciality_option2: viola }),
  );
  const standing = await readStanding(prisma(), { reference });
  const offered = async (actor = secretary) => {
    const { specialities } = await decideChoices(standing, "accepted", "es", actor);
    return [violin, viola, piano].map((wanted) => {
      const { free, waiting, wish, closed } = specialities.find(({ id }) => id === wanted) ?? {};
      return [free, waiting, wish, closed];
    });
  };
  expect(await offered()).toEqual([
    [2, 2, 1, true],
    [0, 0, 2, true],
    [undefined, 0, undefined, false],
  ]);
  expect((await offered(head)).map(([, , , closed]) => closed)).toEqual([false, false, false]);
  const { wishes } = await showDecisions(secretary, reference, "es");
  expect(wishes).toMatchObject([
    { free: 2, waiting: 2 },
    { free: 0, waiting: 0 },
  ]);
});

test("decisions are offered in one order, however an enrollment stands", async () => {
  const offered = async (state: "pending" | "waiting" | "accepted") => {
    const reference = await enrolled();
    await putInto(reference, state, year.piano);
    return (await showDecisions(head, reference, "es")).mayDecide;
  };
  expect(await offered("pending")).toEqual(["accepted", "waiting", "rejected", "withdrawn"]);
  expect(await offered("waiting")).toEqual(["accepted", "rejected", "withdrawn", "pending"]);
  expect(await offered("accepted")).toEqual(["withdrawn", "pending"]);
});

test("desk 6: what is to be decided is counted in the years that are not over, each with its list", async () => {
  const pending = async () =>
    (await whatWaits(secretary)).flatMap((one) => (one.what === "pending" ? [one] : []));
  const all = { schoolYearId: year.year, decidedState: "pending" } as const;
  const here = {
    count: await prisma().enrollment.count({ where: all }),
    filters: { year: year.year, state: "pending" },
  };
  expect(await pending()).toMatchObject([here]);
  const next = { school_year_id: year.otherYear.id, student_speciality_option1: undefined };
  await enrolled(anAdult(next));
  expect(await pending()).toMatchObject([here, { count: 1, filters: { year: year.otherYear.id } }]);
  await pool().query(
    "update school_years set start_school_year = start_school_year - 400, end_school_year = current_date - 1 where id = $1",
    [year.year],
  );
  expect(await pending()).toMatchObject([{ count: 1, filters: { year: year.otherYear.id } }]);
});
