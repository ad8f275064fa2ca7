import { afterAll, beforeAll, expect, test } from "vitest";
import { aMinor, anAdult } from "@/test/support/data/factories";
import { type Api, startApi } from "@/test/support/servers/api";

// Its own database after a first start, without school year and catalogue (running 8).
let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

test("4.1: a school without school years returns an empty list and rejects every year", async () => {
  const years = await api.get("academic/school_years");
  expect([years.status, years.data]).toEqual([200, []]);
  for (const list of ["specialities", "subjects", "syllabis"]) {
    const { status, error } = await api.get(`academic/${list}?school_year_id=1`);
    expect([list, status, error?.errors]).toEqual([
      list,
      422,
      [expect.objectContaining({ field: "school_year_id", code: "school_year_unavailable" })],
    ]);
  }
});

test("4.1, 4.2: lists without a year are served", async () => {
  for (const path of ["academic/speciality_experience", "general/countries", "general/document_types"]) {
    const { status, data } = await api.get(path);
    expect([path, status, (data as unknown[]).length > 0]).toEqual([path, 200, true]);
  }
  expect((await api.get("general/terms")).status).toBe(200);
});

test("4.3, 4.4: rejects enrollments with the field's name", async () => {
  for (const answer of [await api.enrollAdult(anAdult()), await api.enrollMinor(aMinor())]) {
    expect([answer.status, answer.error?.errors]).toEqual([
      422,
      expect.arrayContaining([
        expect.objectContaining({ field: "school_year_id", code: "school_year_unavailable" }),
      ]),
    ]);
  }
});
