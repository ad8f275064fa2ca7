import { expect, test } from "vitest";
import { getPool, prisma } from "@/lib/platform/database/prisma";
import { addDays, toDate, toLocalDay } from "@/lib/platform/dates";
import { readSettings, writeSetting } from "@/lib/school/settings";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { aMinor, anAdult } from "@/test/support/data/factories";
import { createEnrollment, createStaffActor, readStatus, setState } from "@/test/support/domain/decisions";
import { findPersonByEmail } from "./queries";
import { listUpcomingErasures, runRetention } from "./worker";

const now = new Date();
const today = toLocalDay("Europe/Madrid", now);
const next = (await seedDemoSchool()).next.id;

/** Moves the end of the year in which everybody here enrolls. */
async function yearEnded(daysAgo: number) {
  const end = addDays(today, -daysAgo);
  await getPool().query(
    "update school_years set start_school_year = $2, end_school_year = $1 where id in (select school_year_id from enrollments)",
    [end, addDays(end, -300)],
  );
}

const isThere = async (email: string) => (await findPersonByEmail(email)) !== undefined;

test("students without a place are erased after the year, others years later, guardians with the last child; after a month's notice", async () => {
  const [placed, refused, child, sibling] = [anAdult(), anAdult(), aMinor(), aMinor()];
  await setState(await createEnrollment(placed), "accepted");
  await setState(await createEnrollment(refused), "rejected");
  await createEnrollment(child);
  await setState(await createEnrollment(sibling), "accepted");
  // An unannounced acceptance, and an unannounced loss of a place, count as placed.
  const standing =
    "update enrollments set state = $2::enrollment_state, decided_state = $3::enrollment_state";
  const ofStudent = `${standing} from people p where p.id = student_id and p.email = $1`;
  await getPool().query(ofStudent, [placed.student_email, "pending", "accepted"]);
  await getPool().query(ofStudent, [sibling.student_email, "accepted", "withdrawn"]);
  // The guardian of the one is the other's too: with a child who stays, somebody stays.
  await getPool().query(
    `insert into guardianships (student_id, guardian_id, position, confirmed_at)
     select s.id, g.id, 2, now() from people s, people g where s.email = $1 and g.email = $2`,
    [sibling.student_email, child.guardian_email],
  );
  const left = async () =>
    Promise.all(
      [
        placed.student_email,
        refused.student_email,
        child.student_email as string,
        child.guardian_email,
        sibling.guardian_email,
      ].map(isThere),
    );

  await yearEnded(1);
  expect(await runRetention(now)).toMatchObject({ people: 0 }); // the first night: the desk is told
  const { erase_from } = await readSettings();
  expect(erase_from).toBe(addDays(today, 30));
  expect(await listUpcomingErasures(createStaffActor("admin"), now)).toEqual([{ day: erase_from, count: 2 }]);

  await writeSetting("keep_unplaced_days", 0);
  expect(await runRetention(now)).toMatchObject({ people: 0 }); // nor in any other night of the month
  await writeSetting("erase_from", today);
  await writeSetting("keep_unplaced_days", 1);
  expect(await runRetention(now)).toMatchObject({ people: 0 }); // tomorrow
  await writeSetting("keep_unplaced_days", 0);
  expect(await runRetention(now)).toMatchObject({ people: 2 });
  expect(await left()).toEqual([true, false, false, true, true]);
  const { values } = await prisma().auditEntry.findFirstOrThrow({
    where: { action: "retention" },
    select: { values: { select: { name: true, new: true } } },
  });
  expect(values).toEqual([{ name: "people", new: "2" }]);

  await yearEnded(7 * 366);
  expect(await runRetention(now)).toMatchObject({ people: 4 }); // the two with a place, then both guardians
  expect(await left()).toEqual([false, false, false, false, false]);
  expect(await prisma().enrollment.count()).toBe(4);
});

test("a former applicant who is a guardian stays as long as the child", async () => {
  await yearEnded(-100); // open again
  const [grown, child] = [anAdult(), aMinor()];
  await setState(await createEnrollment(grown), "rejected");
  await setState(await createEnrollment(child), "accepted");
  await getPool().query(
    `insert into guardianships (student_id, guardian_id, position, confirmed_at)
     select s.id, g.id, 2, now() from people s, people g where s.email = $1 and g.email = $2`,
    [child.student_email, grown.student_email],
  );
  await yearEnded(1);
  expect(await listUpcomingErasures(createStaffActor("admin"), now)).toEqual([]);
  expect(await runRetention(now)).toMatchObject({ people: 0 });
  expect(await isThere(grown.student_email)).toBe(true);

  await yearEnded(7 * 366);
  await runRetention(now);
  await runRetention(now); // the night after the child
  expect([await isThere(grown.student_email), await isThere(child.guardian_email)]).toEqual([false, false]);
});

test("only administrators see coming erasures; access entries are deleted after two years", async () => {
  await expect(listUpcomingErasures(createStaffActor("head"), now)).rejects.toMatchObject({
    code: "no_right",
  });
  await yearEnded(-100); // open again
  await createEnrollment();
  const { id: enrollmentId } = await prisma().enrollment.findFirstOrThrow();
  const member = await prisma().staffMember.create({
    data: { email: "m@x.example", emailKey: "m@x.example", role: "reader", locale: "es" },
  });
  const monthsAgo = (months: number) => new Date(new Date(now).setUTCMonth(now.getUTCMonth() - months));
  for (const months of [1, 23, 25]) {
    await prisma().accessEntry.create({
      data: { enrollmentId, memberId: member.id, hour: monthsAgo(months) },
    });
  }
  const { id: personId } = await prisma().person.findFirstOrThrow();
  for (const months of [35, 37]) {
    const request = { kind: "access", personId, dueOn: now, settledAt: monthsAgo(months), outcome: "done" };
    await prisma().dataRequest.create({ data: request });
  }
  for (const months of [71, 73]) {
    const entry = { actorKind: "system", action: "x", objectKind: "school", objectId: "x" };
    const values = { create: { name: "x", old: "a", new: "b" } };
    await prisma().auditEntry.create({ data: { ...entry, at: monthsAgo(months), values } });
  }
  expect(await runRetention(now)).toMatchObject({ access_entries: 1, data_requests: 1, audit_values: 1 });
  expect(await prisma().accessEntry.count()).toBe(2);
  expect(await prisma().auditEntry.count({ where: { action: "x" } })).toBe(2); // who did what and when stays
});

test("a student with several years stays until the last one has ended", async () => {
  await yearEnded(-100);
  const [staying, leaving] = [anAdult(), anAdult()];
  const [first, second] = [
    await createEnrollment(staying),
    await createEnrollment(anAdult({ school_year_id: next })),
  ];
  await createEnrollment(leaving);
  await getPool().query(
    "update enrollments set student_id = (select student_id from enrollments where reference = $1) where reference = $2",
    [first, second],
  );
  const { schoolYearId } = await readStatus(first);
  const end = toDate(addDays(today, -1));
  await prisma().schoolYear.update({ where: { id: schoolYearId }, data: { endSchoolYear: end } });
  await runRetention(now);
  expect([await isThere(staying.student_email), await isThere(leaving.student_email)]).toEqual([true, false]);
});
