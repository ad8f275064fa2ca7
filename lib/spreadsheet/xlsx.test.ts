import { strFromU8, unzipSync } from "fflate";
import { expect, test } from "vitest";
import { type Cell, xlsxFile } from "./xlsx";

async function sheetOf(...rows: Cell[][]): Promise<string> {
  async function* batches() {
    for (const one of rows) yield [one];
  }
  const pieces: Uint8Array[] = [];
  for await (const piece of xlsxFile(["name"], batches())) pieces.push(piece);
  const files = unzipSync(new Uint8Array(Buffer.concat(pieces)));
  expect(Object.keys(files)).toEqual([
    "[Content_Types].xml",
    "_rels/.rels",
    "xl/workbook.xml",
    "xl/_rels/workbook.xml.rels",
    "xl/styles.xml",
    "xl/worksheets/sheet1.xml",
  ]);
  return strFromU8(files["xl/worksheets/sheet1.xml"] as Uint8Array);
}

// Desk 25: a workbook keeps every character as text; nothing is a formula or a number.
test.each<[string, string]>([
  ['=HYPERLINK("http://evil.example")', '=HYPERLINK("http://evil.example")'],
  ["+34600123456", "+34600123456"],
  ["00012", "00012"],
  ["  two\nlines ", "  two\nlines "],
  ["a<b>&c", "a&lt;b&gt;&amp;c"],
  ["Núria 😀 çñ", "Núria 😀 çñ"],
  ["\u0001\r", "_x0001__x000D_"],
  ["_x0041_", "_x005F_x0041_"],
])("%j is the text %j", async (given, written) => {
  const sheet = await sheetOf([given]);
  expect(sheet).toContain(
    `<c r="A2" s="1" t="inlineStr"><is><t xml:space="preserve">${written}</t></is></c>`,
  );
  expect(sheet).not.toContain("<f>");
});

// 45,658 is 1 January 2025 in every spreadsheet's calendar that begins in 1900.
test("desk 25: days are dates, of a calendar that knows them; nothing is no cell", async () => {
  const sheet = await sheetOf(
    [{ day: "2025-01-01" }, null, { day: "2025-01-01", time: "18:00" }],
    [{ day: "1899-12-31" }],
  );
  expect(sheet).toContain(
    '<row r="2"><c r="A2" s="2"><v>45658</v></c><c r="C2" s="3"><v>45658.75</v></c></row>',
  );
  expect(sheet).toContain(">1899-12-31</t>");
});

test("columns are named beyond Z", async () => {
  const sheet = await sheetOf(Array.from({ length: 54 }, () => "x"));
  expect(sheet).toMatch(/r="Z2".*r="AA2".*r="AZ2".*r="BA2".*r="BB2"/);
});
