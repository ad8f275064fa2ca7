import { strFromU8, unzipSync } from "fflate";
import { expect, test } from "vitest";
import { type Cell, writeXlsx } from "@/lib/platform/files";

async function sheetOf(...rows: Cell[][]): Promise<string> {
  return strFromU8((await filesOf(...rows))["xl/worksheets/sheet1.xml"] as Uint8Array);
}

async function filesOf(...rows: Cell[][]) {
  async function* batches() {
    yield rows.slice(0, 1);
    yield rows.slice(1);
  }
  const pieces: Uint8Array[] = [];
  for await (const piece of writeXlsx([{ name: "1", headings: ["name"], batches: batches() }]))
    pieces.push(piece);
  const files = unzipSync(new Uint8Array(Buffer.concat(pieces)));
  expect(Object.keys(files)).toEqual([
    "[Content_Types].xml",
    "_rels/.rels",
    "xl/workbook.xml",
    "xl/_rels/workbook.xml.rels",
    "xl/styles.xml",
    "xl/worksheets/sheet1.xml",
  ]);
  return files;
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
  ["\u0085\u007f\t\n", "_x0085__x007F_\t\n"],
  ["\ufffe\uffff\ufffd", "_xFFFE__xFFFF_\ufffd"],
  ["\ud83d alone", "\ufffd alone"],
  ["_x0041_", "_x005F_x0041_"],
  ["_xaBf9_ _xaBF9_", "_x005F_xaBf9_ _x005F_xaBF9_"],
  ["_x004_ _x00411_ _x004G_ x0041_ _x0041", "_x004_ _x00411_ _x004G_ x0041_ _x0041"],
])("%j is the text %j", async (value, written) => {
  const sheet = await sheetOf([value]);
  expect(sheet).toContain(
    `<c r="A2" s="1" t="inlineStr"><is><t xml:space="preserve">${written}</t></is></c>`,
  );
  expect(sheet).not.toContain("<f>");
});

