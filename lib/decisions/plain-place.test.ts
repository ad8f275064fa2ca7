import { expect, test } from "vitest";
import { pool } from "@/lib/platform/prisma";
import { aYear, enrolled, putInto } from "@/test/decisions";
import { anAdult } from "@/test/factories";
import { aMember, command } from "@/test/staff";
import { decide } from "./decide";
import { setLimit } from "./places/set-limit";
import { plainPlace, showDecisions } from "./show-decisions";

test("desk 36: one press accepts the first wish that is free while nobody waits for it, and tells as the decision before was told", async () => {
  const ids = await aYear();
  const { actor } = await aMember("secretary");
  const wishes = { student_speciality_option1: ids.piano, student_speciality_option2: ids.violin };
  const asks = await enrolled(anAdult(wishes));
  const other = await enrolled(anAdult(wishes));
  const limit = (places: number) =>
    setLimit({ schoolYearId: ids.year, specialityId: ids.piano, syllabusId: null, places }, command);
  const plain = async (by = actor) => plainPlace(await showDecisions(by, asks, "es"));

  await limit(1);
  expect(await plain()).toMatchObject({ specialityId: ids.piano, free: 1, waiting: 0 });
  expect(await plain((await aMember("reader")).actor)).toBeUndefined();
  await putInto(other, "waiting", ids.piano);
  expect((await plain())?.specialityId).not.toBe(ids.piano);
  await putInto(other, "accepted", ids.piano);
  expect(await plain()).toMatchObject({ specialityId: ids.violin }); // the piano is full by now
  await pool().query(
    "update all_enrollments set decided_state = 'rejected', state = 'rejected' where reference = $1",
    [asks],
  );
  expect(await plain()).toBeUndefined();

  const usual = async () => (await showDecisions(actor, asks, "es")).tell;
  expect(await usual()).toBe("held");
  const third = await enrolled(anAdult(wishes));
  await decide(
    { reference: third, to: "accepted", specialityId: ids.violin, tell: "with_list" },
    actor,
    new Date(),
  );
  expect(await usual()).toBe("with_list");
});
