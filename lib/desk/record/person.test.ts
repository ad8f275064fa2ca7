import { expect, test } from "vitest";
import { listPageViews } from "@/lib/desk/audit/queries";
import { getPool, prisma } from "@/lib/platform/database/prisma";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { aMinor, anAdult } from "@/test/support/data/factories";
import {
  createEnrollment,
  createStaffActor,
  makeSurnamesDistinct,
  readStatus,
  setState,
} from "@/test/support/domain/decisions";
import { aMember } from "@/test/support/domain/staff";
import { readStudentRecord } from "./queries";

const references = (rows: { reference: string }[]) => rows.map(({ reference }) => reference);

test("desk 10: a student's page has all years, siblings by guardian, and the mails about the student", async () => {
  const { current, previous } = await seedDemoSchool();
  const { id: memberId, actor } = await aMember("reader");
  const enroll = (student_name: string) =>
    createEnrollment(aMinor({ student_name, school_year_id: current.id }));
  const [laia, marc, pol, other] = [
    await enroll("Laia"),
    await enroll("Marc"),
    await enroll("Pol"),
    await enroll("Ona"),
  ];
  const getStudentId = async (reference: string) => (await readStatus(reference)).studentId;
  const [child, brother, denied, stranger] = await Promise.all([laia, marc, pol, other].map(getStudentId));
  // Marc has the same guardian as Laia; Pol's denied being Laia's; Laia enrolled a year ago too.
  const sql = (text: string, ...values: unknown[]) => getPool().query(text, values);
  await sql(
    `update guardianships set guardian_id = (select guardian_id from guardianships where student_id = $1 and position = 1)
     where student_id = $2 and position = 1`,
    child,
    brother,
  );
  await sql(
    `insert into guardianships (student_id, guardian_id, position, denied_at)
     select $1, guardian_id, 2, now() from guardianships where student_id = $2 and position = 1`,
    child,
    denied,
  );
  const before = await enroll("Laia before");
  await sql(
    "update all_enrollments set student_id = $1, school_year_id = $2 where reference = $3",
    child,
    previous.id,
    before,
  );
  await makeSurnamesDistinct([other]);
  await setState(before, "accepted", previous.specialities[0]);

  const now = new Date("2026-01-01T10:20:00Z");
  const record = await readStudentRecord(actor, child as string, now);
  expect(references(record?.enrollments ?? [])).toEqual([laia, before]);
  expect(
    record?.enrollments.map(({ decidedState, assignedPlace }) => [decidedState, assignedPlace?.speciality]),
  ).toEqual([
    ["pending", undefined],
    ["accepted", expect.any(String)],
  ]);
  expect(references(record?.siblings ?? [])).toEqual([marc]);
  const about = await prisma().mailMessage.findMany({
    where: { enrollment: { reference: { in: [laia, before] } } },
    select: { id: true },
  });
  expect(about.length).toBeGreaterThan(1);
  expect(new Set(record?.messages.map(({ id }) => id))).toEqual(new Set(about.map(({ id }) => id)));

  // Desk 18: views of each of the child's enrollments, and of no other.
  const views = await listPageViews(createStaffActor("admin"), { who: memberId });
  expect(new Set(views.accesses.map(({ enrollment }) => enrollment.reference))).toEqual(
    new Set([laia, before]),
  );

  expect((await readStudentRecord(actor, stranger as string, now))?.siblings).toEqual([]);
  const adult = await getStudentId(await createEnrollment(anAdult()));
  expect((await readStudentRecord(actor, adult, now))?.guardians).toEqual([]);
  const guardian = record?.guardians[0]?.guardianId as string;
  for (const nobody of [guardian, "00000000-0000-0000-0000-000000000000", "x"])
    expect(await readStudentRecord(actor, nobody, now)).toBeUndefined();
  await expect(
    readStudentRecord({ ...actor, role: "none" } as never, child as string, now),
  ).rejects.toThrow();
});
