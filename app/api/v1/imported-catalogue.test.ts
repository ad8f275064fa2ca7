import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { writeSetting } from "@/lib/school/settings";
import { emptyCatalogue, loadCatalogue } from "@/test/support/data/catalogue";
import { type Api, startApi } from "@/test/support/servers/api";

// Compares imported and served data: distinct values in every field, ordered by id (school years by start),
// independent of the file.

let api: Api;
beforeAll(async () => {
  await loadCatalogue(imported);
  api = await startApi();
});
afterAll(() => api.stop());

const imported = {
  school_years: [
    {
      id: 1,
      year: "2901/2902",
      start_enrollment: "2901-04-01",
      end_enrollment: null,
      start_school_year: "2901-09-02",
      end_school_year: "2902-06-23",
    },
    {
      id: 2,
      year: "2900/2901",
      start_enrollment: "2900-05-04",
      end_enrollment: "2900-07-31",
      start_school_year: "2900-09-07",
      end_school_year: "2901-06-30",
    },
  ],
  degrees: [{ id: 7, order: 3, name: "Enseñanzas profesionales" }],
  courses: [{ id: 9, degree_id: 7, number: 4, name: "Cuarto" }],
  grading_systems: [
    { id: 5, name: "Numérica" },
    { id: 6, name: "Apto o no apto" },
  ],
  specialities: [
    { id: 22, school_year_id: 2, name: "Arpa", code: null },
    { id: 21, school_year_id: 2, name: "Violín", code: "VLN" },
    { id: 11, school_year_id: 1, name: "Piano", code: "PIA" },
  ],
  subjects: [
    {
      id: 32,
      school_year_id: 2,
      code: null,
      name: "Coro",
      school_hours: "00:45",
      price: 15,
      student_ratio: 40,
      ects: 0.5,
      is_individual: false,
    },
    {
      id: 31,
      school_year_id: 2,
      code: "VL4",
      name: "Violín 4",
      school_hours: "101:30:15",
      price: 32.55,
      student_ratio: 1,
      ects: 6.25,
      is_individual: true,
    },
    {
      id: 12,
      school_year_id: 1,
      code: "LM1",
      name: "Lenguaje musical",
      school_hours: "02:00",
      price: 19.9,
      student_ratio: 12,
      ects: 3,
      is_individual: false,
    },
  ],
  syllabi: [
    {
      ...{ id: 42, school_year_id: 2, name: "", course_id: 9, grading_system_id: 5 },
      ...numbers(0, 1, 8, 2),
    },
    {
      ...{ id: 41, school_year_id: 2, name: "Violín cuarto", course_id: 9, grading_system_id: 6 },
      ...numbers(1, 2, 16, 3),
    },
  ],
  syllabus_specialities: [
    { syllabus_id: 41, speciality_id: 22, school_year_id: 2 },
    { syllabus_id: 41, speciality_id: 21, school_year_id: 2 },
  ],
  syllabus_subjects: [
    { ...ofSyllabus(54, 32), kind: "mandatory", speciality_id: null, classes_per_week: 5 },
    { ...ofSyllabus(51, 31), kind: "mandatory", speciality_id: null, classes_per_week: 2 },
    { ...ofSyllabus(52, 32), kind: "optional", speciality_id: null, classes_per_week: 3 },
    { ...ofSyllabus(53, 31), kind: "speciality", speciality_id: 21, classes_per_week: 4 },
  ],
};

function numbers(min: number, max: number, age: number, failed: number) {
  return { min_electives: min, max_electives: max, age, max_failed_subjects_to_pass: failed };
}

function ofSyllabus(id: number, subject: number) {
  return { id, syllabus_id: 41, subject_id: subject, school_year_id: 2 };
}

const read = async (path: string, year = 2) =>
  (await api.get(`academic/${path}`, { body: { school_year_id: year } })).data;

test("2.1: school years", async () => {
  expect(await read("school_years")).toEqual(imported.school_years.toReversed());
});

test("2.2: specialities", async () => {
  const [harp, violin, piano] = imported.specialities;
  expect(await read("specialities")).toEqual([violin, harp]);
  expect(await read("specialities", 1)).toEqual([piano]);
});

test("2.3: subjects, with seconds in their hours", async () => {
  const [choir, violin] = imported.subjects;
  expect(await read("subjects")).toEqual([violin, { ...choir, school_hours: "00:45:00" }]);
});

test("2.4: syllabi, with their specialities and three kinds of subjects", async () => {
  const place = {
    course: { id: 9, number: 4, name: "Cuarto" },
    degree: { id: 7, order: 3, name: "Enseñanzas profesionales" },
  };
  const violin = {
    subject_id: 31,
    name: "Violín 4",
    school_hours: "101:30",
    price: 32.55,
    ects: 6.25,
    student_ratio: 1,
  };
  const choir = {
    subject_id: 32,
    name: "Coro",
    school_hours: "00:45",
    price: 15,
    ects: 0.5,
    student_ratio: 40,
  };
  expect(await read("syllabis")).toEqual([
    {
      ...{ id: 41, name: "Violín cuarto", ...place, grading_system_id: 6 },
      ...{ min_electives: 1, max_electives: 2, age: 16, max_failed_subjects_to_pass: 3 },
      specialities: [
        { id: 21, name: "Violín", code: "VLN" },
        { id: 22, name: "Arpa", code: null },
      ],
      subjects_mandatories: [
        { id: 51, classes_per_week: 2, ...violin },
        { id: 54, classes_per_week: 5, ...choir },
      ],
      subjects_optionals: [{ id: 52, classes_per_week: 3, ...choir }],
      speciality_subjects: [{ id: 53, classes_per_week: 4, speciality_id: 21, ...violin }],
    },
    {
      ...{ id: 42, name: "", ...place, grading_system_id: 5 },
      ...{ min_electives: 0, max_electives: 1, age: 8, max_failed_subjects_to_pass: 2 },
      ...{ specialities: [], subjects_mandatories: [], subjects_optionals: [], speciality_subjects: [] },
    },
  ]);
  expect(await read("syllabis", 1)).toEqual([]);
});

test("4.1: a school year ends after its last day in the school's time zone", async () => {
  const ids = async (instant: string) => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date(instant) });
    return ((await read("school_years")) as { id: number }[]).map(({ id }) => id);
  };
  try {
    expect(await ids("2901-06-30T21:59:59Z")).toEqual([2, 1]); // Madrid, in summer
    expect(await ids("2901-06-30T22:00:00Z")).toEqual([1]);
    await writeSetting("time_zone", "Pacific/Kiritimati");
    expect(await ids("2901-06-30T09:59:59Z")).toEqual([2, 1]);
    expect(await ids("2901-06-30T10:00:00Z")).toEqual([1]);
  } finally {
    vi.useRealTimers();
  }
});

test("4.1: returns only the current school year without a next one, and none after the last", async () => {
  const [, current] = imported.school_years;
  await emptyCatalogue();
  await loadCatalogue({ school_years: [current as object] } as Parameters<typeof loadCatalogue>[0]);
  const years = async () => ((await read("school_years")) as { id: number }[]).map(({ id }) => id);
  await expect.poll(years).toEqual([2]);

  const ended = { ...current, start_enrollment: "2000-05-04", end_enrollment: null };
  await loadCatalogue({
    school_years: [{ ...ended, start_school_year: "2000-09-07", end_school_year: "2001-06-30" }],
  });
  await expect.poll(years).toEqual([]);
});
