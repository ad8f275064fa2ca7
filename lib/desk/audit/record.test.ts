import { expect, test } from "vitest";
import { readAuditNames } from "@/lib/desk/audit/names";
import { getAuditFilterOptions, listAuditEntries, listPageViews } from "@/lib/desk/audit/queries";
import { addNote } from "@/lib/desk/labels/verbs";
import { readEnrollmentRecord } from "@/lib/desk/record/queries";
import { writeAuditEntry } from "@/lib/people/audit-log";
import { permissions, staffRoles } from "@/lib/people/staff/permissions";
import { prisma } from "@/lib/platform/database/prisma";
import { toDate } from "@/lib/platform/dates";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { createEnrollment, createStaffActor } from "@/test/support/domain/decisions";
import { aMember } from "@/test/support/domain/staff";

const admin = createStaffActor("admin");
const zone = "Europe/Madrid";
await seedDemoSchool();

test("desk 31: only an administrator reads the record, filtered by member, action and day", async () => {
  const { id, actor } = await aMember("secretary");
  const reference = await createEnrollment();
  await addNote({ reference, note: "Llamar por la tarde." }, actor);
  await prisma().$transaction((tx) =>
    writeAuditEntry(tx, {
      actor: { kind: "command" },
      action: "places_set",
      object: { kind: "place", id: 1 },
      values: { places: [1, 2] },
    }),
  );
  const { entries: placesSet } = await listAuditEntries(admin, { action: "places_set" });
  expect(placesSet).toMatchObject([{ objectId: "1" }]);
  const { entries } = await listAuditEntries(admin, { who: id });
  expect(entries).toMatchObject([{ action: "noted", objectId: reference, actorId: id }]);
  const first = await prisma().auditEntry.findFirstOrThrow({ where: { action: "noted" } });
  const day = (at: Date) => new Intl.DateTimeFormat("sv-SE", { timeZone: zone }).format(at);
  const onDay = (from: string, until: string) => listAuditEntries(admin, { who: id, from, until });
  expect((await onDay(day(first.at), day(first.at))).entries).toHaveLength(1);
  const dayBefore = day(new Date(toDate(day(first.at)).getTime() - 24 * 3_600_000));
  expect((await onDay(dayBefore, dayBefore)).entries).toEqual([]);
  expect((await getAuditFilterOptions(admin)).actions).toEqual(
    expect.arrayContaining(["noted", "places_set"]),
  );

  expect(permissions).toContain("read_audit");
  for (const role of staffRoles.filter((candidate) => candidate !== "admin")) {
    await expect(listAuditEntries(createStaffActor(role), {})).rejects.toMatchObject({
      code: "no_right",
    });
    await expect(listPageViews(createStaffActor(role), {})).rejects.toMatchObject({ code: "no_right" });
    await expect(getAuditFilterOptions(createStaffActor(role))).rejects.toMatchObject({ code: "no_right" });
  }
});

test("desk 31: the record shows places and members by name, not by number", async () => {
  const { id, actor } = await aMember("secretary");
  const { members } = await getAuditFilterOptions(admin);
  const names = await readAuditNames(admin, members, [], "es");
  const speciality = await prisma().speciality.findFirstOrThrow({ orderBy: { id: "desc" } });
  const syllabus = await prisma().syllabus.findFirstOrThrow({ include: { course: true } });
  expect(names.get(id)).toBe(actor.name);
  expect(names.get(`speciality/${speciality.id}`)).toBe(speciality.name);
  const pupil = await prisma().person.findFirstOrThrow();
  const withPerson = await readAuditNames(admin, [], [{ objectKind: "person", objectId: pupil.id }], "es");
  expect(withPerson.get(pupil.id)).toBe(`${pupil.name} ${pupil.surname}`);
  expect(names.get(`syllabus/${syllabus.id}`)).toContain(syllabus.name || syllabus.course.name);
  // Catalogue rows, and the rows that they reference, are read only for entries about them.
  const { id: degree, name } = await prisma().degree.findFirstOrThrow();
  expect(names.get(`degrees/${degree}`)).toBeUndefined();
  const inCatalogue = await readAuditNames(admin, members, [{ objectKind: "catalogue", objectId: "" }], "es");
  expect([inCatalogue.get(`degrees/${degree}`), inCatalogue.get(`degree_id/${degree}`)]).toEqual([
    name,
    name,
  ]);
  expect(inCatalogue.get(`syllabus_id/${syllabus.id}`)).toBe(inCatalogue.get(`syllabi/${syllabus.id}`));
});

test("desk 18: views of enrollments are listed by the hour, fifty a page", async () => {
  const { id, actor } = await aMember("reader");
  const reference = await createEnrollment();
  const hour = (at: number) => new Date(Date.UTC(2026, 0, 1, at, 12));
  for (let index = 0; index < 51; index++) await readEnrollmentRecord(actor, reference, hour(index));
  const first = await listPageViews(admin, { who: id });
  expect(first.accesses).toHaveLength(50);
  expect(first.accesses[0]).toMatchObject({
    memberId: id,
    enrollment: { reference },
    hour: new Date("2026-01-03T02:00:00Z"),
  });
  const second = await listPageViews(admin, { who: id }, first.next);
  expect(second).toMatchObject({ accesses: [{ hour: new Date("2026-01-01T00:00:00Z") }] });
  expect(second.next).toBeUndefined();
  expect((await listPageViews(admin, { who: id, from: "2026-01-03" })).accesses).toHaveLength(4);
});
