import { expect, test } from "vitest";
import { listFamilyEnrollments, listOtherMessages } from "@/lib/desk/family/queries";
import { readEnrollmentRecord } from "@/lib/desk/record/queries";
import { getPool } from "@/lib/platform/database/prisma";
import { aMinor } from "@/test/support/data/factories";
import { createEnrollment, getCurrentYear } from "@/test/support/domain/decisions";
import { aMember } from "@/test/support/domain/staff";

test("desk 10: with an enrollment stand the student's other years, what was sent about them, and siblings of either guardian", async () => {
  const { year, otherYear } = await getCurrentYear();
  const { actor } = await aMember("reader");
  const minor = (student_name: string, school_year_id: number) =>
    createEnrollment(aMinor({ student_name, school_year_id, student_speciality_option1: undefined }));
  const [laia, before, marc, stranger] = [
    await minor("Laia", otherYear.id),
    await minor("Laia", year),
    await minor("Marc", year),
    await minor("Pol", year),
  ];
  const studentOf = "(select student_id from enrollments where reference = $1)";
  // One child's two years; Marc has the same guardian.
  await getPool().query(`update enrollments set student_id = ${studentOf} where reference = $2`, [
    laia,
    before,
  ]);
  await getPool().query(
    `update guardianships set guardian_id = (select guardian_id from guardianships where student_id = ${studentOf} and position = 1)
     where student_id = (select student_id from enrollments where reference = $2) and position = 1`,
    [laia, marc],
  );
  const record = await readEnrollmentRecord(actor, laia, new Date());
  if (!record) throw new Error("no record");
  const { own, siblings } = await listFamilyEnrollments(actor, record);
  const references = (rows: { reference: string }[]) => rows.map(({ reference }) => reference);
  expect([references(own), references(siblings)]).toEqual([[before], [marc]]);
  expect(references(own)).not.toContain(stranger);
  const messages = await listOtherMessages(
    actor,
    own.map(({ id }) => id),
  );
  const { rows } = await getPool().query(
    "select m.id from mail_messages m join enrollments e on e.id = m.enrollment_id where e.reference = $1",
    [before],
  );
  expect(messages.length).toBeGreaterThan(0);
  expect(new Set(messages.map(({ id }) => id))).toEqual(new Set(rows.map(({ id }) => id)));
});
