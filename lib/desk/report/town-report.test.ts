import { strFromU8, unzipSync } from "fflate";
import { expect, test } from "vitest";
import { readTownReport, type TownReport, writeReportFile } from "@/lib/desk/report/queries";
import { getPool } from "@/lib/platform/database/prisma";
import { aMinor, anAdult } from "@/test/support/data/factories";
import { createEnrollment, getCurrentYear, setLimit, setState } from "@/test/support/domain/decisions";
import { aMember } from "@/test/support/domain/staff";

/** Twelve for piano (six accepted, six waiting), seven for violin (three accepted); two with their own postal codes. */
const ids = await getCurrentYear();
const actor = (await aMember("head")).actor;
await setLimit({ schoolYearId: ids.year, specialityId: ids.piano, syllabusId: null, places: 6 }, actor);
const home = (zip: string) => ({ student_birth_date: "1990-01-01", student_zip_code: zip });
for (let index = 0; index < 12; index++) {
  const zip = index < 2 ? `0800${index}` : "08012";
  const body = anAdult({ ...home(zip), student_speciality_option1: ids.piano });
  await setState(await createEnrollment(body), index < 6 ? "accepted" : "waiting", ids.piano);
}
for (let index = 0; index < 7; index++) {
  const child = aMinor({
    student_birth_date: "2018-01-01",
    guardian_zip_code: "08024",
    student_speciality_option1: ids.violin,
  });
  const reference = await createEnrollment(child);
  if (index < 3) await setState(reference, "accepted", ids.violin);
}
// Unannounced decisions do not count.
const undecided = await createEnrollment(
  anAdult({ ...home("08012"), student_speciality_option1: ids.piano }),
);
await getPool().query("update all_enrollments set decided_state = 'accepted' where reference = $1", [
  undecided,
]);
const report = (await readTownReport(actor, ids.year)) as TownReport;

const formatPart = (part: keyof TownReport["parts"]) =>
  report.parts[part].map(({ name, now }) => [name, now.asked, now.admitted, now.waiting]);

test("desk 40: the town hall's report counts by instrument, age and postal code, without identifying numbers", () => {
  expect(report.total.now).toEqual({ asked: 20, admitted: 9, waiting: 6 });
  // Three were admitted for violin: total and the six for piano would reveal them.
  const [piano, violin] = report.parts.instrument;
  expect(piano).toMatchObject({ places: 6, now: { asked: 13, admitted: undefined, waiting: 6 } });
  expect(violin).toMatchObject({ places: undefined, now: { asked: 7, admitted: undefined, waiting: 0 } });
  expect(formatPart("age").map(([, ...counts]) => counts)).toEqual([
    [7, undefined, 0],
    [13, undefined, 6],
  ]);
  // Two postal codes with one each are one row, and its two are hidden beside the next smallest.
  expect(formatPart("district").map(([name]) => name)).toEqual(["08012", "08024", "others"]);
  expect(formatPart("district").map(([, asked]) => asked)).toEqual([11, undefined, undefined]);
});

test("desk 40: the report is also a file in the reader's language, without names", async () => {
  const pieces: Uint8Array[] = [];
  for await (const piece of writeReportFile(report, "csv;", "ca")) pieces.push(piece);
  const lines = new TextDecoder().decode(Buffer.concat(pieces)).trim().split("\r\n");
  expect(lines[0]).toMatch(/^Apartat;Grup;Places;Sol·licituds \d{4}\/\d{4};/);
  expect(lines.find((line) => line.startsWith("Per especialitat;"))).toMatch(/;6;13;·;6/);
  expect(lines.at(-1)).toMatch(/^Total;;6;20;9;6/);
  expect(lines).toHaveLength(1 + 2 + 2 + 3 + 1);
});

test("desk 40: in the report's workbook counts are numbers, so that a spreadsheet adds them", async () => {
  const pieces: Uint8Array[] = [];
  for await (const piece of writeReportFile(report, "xlsx", "ca")) pieces.push(piece);
  const sheet = strFromU8(unzipSync(Buffer.concat(pieces))["xl/worksheets/sheet1.xml"] as Uint8Array);
  expect(sheet).toMatch(/<c r="C2"><v>6<\/v><\/c><c r="D2"><v>13<\/v><\/c><c r="E2" [^>]*><is><t[^>]*>·/);
});

test("desk 40: only the head sees small counts, and no file has them", async () => {
  const exact = (await readTownReport(actor, ids.year, { exact: true })) as TownReport;
  const counts = exact.parts.instrument.map(({ now }) => [now.asked, now.admitted, now.waiting]);
  expect(counts).toEqual([
    [13, 6, 6],
    [7, 3, 0],
  ]);
  expect(exact.parts.age.map(({ now }) => now.admitted)).toEqual([3, 6]);
  expect(exact.parts.district.map(({ name, now }) => [name, now.asked])).toEqual([
    ["08012", 11],
    ["08024", 7],
    ["08000", 1],
    ["08001", 1],
  ]);
  const secretary = (await aMember("secretary")).actor;
  await expect(readTownReport(secretary, ids.year, { exact: true })).rejects.toMatchObject({
    code: "no_right",
  });
});
