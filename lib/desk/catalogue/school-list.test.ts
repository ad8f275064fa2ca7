import { beforeEach, describe, expect, test } from "vitest";
import { calculateCoursePrice } from "@/lib/catalogue/course-price";
import { readCatalogueBytes } from "@/lib/catalogue/files/read-catalogue";
import { listHeadings } from "@/lib/catalogue/files/tables";
import { getCatalogueSnapshot } from "@/lib/catalogue/queries";
import { importCatalogueFile } from "@/lib/desk/catalogue/verbs";
import { locales } from "@/lib/i18n/locales";
import { prisma } from "@/lib/platform/database/prisma";
import { emptyCatalogue, loadCatalogue } from "@/test/support/data/catalogue";
import { smallCatalogue } from "@/test/support/data/small-catalogue";
import { cell, workbook } from "@/test/support/data/workbook";
import { commandActor } from "@/test/support/domain/staff";

beforeEach(emptyCatalogue);

const NEW_YEAR = {
  year: "2090/2091",
  start_enrollment: "2090-05-04",
  end_enrollment: "",
  start_school_year: "2090-09-01",
  end_school_year: "2091-06-30",
};

const read = (...lines: string[]) =>
  readCatalogueBytes("lista.csv", Buffer.from(`\uFEFF${lines.join("\r\n")}\r\n`));

const run = (lines: string[], schoolYear: Record<string, string> = NEW_YEAR, fingerprint?: string) =>
  importCatalogueFile({ file: read(...lines), schoolYear, seen: fingerprint }, commandActor);

/** Each instrument of each course as families and the office see it: price in cents, places of the instrument and of the pair. */
async function offered(label = NEW_YEAR.year) {
  const { schoolYears, byYear } = await getCatalogueSnapshot();
  const year = schoolYears.find((candidate) => candidate.year === label);
  const places = await prisma().place.findMany({ where: { schoolYearId: year?.id ?? 0 } });
  const limit = (specialityId: number, syllabusId: number | null) =>
    places.find((place) => place.specialityId === specialityId && place.syllabusId === syllabusId)?.places;
  return (byYear.get(year?.id ?? 0)?.syllabi.items ?? []).flatMap((syllabus) =>
    syllabus.specialities.map(({ id, name }) => ({
      course: [syllabus.degree.name, syllabus.name || syllabus.course.name, syllabus.age],
      name,
      price: calculateCoursePrice(syllabus, { period: "year", months: 10 }, id)?.year,
      places: limit(id, null) ?? limit(id, syllabus.id),
    })),
  );
}

const codes = async (lines: string[], year?: Record<string, string>) =>
  (await run(lines, year)).problems.map(({ line, column, text }) => [line, column, text.code, text.values]);

