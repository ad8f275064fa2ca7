import { expect, test } from "vitest";
import { invalidate } from "@/lib/platform/cache";
import { prisma } from "@/lib/platform/database/prisma";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { aMinor } from "@/test/support/data/factories";
import { createEnrollment } from "@/test/support/domain/decisions";
import { startApi } from "@/test/support/servers/api";
import { listRequestedCourses } from "./requested-courses";

test("the requested courses are the first choices, with hours and price, and the names of the others", async () => {
  const { current } = await seedDemoSchool();
  const year = current.id;
  const api = await startApi();
  const [violin, first, second] = [year * 1000 + 2, year * 1000 + 5, year * 1000 + 6];
  const chosen = { student_speciality_option1: violin, student_syllabi_option1: first };
  const open = aMinor({ school_year_id: year });
  for (const body of [aMinor({ school_year_id: year, ...chosen, student_syllabi_option2: second }), open])
    expect((await api.post("academic/minor_enrollment", body)).status).toBe(201);
  const rows = await prisma().enrollment.findMany({
    orderBy: { createdAt: "asc" },
    select: { reference: true },
  });
  const references = rows.map(({ reference }) => reference);
  const requested = await listRequestedCourses([...references.reverse(), "NOBODYS1"], "es");
  // The demo school's file: 460 + 180 + 685 euros a year of ten months, an hour each.
  expect(requested.map(({ name, weekly, price }) => [name.text, weekly, price?.month])).toEqual([
    ["", undefined, undefined],
    ["Violín, Elemental 1.º", { minutes: 180, atLeast: false }, 13_250],
  ]);
  expect(requested.map(({ reference }) => reference)).toEqual(references);
  expect(requested.map(({ others }) => others)).toEqual([
    [],
    [{ option: 2, name: { text: "Elemental 2.º", lang: undefined } }],
  ]);
  const [, catalan] = await listRequestedCourses(references, "ca");
  expect(catalan?.name).toEqual({ text: "Violí, Elemental 1r", lang: undefined });
  await prisma().speciality.update({ where: { id: violin }, data: { nameEn: null }, select: { id: true } });
  invalidate("catalogue");
  const [, english] = await listRequestedCourses(references, "en");
  expect(english?.name).toEqual({ text: "Violín, Elementary 1", lang: "es" });
  // Profesional 6.º: 4 h, an elective of 1 h, and 1 h or more with the instrument, which is open.
  const withoutInstrument = aMinor({ school_year_id: year, student_syllabi_option1: year * 1000 + 14 });
  const [professional] = await listRequestedCourses([await createEnrollment(withoutInstrument)], "es");
  expect(professional?.weekly).toEqual({ minutes: 360, atLeast: true });
  const onlySecond = aMinor({ school_year_id: year, student_speciality_option2: violin });
  const reference = await createEnrollment(onlySecond);
  expect((await listRequestedCourses([reference], "es"))[0]?.name.text).toBe("Violín");
  const [placed] = await listRequestedCourses(
    references,
    "es",
    new Map(references.map((own) => [own, { specialityId: violin, syllabusId: null }])),
  );
  expect(placed).toMatchObject({ name: { text: "Violín" }, others: [] });
});
