import { expect, test } from "../support/test";

test("an integrator reads the catalogues of the current year (4.1)", async ({ api }) => {
  const years = await api.get("academic/school_years");
  expect(years.status).toBe(200);
  expect(years.body.status).toBe("success");
  const current = years.body.data[0];
  expect(current.year).toMatch(/^\d{4}\/\d{4}$/);

  for (const name of ["specialities", "subjects", "syllabis"]) {
    const { status, body } = await api.get(`academic/${name}?school_year_id=${current.id}`);
    expect(status, name).toBe(200);
    expect(body.data.length, name).toBeGreaterThan(0);
  }
});

test("an integrator reads the reference data (4.1, 4.2)", async ({ api, school }) => {
  const { body: experience } = await api.get("academic/speciality_experience");
  expect(experience.data).toEqual([
    { key: "0", value: "0-6 meses" },
    { key: "1", value: "1 año" },
    { key: "2", value: "2 años" },
    { key: "3", value: "3 años o más" },
  ]);
  expect((await api.get("general/document_types")).body.data).toEqual(["dni", "nie", "passport", "nif"]);
  expect((await api.get("general/countries")).body.data).toContain("es");
  expect((await api.get("general/terms")).body.data).toBe(`${school.url}/terms`);
});

test("5: a request without a key is refused", async ({ school }) => {
  const response = await fetch(`${school.url}/api/v1/general/terms`);
  expect(response.status).toBe(401);
  expect(response.headers.get("www-authenticate")).toBe('Bearer realm="api"');
});
