import { expect, test } from "vitest";
import { type DecisionInput, decideAndNotify } from "@/lib/decisions/verbs";
import { readListPage } from "@/lib/desk/list/queries";
import { prisma } from "@/lib/platform/database/prisma";
import { aMinor, anAdult } from "@/test/support/data/factories";
import {
  createEnrollment,
  createStaffActor,
  getCurrentYear,
  readNotifications,
  readStatus,
} from "@/test/support/domain/decisions";
import { getNotificationTime, previewList } from "./preview";
import { notifyDue, readListStatus, scheduleList, unscheduleList } from "./verbs";

const year = await getCurrentYear();

const head = createStaffActor("head");
const now = new Date();
const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const decideWithList = (reference: string, input: Pick<DecisionInput, "to"> & Partial<DecisionInput>) =>
  decideAndNotify({ reference, tell: "with_list", specialityId: year.piano, ...input }, head, now);

test("desk 23: the preview of a list has its counts, one mail of each kind and language, and the unreachable families", async () => {
  const people = [
    await createEnrollment(anAdult({ student_name: "Ada" })),
    await createEnrollment(anAdult({ student_name: "Berta" })),
    await createEnrollment(aMinor({ student_name: "Carla" }), "ca"),
    await createEnrollment(anAdult({ student_name: "Dora" })),
    await createEnrollment(anAdult({ student_name: "Emma" })),
  ] as const;
  const [ada, berta, carla, dora, emma] = people;
  for (const reference of [ada, berta, carla]) await decideWithList(reference, { to: "accepted" });
  await decideWithList(dora, { to: "rejected", reason: "age", specialityId: undefined, words: "Next year." });
  await decideWithList(emma, { to: "accepted", tell: "held" });
  const { student } = await prisma().enrollment.findUniqueOrThrow({
    where: { reference: berta },
    select: { student: { select: { emailKey: true } } },
  });
  await prisma().mailSuppression.create({ data: { emailKey: student.emailKey, reason: "bounced" } });

  const list = await previewList(year.year, head);
  expect([list.count, list.mails]).toEqual([4, 3]);
  expect(new Map(list.counts.map(({ state, count }) => [state, count]))).toEqual(
    new Map([
      ["accepted", 3],
      ["rejected", 1],
    ]),
  );
  for (const { state, count } of list.counts) {
    const filters = { year: year.year, state, told: "with_list" } as const;
    expect((await readListPage(head, { filters, sort: "oldest", cursor: {} })).total).toBe(count);
  }
  expect(list.table.undeliverable).toBe(1);
  const rows = list.table.rows.map(({ reference, state, languages, problem }) => [
    reference,
    state,
    languages,
    problem,
  ]);
  expect(rows[0], "whom no mail reaches first").toEqual([berta, "accepted", ["es"], "bounces"]);
  expect(new Set(rows.slice(1))).toEqual(
    new Set([
      [ada, "accepted", ["es"], undefined],
      [carla, "accepted", ["ca"], undefined],
      [dora, "rejected", ["es"], undefined],
    ]),
  );
  expect(list.table.rows[0]?.student).toContain("Berta");
  const samples = list.samples.map(({ locale, text }) => [locale, text.includes("Next year.")]);
  expect(samples).toHaveLength(3);
  expect(samples).toEqual(
    expect.arrayContaining([
      ["es", false],
      ["ca", false],
      ["es", true],
    ]),
  );
  await expect(previewList(year.year, createStaffActor("secretary"))).rejects.toThrow("no_right");
});

test("desk 23: only the displayed list is announced, its number typed above fifty; for fifteen minutes it can be stopped", async () => {
  const scheduleShown = (count: number, typed = "") =>
    scheduleList({ year: year.year, at: getNotificationTime(undefined, now), shown: { count, typed } }, head);
  const waiting = async () => (await previewList(year.year, head)).count;
  const count = await waiting();
  expect(count).toBeGreaterThan(0);
  const changed = { issues: [{ code: "list_changed", values: { found: count } }] };
  await expect(scheduleShown(count - 1)).rejects.toMatchObject(changed);
  for (const typed of ["", "50", "all"])
    await expect(scheduleShown(51, typed)).rejects.toThrow("typed: count_wrong");
  await expect(scheduleShown(51, " 51 ")).rejects.toMatchObject(changed);
  expect([await waiting(), (await readListStatus(year.year, head)).scheduled]).toEqual([count, 0]);

  expect(await scheduleShown(count)).toBe(count);
  await notifyDue(inMinutes(14));
  const { scheduled, scheduledAt } = await readListStatus(year.year, head);
  expect([scheduled, scheduledAt]).toEqual([count, inMinutes(15)]);
  expect(await unscheduleList({ year: year.year }, head)).toBe(count);
  await notifyDue(inMinutes(16));
  expect(await waiting()).toBe(count);

  expect(await scheduleShown(count)).toBe(count);
  await notifyDue(inMinutes(15));
  expect(await waiting()).toBe(0);
  const notified = await prisma().enrollment.findMany({
    where: { state: "rejected" },
    select: { reference: true },
  });
  expect(await readNotifications(notified[0]?.reference as string)).toMatchObject([{ kind: "rejected" }]);
  expect((await readStatus(notified[0]?.reference as string)).state).toBe("rejected");
});

test("an earlier day and hour wait until the list can no longer be stopped; a later one is kept", () => {
  expect([undefined, inMinutes(5), inMinutes(60)].map((time) => getNotificationTime(time, now))).toEqual([
    inMinutes(15),
    inMinutes(15),
    inMinutes(60),
  ]);
});
