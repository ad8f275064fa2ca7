import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { prisma } from "@/lib/platform/database/prisma";
import { writeSetting } from "@/lib/school/settings";
import { emptyCatalogue, loadCatalogue } from "@/test/support/data/catalogue";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { getSchoolYearIds } from "@/test/support/data/school-years";
import { smallCatalogue } from "@/test/support/data/small-catalogue";
import { type Api, startApi } from "@/test/support/servers/api";
import { contract } from "./contract";

let api: Api;
let school: Awaited<ReturnType<typeof seedDemoSchool>>;
beforeAll(async () => {
  school = await seedDemoSchool();
  api = await startApi();
});
afterAll(() => api.stop());

const reads = Object.values(contract).filter((endpoint) => "cached" in endpoint);
const ofYear = reads.filter((endpoint) => "query" in endpoint);
const pathOf = ({ path }: { path: string }) => path.replace("/api/v1/", "");

/** Rejects members that the interface does not have. */
function exact(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodArray) return z.array(exact(schema.element as z.ZodType));
  if (!(schema instanceof z.ZodObject)) return schema;
  const members = Object.entries(schema.shape as z.ZodRawShape);
  return z.strictObject(Object.fromEntries(members.map(([name, of]) => [name, exact(of as z.ZodType)])));
}

test.each(reads)(
  "1, 4: $path has the envelope and every field of section 2, exactly typed, and no other",
  async (endpoint) => {
    const { status, text, headers } = await api.get(pathOf(endpoint), {
      body: { school_year_id: getSchoolYearIds().current },
    });
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("application/json; charset=utf-8");
    const envelope = z.strictObject({ status: z.literal("success"), data: exact(endpoint.data) });
    expect(envelope.safeParse(JSON.parse(text)).error).toBeUndefined();
  },
);

test.each(ofYear)("4.1: $path is of the year that was asked for", async (endpoint) => {
  for (const year of [school.previous, school.current, school.next]) {
    const { data } = await api.get(pathOf(endpoint), { body: { school_year_id: year.id } });
    const rows = data as { id: number; school_year_id?: number }[];
    expect(rows.length).toBeGreaterThan(10);
    for (const row of rows) expect(row.school_year_id ?? year.id).toBe(year.id);
    if (endpoint.path.endsWith("specialities")) expect(rows.map(({ id }) => id)).toEqual(year.specialities);
    if (endpoint.path.endsWith("syllabis")) expect(rows.map(({ id }) => id)).toEqual(year.syllabi);
  }
});

test("4.1: the current school year and the next, in this order", async () => {
  const { data } = await api.get("academic/school_years");
  expect((data as { id: number }[]).map(({ id }) => id)).toEqual([
    getSchoolYearIds().current,
    getSchoolYearIds().next,
  ]);
});

test("4.1: a third school year is neither the current nor the next", async () => {
  const other = await prisma().schoolYear.create({
    data: {
      year: "2998/2999",
      startEnrollment: new Date("2998-05-01"),
      startSchoolYear: new Date("2998-09-01"),
      endSchoolYear: new Date("2999-06-30"),
    },
  });
  const three = await api.get("academic/school_years");
  expect((three.data as unknown[]).length).toBe(2); // the third is neither current nor next
  await prisma().schoolYear.delete({ where: { id: other.id } });
});

test("2: nullable fields are null, decimals numbers, durations as the interface prints them", async () => {
  const body = { school_year_id: getSchoolYearIds().current };
  const specialities = (await api.get("academic/specialities", { body })).data as { code: string | null }[];
  const subjects = (await api.get("academic/subjects", { body })).data as Record<string, unknown>[];
  const syllabi = (await api.get("academic/syllabis", { body })).data as z.output<
    (typeof contract)["listSyllabi"]["data"]
  >;
  expect(specialities.some(({ code }) => code === null)).toBe(true);
  expect(subjects.some(({ code }) => code === null)).toBe(true);
  expect(subjects.some(({ price }) => !Number.isInteger(price))).toBe(true);
  expect(subjects.some(({ ects }) => !Number.isInteger(ects))).toBe(true);
  for (const { school_hours } of subjects) expect(school_hours).toMatch(/^\d{2,}:[0-5]\d:[0-5]\d$/);
  expect(syllabi.some(({ name }) => name === "")).toBe(true);
  expect(syllabi.some((syllabus) => syllabus.subjects_optionals.length === 0)).toBe(true);
  expect(syllabi.some((syllabus) => syllabus.subjects_optionals.length > 0)).toBe(true);
  expect(syllabi.some((syllabus) => syllabus.speciality_subjects.length > 0)).toBe(true);
  const hours = syllabi.flatMap((syllabus) => syllabus.subjects_mandatories.map((row) => row.school_hours));
  for (const duration of hours) expect(duration).toMatch(/^\d{2,}:[0-5]\d$/);
});

test("2.5, 2.7: the lists word for word", async () => {
  expect((await api.get("academic/speciality_experience")).data).toEqual([
    { key: "0", value: "0-6 meses" },
    { key: "1", value: "1 año" },
    { key: "2", value: "2 años" },
    { key: "3", value: "3 años o más" },
  ]);
  expect((await api.get("general/document_types")).data).toEqual(["dni", "nie", "passport", "nif"]);
  const countries = (await api.get("general/countries")).data as string[];
  expect(countries.length).toBe(249);
  expect(new Set(countries).size).toBe(249);
});

test("4.2: terms and countries follow the school's settings", async () => {
  await writeSetting("terms_url", "https://school.example/terms");
  await writeSetting("supported_countries", ["es", "fr"]);
  expect((await api.get("general/terms")).data).toBe("https://school.example/terms");
  expect((await api.get("general/countries")).data).toEqual(["es", "fr"]);
});

test.each(reads)("$path carries a strong ETag; who has the answer gets 304", async (endpoint) => {
  const body = { school_year_id: getSchoolYearIds().current };
  const first = await api.get(pathOf(endpoint), { body });
  expect(first.headers).toMatchObject({
    etag: expect.stringMatching(/^"[\w-]+"$/),
    "cache-control": "private, no-cache",
    vary: expect.stringContaining("Authorization"),
  });
  for (const known of [first.headers.etag, `"x", W/${first.headers.etag}`, "*"]) {
    const again = await api.get(pathOf(endpoint), { body, headers: { "If-None-Match": String(known) } });
    expect([again.status, again.text, again.headers.etag]).toEqual([304, "", first.headers.etag]);
  }
  const other = await api.get(pathOf(endpoint), { body, headers: { "If-None-Match": '"other"' } });
  expect(other.status).toBe(200);
});

test("2.3, 2.4: an imported duration keeps its seconds, whichever way it is shown", async () => {
  await emptyCatalogue(); // nothing of the demo school's years is needed any more
  const [subject, ...subjects] = smallCatalogue().subjects;
  await loadCatalogue({
    ...smallCatalogue(),
    subjects: [{ ...subject, school_hours: "101:30:15" }, ...subjects],
  });
  const body = { school_year_id: 1 };
  const served = [
    (await api.get("academic/subjects", { body })).text,
    (await api.get("academic/syllabis", { body })).text,
  ];
  expect(served).toEqual([
    expect.stringContaining('"school_hours":"101:30:15"'),
    expect.stringContaining('"school_hours":"101:30"'),
  ]);
});
