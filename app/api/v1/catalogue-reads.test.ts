import { expect, test } from "vitest";
import { z } from "zod";
import { writeSetting } from "@/lib/school/settings";
import { getSchoolYearIds } from "@/test/support/data/school-years";
import { startDemoApi } from "@/test/support/servers/api";
import { contract } from "./contract";

const { api, school } = await startDemoApi();

const reads = Object.values(contract).filter((endpoint) => "cached" in endpoint);
const readsOfYear = reads.filter((endpoint) => "query" in endpoint);
const getPath = ({ path }: { path: string }) => path.replace("/api/v1/", "");

/** Rejects members that the interface does not have. */
function exact(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodArray) return z.array(exact(schema.element as z.ZodType));
  if (!(schema instanceof z.ZodObject)) return schema;
  const members = Object.entries(schema.shape as z.ZodRawShape);
  return z.strictObject(
    Object.fromEntries(members.map(([name, member]) => [name, exact(member as z.ZodType)])),
  );
}

test.each(reads)(
  "1, 4: $path has the envelope and every field of section 2, exactly typed, and no other",
  async (endpoint) => {
    const { status, text, headers } = await api.get(getPath(endpoint), {
      body: { school_year_id: getSchoolYearIds().current },
    });
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("application/json; charset=utf-8");
    const envelope = z.strictObject({ status: z.literal("success"), data: exact(endpoint.data) });
    expect(envelope.safeParse(JSON.parse(text)).error).toBeUndefined();
  },
);

test.each(readsOfYear)("4.1: $path returns the rows of the requested year", async (endpoint) => {
  for (const year of [school.previous, school.current, school.next]) {
    const { data } = await api.get(getPath(endpoint), { body: { school_year_id: year.id } });
    const rows = data as { id: number; school_year_id?: number }[];
    expect(rows.length).toBeGreaterThan(10);
    for (const row of rows) expect(row.school_year_id ?? year.id).toBe(year.id);
    if (endpoint.path.endsWith("specialities")) expect(rows.map(({ id }) => id)).toEqual(year.specialities);
    if (endpoint.path.endsWith("syllabis")) expect(rows.map(({ id }) => id)).toEqual(year.syllabi);
  }
});

test("2.5, 2.7: returns the lists of the interface", async () => {
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

test.each(reads)("$path has a strong ETag and answers 304 if it matches", async (endpoint) => {
  const body = { school_year_id: getSchoolYearIds().current };
  const first = await api.get(getPath(endpoint), { body });
  expect(first.headers).toMatchObject({
    etag: expect.stringMatching(/^"[\w-]+"$/),
    "cache-control": "private, no-cache",
    vary: expect.stringContaining("Authorization"),
  });
  for (const known of [first.headers.etag, `"x", W/${first.headers.etag}`, "*"]) {
    const again = await api.get(getPath(endpoint), { body, headers: { "If-None-Match": String(known) } });
    expect([again.status, again.text, again.headers.etag]).toEqual([304, "", first.headers.etag]);
  }
  const other = await api.get(getPath(endpoint), { body, headers: { "If-None-Match": '"other"' } });
  expect(other.status).toBe(200);
});