// 45,658 is 1 January 2025 in every spreadsheet's calendar that begins in 1900.
test("desk 25: days become dates if Excel supports them; empty values have no cell", async () => {
  const sheet = await sheetOf(
    [{ day: "2025-01-01" }, null, { day: "2025-01-01", time: "18:00" }],
    [{ day: "1899-12-31" }, { day: "1900-02-28" }, { day: "1900-02-28", time: "09:30" }, ""],
    [{ day: "1900-03-01" }, { day: "2025-01-02", time: "01:03" }],
  );
  expect(sheet).toContain(
    '<row r="2"><c r="A2" s="2"><v>45658</v></c><c r="C2" s="3"><v>45658.75</v></c></row>',
  );
  const asText = (at: string, text: string) =>
    `<c r="${at}" s="1" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
  const third = `<row r="3">${asText("A3", "1899-12-31")}${asText("B3", "1900-02-28")}${asText("C3", "1900-02-28 09:30")}</row>`;
  const fourth = `<row r="4"><c r="A4" s="2"><v>61</v></c><c r="B4" s="3"><v>${45_659 + 63 / 1440}</v></c></row>`;
  expect(sheet).toContain(`${third}${fourth}</sheetData><autoFilter ref="A1:A4"/></worksheet>`);
});

test("a number stays a number", async () => {
  expect(await sheetOf([32.5, 0])).toContain(
    '<row r="2"><c r="A2"><v>32.5</v></c><c r="B2"><v>0</v></c></row>',
  );
});

test("columns are named beyond Z", async () => {
  const sheet = await sheetOf(Array.from({ length: 54 }, () => "x"));
  expect(sheet).toMatch(/r="Z2".*r="AA2".*r="AZ2".*r="BA2".*r="BB2"/);
});

// ECMA-376, part 1, 18.3 (a sheet), 12.3 (parts of a workbook), 18.8 (styles), 18.8.30 (49 is text, 14 a day, 22 a day
// with its time); part 2 (relationships, types of content).
test("a workbook's parts reference each other, and its elements follow the standard", async () => {
  const files = await filesOf(["x"]);
  const text = (name: string) => strFromU8(files[name] as Uint8Array);
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const packages = "http://schemas.openxmlformats.org/package/2006";
  const type = "application/vnd.openxmlformats-officedocument.spreadsheetml";
  for (const name of Object.keys(files))
    expect(text(name)).toMatch(/^<\?xml version="1\.0" encoding="UTF-8" standalone="yes"\?>\n<\w/);

  const types = text("[Content_Types].xml");
  expect(types).toContain(`<Types xmlns="${packages}/content-types">`);
  const parts = {
    "xl/workbook.xml": "sheet.main",
    "xl/styles.xml": "styles",
    "xl/worksheets/sheet1.xml": "worksheet",
  };
  for (const [name, kind] of Object.entries(parts))
    expect(types).toContain(`<Override PartName="/${name}" ContentType="${type}.${kind}+xml"/>`);

  const related = (name: string) =>
    [...text(name).matchAll(/<Relationship Id="(\w+)" Type="([^"]+)" Target="([^"]+)"\/>/g)].map((found) =>
      found.slice(1),
    );
  for (const name of ["_rels/.rels", "xl/_rels/workbook.xml.rels"])
    expect(text(name)).toContain(`<Relationships xmlns="${packages}/relationships">`);
  expect(related("_rels/.rels")).toEqual([["rId1", `${office}/officeDocument`, "xl/workbook.xml"]]);
  expect(related("xl/_rels/workbook.xml.rels")).toEqual([
    ["rId1", `${office}/worksheet`, "worksheets/sheet1.xml"],
    ["rId2", `${office}/styles`, "styles.xml"],
  ]);
  expect(text("xl/workbook.xml")).toContain(
    `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  );
  expect(text("xl/styles.xml")).toContain(`<styleSheet xmlns="${main}">`);
  const [, formats = ""] = /<cellXfs count="5">(.*)<\/cellXfs>/.exec(text("xl/styles.xml")) ?? [];
  expect([...formats.matchAll(/<xf(?: numFmtId="(\d+)")?/g)].map(([, number]) => number)).toEqual([
    undefined,
    "49",
    "14",
    "22",
    "49",
  ]);

  const sheet = text("xl/worksheets/sheet1.xml");
  expect(sheet).toContain(
    `<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" `,
  );
  expect(sheet).toContain(
    '<sheetData><row r="1"><c r="A1" s="4" t="inlineStr"><is><t xml:space="preserve">name</t>',
  );
});

test("a column is as wide as its heading, within limits; sheets keep their order", async () => {
  async function* none() {}
  const pieces: Uint8Array[] = [];
  const headings = ["id", "x".repeat(20), "x".repeat(99)];
  const sheets = ["1", "2"].map((name) => ({ name, headings, batches: none() }));
  for await (const piece of writeXlsx(sheets)) pieces.push(piece);
  const files = unzipSync(new Uint8Array(Buffer.concat(pieces)));
  const text = (name: string) => strFromU8(files[`xl/${name}.xml`] as Uint8Array);
  const columns = [17, 24, 40].map(
    (width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  );
  expect(text("worksheets/sheet2")).toContain(`</sheetViews><cols>${columns.join("")}</cols><sheetData>`);
  expect(text("workbook")).toContain(
    '<sheet name="1" sheetId="1" r:id="rId1"/><sheet name="2" sheetId="2" r:id="rId2"/>',
  );
});

test("a workbook is streamed while its rows are read, and their errors are thrown", async () => {
  const read: number[] = [];
  async function* batches(): AsyncGenerator<Cell[][]> {
    for (const at of [1, 2, 3]) {
      read.push(at);
      yield [[String(at)]];
    }
    throw new Error("the database has gone");
  }
  const pieces = writeXlsx([{ name: "1", headings: ["name"], batches: batches() }]);
  expect((await pieces.next()).value).toBeInstanceOf(Uint8Array);
  expect(read).toEqual([1]);
  await expect(async () => {
    for await (const _ of pieces);
  }).rejects.toThrow("the database has gone");
});
