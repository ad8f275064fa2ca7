import { beforeAll, expect, test } from "vitest";
import { findIncomplete, UNDELIVERED_MAILS } from "@/lib/desk/list/sql";
import { listSuppressedAddresses } from "@/lib/desk/mail/queries";
import { getPool, prisma } from "@/lib/platform/database/prisma";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { createStaffActor } from "@/test/support/domain/decisions";
import { seedDecisions } from "./demo-decisions";
import { seedFamilies } from "./demo-families";

beforeAll(async () => {
  await seedDemoSchool();
  await seedDecisions(await seedFamilies(80, new Date()), new Date());
});

test("invented students choose courses of their age, and instruments taught in them", async () => {
  const { rows } = await getPool().query<{ age: number; from: number; upto: number | null; name: string }>(
    `select extract(year from age(y.start_school_year, p.birth_date))::int as age, s.age as from,
       s.highest_start_age as upto, s.name
     from syllabus_choices c join enrollments e on e.id = c.enrollment_id join people p on p.id = e.student_id
     join school_years y on y.id = e.school_year_id join syllabi s on s.id = c.syllabus_id`,
  );
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.filter(({ age, from, upto }) => age < from || age > (upto ?? age))).toEqual([]);
  const untaughtChoices = await getPool().query(
    `select sp.name, extract(year from age(y.start_school_year, p.birth_date))::int as age
     from speciality_choices c join enrollments e on e.id = c.enrollment_id join people p on p.id = e.student_id
     join school_years y on y.id = e.school_year_id join specialities sp on sp.id = c.speciality_id
     where not exists (
       select from syllabus_specialities t join syllabi s on s.id = t.syllabus_id
       where t.speciality_id = c.speciality_id
         and extract(year from age(y.start_school_year, p.birth_date)) between s.age and coalesce(s.highest_start_age, 200))`,
  );
  expect(untaughtChoices.rows).toEqual([]);
  const ids = (await prisma().enrollment.findMany({ select: { id: true } })).map(({ id }) => id);
  expect([...(await findIncomplete(ids)).values()].flat()).not.toContain("combination");
});

test("a bounced address is suppressed and gets no more mail", async () => {
  const bounced = await prisma().mailMessage.findMany({
    where: { state: "bounced" },
    select: { enrollmentId: true, person: { select: { id: true, emailKey: true } } },
  });
  expect(bounced.length).toBeGreaterThanOrEqual(6);
  const suppressed = await listSuppressedAddresses(createStaffActor("secretary"));
  expect(suppressed.map(({ address }) => address).toSorted()).toEqual(
    bounced.map(({ person }) => person.emailKey).toSorted(),
  );
  const later = await prisma().mailMessage.findMany({
    where: { personId: { in: bounced.map(({ person }) => person.id) }, state: { not: "bounced" } },
    select: { state: true, lastError: true },
  });
  expect(later.length).toBeGreaterThan(0);
  expect(later.filter(({ lastError }) => lastError !== "address_suppressed")).toEqual([]);
  const undelivered = await prisma().$queryRaw<{ enrollment_id: string }[]>`
    select enrollment_id::text from (${UNDELIVERED_MAILS}) lost`;
  expect(undelivered.map((row) => row.enrollment_id)).toEqual(
    expect.arrayContaining(bounced.map(({ enrollmentId }) => enrollmentId)),
  );
});
