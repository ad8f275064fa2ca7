import { beforeEach, expect, test } from "vitest";
import { decideAsFamily } from "@/lib/decisions/family/verbs";
import { notifyDue } from "@/lib/decisions/notifications/verbs";
import { callNext, readProposedCalls } from "@/lib/decisions/places/verbs";
import { decideAndNotify } from "@/lib/decisions/verbs";
import { getPool, prisma } from "@/lib/platform/database/prisma";
import { writeSetting } from "@/lib/school/settings";
import { anAdult } from "@/test/support/data/factories";
import {
  createEnrollment,
  createStaffActor,
  getCurrentYear,
  readStatus,
  setLimit,
  setTurn,
} from "@/test/support/domain/decisions";

// Admission 13: calls the next student.

const year = await getCurrentYear();
beforeEach(async () => {
  await getPool().query("delete from enrollments");
  await getPool().query("delete from places");
  await writeSetting("place_answer_days", 7);
});

const secretary = createStaffActor("secretary");
const now = new Date();
const later = new Date(now.getTime() + 3_600_000);
const limit = (specialityId: number, places: number) =>
  setLimit({ schoolYearId: year.year, specialityId, syllabusId: null, places }, createStaffActor("head"));

async function queueFor(...wishes: number[]): Promise<string> {
  const [first, second] = wishes;
  const reference = await createEnrollment(
    anAdult({ student_speciality_option1: first, student_speciality_option2: second }),
  );
  await decideAndNotify({ reference, to: "waiting", specialityId: first, tell: "now" }, secretary, now);
  return reference;
}

const call = async () => {
  const calls = await readProposedCalls(secretary, year.year);
  return { calls, ...(await callNext({ year: year.year, calls }, secretary, now)) };
};

test("one action calls as many as places are free, by turn and with the same deadline; who gave up is never first again", async () => {
  const { violin, viola } = year;
  await limit(violin, 0);
  await limit(viola, 0);
  const [late, first, both] = [await queueFor(violin), await queueFor(violin), await queueFor(violin, viola)];
  await setTurn(first, 1);
  await setTurn(both, 2);
  expect((await call()).calls).toEqual([]);

  await limit(violin, 1);
  await limit(viola, 1);
  await getPool().query(
    `insert into mail_suppressions (email_key, reason)
      select p.email_key, 'bounced' from people p join enrollments e on e.student_id = p.id where e.reference = $1`,
    [both],
  );
  const { calls, called } = await call();
  expect(called).toEqual([first, both]);
  expect(calls.map(({ bounces }) => bounces)).toEqual([false, true]);
  expect(calls.map(({ specialityId }) => specialityId)).toEqual([violin, viola]);
  expect((await call()).called).toEqual([]);

  await notifyDue(later);
  expect(await prisma().placeAnswer.count({ where: { answer: null } })).toBe(2);
  const { studentId } = await readStatus(first);
  await decideAsFamily({ reference: first, to: "withdrawn" }, studentId, now);
  await decideAsFamily({ reference: first, to: "pending" }, studentId, now);
  await decideAndNotify(
    { reference: first, to: "waiting", specialityId: violin, tell: "now" },
    secretary,
    now,
  );
  expect((await call()).called).toEqual([late]);
});

test("of two concurrent calls each family is called once, and the second gets an error", async () => {
  await limit(year.violin, 1);
  const reference = await queueFor(year.violin);
  const calls = await readProposedCalls(secretary, year.year);
  const both = await Promise.all([1, 2].map(() => callNext({ year: year.year, calls }, secretary, now)));
  expect(both.flatMap(({ called }) => called)).toEqual([reference]);
  expect(both.flatMap(({ refused }) => refused)).toEqual([{ reference, code: "changed_meanwhile" }]);
  expect(await prisma().decision.count({ where: { toState: "accepted" } })).toBe(1);
});
