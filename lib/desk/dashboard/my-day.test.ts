import { expect, test } from "vitest";
import { previewList } from "@/lib/decisions/notifications/preview";
import { decideAndNotify } from "@/lib/decisions/verbs";
import { listDeskTasks, readYearOverview } from "@/lib/desk/dashboard/queries";
import { readListPage } from "@/lib/desk/list/queries";
import { getPool } from "@/lib/platform/database/prisma";
import { addDays, toLocalDay } from "@/lib/platform/dates";
import { anAdult } from "@/test/support/data/factories";
import { createEnrollment, getCurrentYear, setLimit, setState } from "@/test/support/domain/decisions";
import { aMember } from "@/test/support/domain/staff";

const today = toLocalDay("Europe/Madrid");
const ids = await getCurrentYear();
const actor = (await aMember("head")).actor;

const update = (sql: string, ...values: unknown[]) =>
  getPool().query(`update all_enrollments ${sql}`, values);
let made = 0;
const enrollFor = (speciality: number, more = {}) =>
  createEnrollment(
    anAdult({ student_name: `Persona ${++made}`, student_speciality_option1: speciality, ...more }),
  );

test("desk 33: the home page shows full and requested places, requests by day, and the changes since yesterday", async () => {
  await setLimit({ schoolYearId: ids.year, specialityId: ids.piano, syllabusId: null, places: 1 }, actor);
  await setLimit({ schoolYearId: ids.year, specialityId: ids.violin, syllabusId: null, places: 4 }, actor);
  const limit = { schoolYearId: ids.year, places: 4 };
  await setLimit({ ...limit, specialityId: ids.viola, syllabusId: null }, actor);
  await setLimit({ ...limit, specialityId: null, syllabusId: ids.syllabus, places: 0 }, actor);
  const [given, waits, free, old] = [
    await enrollFor(ids.piano),
    await enrollFor(ids.piano),
    await enrollFor(ids.violin, { student_speciality_option2: ids.viola }), // free too, but called for the first choice
    await enrollFor(ids.viola, { student_syllabi_option1: ids.syllabus }),
  ];
  await decideAndNotify({ reference: given, to: "accepted", specialityId: ids.piano }, actor, new Date());
  await setState(waits, "waiting", ids.piano);
  await setState(free, "waiting", ids.violin);
  await setState(old, "waiting", ids.viola); // whose course has no free place
  await update("set assigned_syllabus_id = $2 where reference = $1", old, ids.syllabus);
  await update("set created_at = now() - interval '3 days' where reference = $1", old);
  const { fullest, callablePlaces, requests, recent, decisions } = await readYearOverview(
    actor,
    ids.year,
    new Date(),
  );
  expect(
    fullest.map(({ specialityId, decided, waiting, limit }) => [specialityId, decided, waiting, limit]),
  ).toEqual([
    [ids.piano, 1, 1, 1],
    [null, 0, 1, 0],
    [ids.violin, 0, 1, 4],
    [ids.viola, 0, 1, 4],
  ]);
  const violin = fullest.find(({ specialityId }) => specialityId === ids.violin)?.name;
  expect(callablePlaces).toEqual([violin]);
  expect(requests).toHaveLength(14);
  expect(requests.at(-1)).toEqual({ day: today, count: 3 });
  expect(requests.at(-4)).toEqual({ day: addDays(today, -3), count: 1 });
  expect(recent).toEqual({ sent: 3, accounts: 0, kept: 0, withdrawn: 0 });
  expect(decisions).toEqual([{ member: "Marta", state: "accepted", count: 1 }]);
});

test("desk 33: tasks begin with late enrollments, then those due this week, by the promised day", async () => {
  const [late, due] = [await enrollFor(ids.viola), await enrollFor(ids.viola)];
  await update("set answer_by = $2 where reference = $1", late, addDays(today, -1));
  await update("set answer_by = $2 where reference = $1", due, addDays(today, 7));
  const waiting = await listDeskTasks(actor);
  expect(waiting[0]).toEqual({ task: "late", count: 1, filters: { due: "late" } });
  expect(waiting.find(({ task }) => task === "due")).toEqual({
    task: "due",
    count: 1,
    filters: { due: "week" },
  });
  await setState(late, "rejected");
  expect((await listDeskTasks(actor)).find(({ task }) => task === "late")).toBeUndefined();
});

test("desk 6, 23, 33: a changed place is not notified on home, in the list and for the year's list, until it is", async () => {
  const reference = await enrollFor(ids.viola);
  const decide = (input: Omit<Parameters<typeof decideAndNotify>[0], "reference">) =>
    decideAndNotify({ reference, ...input }, actor, new Date());
  const listUnnotified = async () => {
    const { rows, tabs } = await readListPage(actor, {
      filters: { year: ids.year, told: "no" },
      sort: "oldest",
      cursor: {},
    });
    const task = (await listDeskTasks(actor)).find(({ task }) => task === "untold");
    expect([tabs?.untold, task?.count ?? 0]).toEqual([rows.length, rows.length]);
    return rows.map((row) => [row.reference, row.decision?.status]);
  };
  const before = await listUnnotified();
  await decide({ to: "accepted", specialityId: ids.viola, tell: "now" });
  expect(await listUnnotified()).toEqual(before);
  await decide({ to: "pending", reason: "other", internalReason: "Pide violín." });
  await decide({ to: "accepted", specialityId: ids.violin, tell: "with_list" });
  expect(await listUnnotified()).toEqual([...before, [reference, "untold"]]);
  expect((await previewList(ids.year, actor, 0)).count).toBe(1);
  await decide({ to: "pending", reason: "other", internalReason: "Vuelve a viola." });
  await decide({ to: "accepted", specialityId: ids.viola }); // the family knows this place
  expect(await listUnnotified()).toEqual(before);
});