describe("desk 28: a school's own list", () => {
  test("creates year, instruments and a course with prices and places in an empty school; a repetition changes nothing", async () => {
    const lines = ["Instrumento;Plazas;PRECIO", "Piano;8;1.450,50 €", "Violín;;1.390"];
    const { digest, written } = await run(lines, NEW_YEAR, "");
    expect([written, await prisma().schoolYear.count()]).toEqual([false, 0]);
    expect(await run(lines, NEW_YEAR, digest)).toMatchObject({ problems: [], written: true });
    const course = ["Enseñanzas de música", "Clases de instrumento", 0];
    expect(await offered()).toEqual([
      { course, name: "Piano", price: 145_050, places: 8 },
      { course, name: "Violín", price: 139_000, places: undefined },
    ]);
    expect(await prisma().schoolYear.findFirst()).toMatchObject({
      year: "2090/2091",
      startEnrollment: new Date("2090-05-04"),
    });
    expect(await run(lines)).toMatchObject({ changes: [], places: [] });
  });

  test("is read as a spreadsheet on Windows saves it", async () => {
    const file = readCatalogueBytes(
      "lista.csv",
      Buffer.from("instrumento;plazas;precio\r\nViolín;2;390 \x80\r\n", "latin1"),
    );
    const { digest } = await importCatalogueFile({ file, schoolYear: NEW_YEAR, seen: "" }, commandActor);
    await importCatalogueFile({ file, schoolYear: NEW_YEAR, seen: digest }, commandActor);
    expect((await offered()).map(({ name, price, places }) => [name, price, places])).toEqual([
      ["Violín", 39_000, 2],
    ]);
  });

  test("updates the year by names, ignoring case and accents, and removes nothing", async () => {
    await run(["instrumento;plazas;precio", "Piano;8;400", "Violín;5;390"]);
    const report = await run(["instrumento;plazas;precio", "VIOLIN;;395,5", "Arpa;2;600"], {
      year: NEW_YEAR.year,
    });
    expect(report.problems).toEqual([]);
    expect(report.places.map(({ name, before, after }) => [name, before, after])).toEqual([
      ["Violín", 5, null],
      ["Arpa", null, 2],
    ]);
    expect((await offered()).map(({ name, price, places }) => [name, price, places])).toEqual([
      ["Piano", 40_000, 8],
      ["Violín", 39_550, undefined],
      ["Arpa", 60_000, 2],
    ]);
    await run(["instrumento;precio", "Piano;410"], { year: NEW_YEAR.year });
    expect((await offered())[0]).toMatchObject({ price: 41_000, places: 8 }); // without the column
    const entries = await prisma().auditEntry.findMany({
      where: { objectKind: "place" },
      orderBy: { id: "asc" },
      select: { action: true, values: { select: { old: true, new: true } } },
    });
    expect(entries.at(-1)).toEqual({ action: "places_set", values: [{ old: null, new: "2" }] });
  });

  test("has prices, places and ages of each course, under headings in any language", async () => {
    await run(["instrument,curs,ensenyament,edat,places,preu", 'Piano,Primer,Bàsic,8,3,"30,00"']);
    await run([
      "degree\tcourse\tinstrument\tprice\tplaces",
      "Bàsic\tprimer\tPiano\t31\t4",
      "Bàsic\tSegon\tPiano\t32\t",
    ]);
    expect(await offered()).toEqual([
      { course: ["Bàsic", "Primer", 8], name: "Piano", price: 3_100, places: 4 },
      { course: ["Bàsic", "Segon", 0], name: "Piano", price: 3_200, places: undefined },
    ]);
    for (const locale of locales) {
      const headings = Object.values(listHeadings).map((texts) => texts[locale]);
      expect(read(headings.join(";"))).toMatchObject({ problems: [], list: { rows: [] } });
    }
  });

  test("may be a workbook's only sheet, of any name", async () => {
    const { heading, text, number } = cell;
    const sheet = [heading("instrumento plazas precio"), [text("Piano"), number(8), number(30.5)]];
    const file = readCatalogueBytes("lista.xlsx", workbook({ "Hoja 1": sheet }));
    await importCatalogueFile({ file, schoolYear: NEW_YEAR }, commandActor);
    expect(await offered()).toMatchObject([{ name: "Piano", price: 3_050, places: 8 }]);
  });

  test("keeps the price of another course with the same subject", async () => {
    const school = smallCatalogue();
    school.syllabi.push({ ...school.syllabi[0], id: 12, name: "Elemental 2.º", course_id: 2 });
    school.syllabus_subjects.push({ ...school.syllabus_subjects[1], id: 9, syllabus_id: 12 });
    await loadCatalogue(school);
    expect((await run(["instrumento;curso;precio", "piano;elemental 1.º;20"], { id: "1" })).problems).toEqual(
      [],
    );
    const prices = await prisma().syllabusSubject.findMany({
      where: { kind: "speciality" },
      orderBy: { syllabusId: "asc" },
      select: { syllabusId: true, subject: { select: { name: true, price: true } } },
    });
    expect(
      prices.map(({ syllabusId, subject }) => [syllabusId, subject.name, Number(subject.price)]),
    ).toEqual([
      [11, "Coro", 20],
      [12, "Coro", 15],
    ]);
  });

  test("is refused with line and column, and nothing is saved", async () => {
    expect(await codes(["instrumento;color;precio", "Piano;negro;30"])).toEqual([
      [1, "color", "not_column", expect.anything()],
    ]);
    expect(await codes(["instrumento;plazas", "Piano;3"])).toEqual([
      [1, "price", "column_missing", undefined],
    ]);
    const sheet = workbook({ Lista: [cell.heading("instrumento plazas")] });
    for (const file of [read("instrumento;plazas"), readCatalogueBytes("lista.xlsx", sheet)])
      expect(file).toMatchObject({ tables: {}, list: { rows: [] } }); // its columns are named as a list's
    expect(
      await codes([
        "instrumento;curso;edad;plazas;precio",
        "Piano;A;8;3;treinta",
        ";A;;muchas;30",
        "Arpa;B;9;-1;1.2",
        "Gralla;A;8;;30",
        "gralla;a;;;30",
        "Tible;A;7;;30",
      ]),
    ).toEqual([
      [2, "price", "no_decimal", undefined],
      [3, "instrument", "missing", undefined],
      [3, "places", "no_whole", undefined],
      [4, "places", "no_whole", undefined],
      [6, "instrument", "list_twice", { line: 5 }],
      [7, "age", "list_other_age", { line: 5 }],
    ]);
    expect(await codes(["instrumento;precio", "Piano;30"], { year: "2090" })).toEqual([
      [undefined, "year", "no_label", undefined],
      [undefined, "start_enrollment", "missing", undefined],
      [undefined, "start_school_year", "missing", undefined],
      [undefined, "end_school_year", "missing", undefined],
    ]);
    await expect(run(["instrumento;precio", "Piano;30"], { id: "7" })).rejects.toThrow("year_unknown");
    const many = Array.from({ length: 1_001 }, (_, index) => `Piano ${index};30`);
    expect(await codes(["instrumento;precio", ...many])).toEqual([
      [undefined, undefined, "too_many_rows", { limit: 1_000 }],
    ]);
    expect([await prisma().schoolYear.count(), await prisma().degree.count()]).toEqual([0, 0]);
  });

  test("needs the degree where two courses have the same name", async () => {
    await run([
      "instrumento;curso;enseñanza;precio",
      "Piano;Primero;Elemental;30",
      "Piano;Primero;Profesional;40",
    ]);
    expect(await codes(["instrumento;curso;precio", "Piano;Primero;35"])).toEqual([
      [2, "degree", "list_degree_needed", expect.anything()],
    ]);
    expect(
      await codes([
        "instrumento;curso;enseñanza;precio",
        "Arpa;Tercero;;30",
        "Arpa;Tercero;Enseñanzas de música;30",
      ]),
    ).toEqual([[3, "instrument", "list_twice", { line: 2 }]]);
  });
});
