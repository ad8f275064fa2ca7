import { beforeAll, expect, test } from "vitest";
import { decide } from "@/lib/decisions/decide";
import { aYear, enrolled, staff } from "@/test/decisions";
import { anAdult } from "@/test/factories";
import { limitedPairs, placeNumbers } from "./numbers";
import { savePlaces } from "./save-places";

let year: Awaited<ReturnType<typeof aYear>>;
beforeAll(async () => {
  year = await aYear();
});

test("desk 20: beside a limit stand who was told, who is decided, who wants it first, who waits", async () => {
  const { piano, violin, syllabus } = year;
  const wish = {
    student_speciality_option1: piano,
    student_speciality_option2: violin,
    student_syllabi_option1: syllabus,
  };
  const [told, decided, , waiting] = await Promise.all(
    [1, 2, 3, 4].map(() => enrolled({ ...anAdult(), ...wish })),
  );
  const head = staff("head");
  const decideOn = (reference: string | undefined, input: Partial<Parameters<typeof decide>[0]>) =>
    decide({ reference: reference as string, to: "accepted", ...input }, head, new Date());
  await decideOn(told, { tell: "now" });
  await decideOn(decided, { specialityId: piano });
  await decideOn(waiting, { to: "waiting", syllabusId: syllabus });
  // Told of a place that was then taken back, untold: still told, no longer decided.
  await decideOn(told, { to: "withdrawn", reason: "family" });

  const [pair, ofPiano, ofSyllabus, ofViolin] = [
    { specialityId: piano, syllabusId: syllabus },
    { specialityId: piano, syllabusId: null },
    { specialityId: null, syllabusId: syllabus },
    { specialityId: violin, syllabusId: null },
  ];
  await savePlaces(
    year.year,
    [
      { ...pair, places: 3 },
      { ...ofPiano, places: null },
    ],
    head,
  );
  expect(await limitedPairs(year.year)).toEqual([pair]);
  expect(await placeNumbers(year.year, [pair, ofPiano, ofSyllabus, ofViolin])).toEqual([
    { ...pair, limit: 3, told: 1, decided: 0, wantedFirst: 4, waiting: 0 },
    { ...ofPiano, limit: null, told: 1, decided: 1, wantedFirst: 4, waiting: 0 },
    { ...ofSyllabus, limit: null, told: 1, decided: 0, wantedFirst: 4, waiting: 1 },
    { ...ofViolin, limit: null, told: 0, decided: 0, wantedFirst: 0, waiting: 0 },
  ]);

  // A page that is older than somebody else's change takes nothing of it back.
  await savePlaces(
    year.year,
    [
      { ...pair, places: 2, was: 2 },
      { ...ofViolin, places: 4, was: null },
    ],
    head,
  );
  const [kept, changed] = await placeNumbers(year.year, [pair, ofViolin]);
  expect([kept?.limit, changed?.limit]).toEqual([3, 4]);
  await savePlaces(year.year, [{ ...pair, places: null }], head);
  expect(await limitedPairs(year.year)).toEqual([]);
  await expect(savePlaces(year.year, [{ ...pair, places: 1 }], staff("secretary"))).rejects.toThrow(
    "no_right",
  );
});
