import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toCatalogueFile } from "@/lib/catalogue/files/read-catalogue";
import { prisma } from "@/lib/platform/database/prisma";
import { toDate, toDay } from "@/lib/platform/dates";
import { getCatalogueVersion } from "@/test/support/data/catalogue";
import { demoSchool, seedSchool } from "./seed";
import { demoSchoolYears } from "./seed-years";

const DAY = 24 * 60 * 60 * 1000;
const firstDay = toDate("2024-01-01").getTime();
const lastDay = toDate("2030-12-31").getTime();
const day = fc
  .integer({ min: 0, max: (lastDay - firstDay) / DAY })
  .map((days) => toDay(new Date(firstDay + days * DAY)));

describe("the demo school's years", () => {
  it("on every day from 2024 to 2030: a current year that takes enrollments, and a next one", () => {
    for (let time = firstDay; time <= lastDay; time += DAY) {
      const today = toDay(new Date(time));
      const [last, current, next] = demoSchoolYears(today);
      expect(last && last.end_school_year < today, today).toBe(true);
      expect(current && current.end_school_year >= today, today).toBe(true);
      expect(current && current.start_enrollment <= today, today).toBe(true);
      expect(current && (current.end_enrollment ?? today) >= today, today).toBe(true);
      expect(next && next.start_school_year > (current?.end_school_year ?? ""), today).toBe(true);
    }
  });

  it("are labelled <yyyy>/<yyyy> (2.1), one of them without a last day of enrollment", () => {
    fc.assert(
      fc.property(day, (today) => {
        const years = demoSchoolYears(today);
        for (const { year, start_school_year, end_school_year } of years) {
          expect(year).toBe(`${start_school_year.slice(0, 4)}/${end_school_year.slice(0, 4)}`);
          expect(Number(year.slice(5))).toBe(Number(year.slice(0, 4)) + 1);
        }
        expect(years.filter(({ end_enrollment }) => end_enrollment === null)).toHaveLength(1);
      }),
    );
  });

  it("do not depend on the day", () => {
    fc.assert(
      fc.property(day, day, (one, other) => {
        const later = new Map(demoSchoolYears(other).map((year) => [year.id, year]));
        for (const year of demoSchoolYears(one)) expect(later.get(year.id) ?? year).toEqual(year);
      }),
    );
  });
});

describe("the demo school", () => {
  it("has well-formed rows, with what a client must cope with (2.2 to 2.4)", () => {
    const school = demoSchool("2026-11-21");
    expect(toCatalogueFile("demo", school).problems).toEqual([]);

    const ofYear = (rows: { school_year_id: number }[]) =>
      rows.filter(({ school_year_id }) => school_year_id === 26);
    expect(ofYear(school.specialities).length).toBeGreaterThanOrEqual(25);
    expect(ofYear(school.subjects).length).toBeGreaterThanOrEqual(60);
    expect(ofYear(school.syllabi).length).toBeGreaterThanOrEqual(30);
    expect(school.specialities.some(({ code }) => code === null)).toBe(true);
    expect(school.subjects.some(({ code }) => code === null)).toBe(true);
    expect(school.subjects.some(({ price }) => !Number.isInteger(price))).toBe(true);
    expect(school.subjects.some(({ ects }) => !Number.isInteger(ects))).toBe(true);
    expect(new Set(school.subjects.map(({ is_individual }) => is_individual)).size).toBe(2);
    expect(school.syllabi.some(({ name }) => name === "")).toBe(true);

    const listSyllabi = (kind: string) =>
      new Set(school.syllabus_subjects.filter((row) => row.kind === kind).map((row) => row.syllabus_id));
    const specialised = new Set(school.syllabus_specialities.map((row) => row.syllabus_id));
    for (const { id } of school.syllabi) expect(listSyllabi("mandatory").has(id)).toBe(true);
    expect(school.syllabi.some(({ id }) => !listSyllabi("optional").has(id))).toBe(true);
    expect(school.syllabi.some(({ id }) => !specialised.has(id))).toBe(true);
    expect(listSyllabi("speciality").size).toBeGreaterThan(0);
  });

  it("is seeded once: a second run changes nothing, a later year adds that year", async () => {
    await seedSchool("2026-11-21");
    const version = await getCatalogueVersion();
    await seedSchool("2026-11-21");
    await seedSchool("2027-06-30");
    expect(await getCatalogueVersion()).toBe(version);

    await seedSchool("2027-07-01");
    const years = await prisma().schoolYear.findMany({ orderBy: { id: "asc" }, select: { year: true } });
    expect(years.map(({ year }) => year)).toEqual(["2025/2026", "2026/2027", "2027/2028", "2028/2029"]);
  });

  it("moves the sequences past its ids", async () => {
    const { id } = await prisma().speciality.create({
      data: { schoolYearId: 26, name: "Laúd" },
      select: { id: true },
    });
    expect(id).toBeGreaterThan(28_000);
  });
});
