import { expect, test } from "vitest";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { startApi } from "@/test/support/servers/api";
import { getNameIn, joinNames } from "./names";
import { getCatalogueSnapshot } from "./queries";

const names = { ca: "Violí", en: null };
const degree = { name: "Adultos", names: { ca: "Adults", en: "Adults" } };
const course = { name: "Nivel 1", names: { ca: "Nivell 1", en: null } };

test.each([
  ["es", { name: "Violín", names }, { text: "Violín", lang: undefined }],
  ["ca", { name: "Violín", names }, { text: "Violí", lang: undefined }],
  ["en", { name: "Violín", names }, { text: "Violín", lang: "es" }],
  ["en", { name: "Violín" }, { text: "Violín", lang: "es" }],
  ["ca", { name: "", degree, course }, { text: "Adults, Nivell 1", lang: undefined }],
  ["en", { name: "", degree, course }, { text: "Adults, Nivel 1", lang: "es" }],
  [
    "ca",
    { name: "", names: { ca: "Taller", en: null }, degree, course },
    { text: "Taller", lang: undefined },
  ],
])("families 41: the name in %s of %j is %j", (locale, named, expected) =>
  expect(getNameIn(named, locale)).toEqual(expected),
);

test("a list of names leaves out missing ones", () => {
  expect(joinNames([undefined, { text: "a", lang: undefined }, { text: "b", lang: "es" }], ", ")).toEqual({
    text: "a, b",
    lang: "es",
  });
});

const year = (await seedDemoSchool()).current.id;
const api = await startApi();

test("families 41: the demo school has every name that families read in three languages", async () => {
  const { specialities, syllabi } = (await getCatalogueSnapshot()).byYear.get(year) ?? {};
  const rows = (syllabi?.items ?? []).flatMap((syllabus) => [
    syllabus,
    syllabus.degree,
    syllabus.course,
    ...syllabus.subjects_mandatories,
    ...syllabus.speciality_subjects,
  ]);
  for (const named of [...(specialities?.items ?? []), ...rows])
    for (const locale of ["ca", "en"]) expect(getNameIn(named, locale).lang, named.name).toBeUndefined();
});

test.each([
  ["specialities", ["id", "name", "code", "school_year_id"]],
  [
    "subjects",
    [
      "id",
      "code",
      "name",
      "school_hours",
      "price",
      "student_ratio",
      "ects",
      "is_individual",
      "school_year_id",
    ],
  ],
])("2: the API's %s have only the school's own names", async (list, members) => {
  const { data, text } = await api.get(`academic/${list}?school_year_id=${year}`);
  for (const item of data as object[]) expect(Object.keys(item)).toEqual(members);
  expect(text).not.toMatch(/"names?_|"names"|Violí"|Llenguatge/);
});

test("2.4: the API's syllabi, courses, degrees and subjects have only the school's own names", async () => {
  const { data, text } = await api.get(`academic/syllabis?school_year_id=${year}`);
  const [first] = data as { course: object; degree: object }[];
  expect([Object.keys(first?.course ?? {}), Object.keys(first?.degree ?? {})]).toEqual([
    ["id", "number", "name"],
    ["id", "order", "name"],
  ]);
  expect(text).not.toMatch(/"name_|"names"|Elemental 1r|Elementary|Llenguatge/);
});
