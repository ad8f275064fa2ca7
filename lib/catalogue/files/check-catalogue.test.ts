import { beforeEach, describe, expect, it } from "vitest";
import {
  emptyCatalogue,
  listCatalogueChanges,
  listCatalogueProblems,
  loadCatalogue,
} from "@/test/support/data/catalogue";
import { smallCatalogue } from "@/test/support/data/small-catalogue";
import { importCatalogue } from "./import-catalogue";
import { toCatalogueFile } from "./read-catalogue";

type School = ReturnType<typeof smallCatalogue>;

beforeEach(async () => {
  await emptyCatalogue();
  await loadCatalogue(smallCatalogue());
});

describe("inconsistent rows", () => {
  const cases: [string, (school: School) => void, string[]][] = [
    [
      "a duplicate id",
      (school) => school.degrees.push({ id: 1, order: 2, name: "Otra" }),
      ["test, degrees row 2, id: 1 is already used in row 1."],
    ],
    [
      "a subject of another year",
      (school) => Object.assign(school.syllabus_subjects[0] ?? {}, { subject_id: 21 }),
      [
        'test, syllabus_subjects row 1, subject_id: subject 21 "Lenguaje musical" belongs to school year 2, not to 1.',
      ],
    ],
    [
      "a missing speciality",
      (school) => Object.assign(school.syllabus_specialities[0] ?? {}, { speciality_id: 99 }),
      ["test, syllabus_specialities row 1, speciality_id: There is no speciality 99."],
    ],
    [
      "a duplicate code in a year",
      (school) => Object.assign(school.subjects[1] ?? {}, { code: "LM1" }),
      ['test, subjects row 2, code: "LM1" is already used in row 1.'],
    ],
    [
      "a duplicate label of a year",
      (school) => Object.assign(school.school_years[1] ?? {}, { year: "2026/2027" }),
      ['test, school_years row 2, year: "2026/2027" is already used in row 1.'],
    ],
    [
      "a removed speciality that a syllabus references",
      (school) => school.specialities.shift(),
      [
        "test, syllabus_specialities row 1, speciality_id: There is no speciality 11.",
        "test, syllabus_subjects row 2, speciality_id: There is no speciality 11.",
      ],
    ],
  ];

  it.each(cases)("%s", async (_, change, expected) => {
    const school = smallCatalogue();
    change(school);
    expect(await listCatalogueProblems(school)).toEqual(expected);
  });
});

it("reports invalid and inconsistent rows together", async () => {
  const school = smallCatalogue();
  Object.assign(school.subjects[0] ?? {}, { price: "dear", ects: null, school_year_id: 9 });
  Object.assign(school.subjects[2] ?? {}, { id: "x" });
  Object.assign(school.syllabi[0] ?? {}, { course_id: 7 });
  expect(await listCatalogueProblems(school)).toEqual([
    "test, subjects row 1, price: must be a number such as 32.50, zero or more",
    "test, subjects row 1, ects: is missing",
    "test, subjects row 3, id: must be a whole number",
    "test, subjects row 1, school_year_id: There is no school year 9.",
    "test, syllabi row 1, course_id: There is no course 7.",
    'test, syllabus_subjects row 1, subject_id: subject 11 "Lenguaje musical" belongs to school year 9, not to 1.',
  ]);
});

describe("a file with some of the tables", () => {
  it("desk 28: names the rows that it cannot leave out", async () => {
    const { subjects } = smallCatalogue();
    const file = toCatalogueFile("test", { subjects: subjects.slice(1) });
    const { problems } = await importCatalogue(file, { dryRun: true });
    expect(problems.map(({ table, text }) => [table, text.code, text.values?.row])).toEqual([
      ["subjects", "needed", "Lenguaje musical"],
    ]);
  });

  it("cannot remove a row that other tables reference", async () => {
    const { subjects } = smallCatalogue();
    expect(await listCatalogueProblems({ subjects: subjects.slice(1) })).toEqual([
      'test, subjects: subject 11 "Lenguaje musical" is not in the file, but is used by syllabus subject 1.',
    ]);
  });

  it("cannot move a referenced row to another year", async () => {
    const { subjects } = smallCatalogue();
    Object.assign(subjects[0] ?? {}, { school_year_id: 2, code: null });
    expect(await listCatalogueProblems({ subjects })).toEqual([
      'test, subjects row 1, school_year_id: subject 11 "Lenguaje musical" cannot move to school year 2: used by syllabus subject 1.',
    ]);
  });

  it("cannot use the label of a stored year that it lacks", async () => {
    const year = { ...smallCatalogue().school_years[0], id: 3 };
    expect(await listCatalogueProblems({ school_years: [year] })).toEqual([
      'test, school_years row 1, year: "2026/2027" is already used by school year 1, which is not in the file.',
    ]);
  });

  it("removes rows only of the years that it contains", async () => {
    const { subjects } = smallCatalogue();
    const firstYear = subjects.filter(({ school_year_id }) => school_year_id === 1);
    expect(await listCatalogueChanges({ subjects: firstYear })).toEqual([]);

    await loadCatalogue({ subjects: [...firstYear, { ...firstYear[1], id: 13, name: "Orquesta" }] });
    expect(await listCatalogueChanges({ subjects: firstYear })).toEqual(['- subject 13 "Orquesta"']);
    expect(
      await listCatalogueChanges({
        subjects: [],
        school_years: smallCatalogue().school_years.slice(1),
        syllabus_subjects: [],
      }),
    ).toEqual(['- subject 21 "Lenguaje musical"', "- syllabus subject 3"]);
  });

  it("removes the specialities and subjects of a removed syllabus", async () => {
    const { syllabi, school_years } = smallCatalogue();
    expect(await listCatalogueChanges({ school_years, syllabi: syllabi.slice(1) })).toEqual([
      '- syllabus 11 "Elemental 1.º"',
      "- syllabus speciality 11/11",
      "- syllabus subject 1",
      "- syllabus subject 2",
    ]);
  });
});
