import { randomBytes } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import { locales } from "@/lib/i18n/locales";
import { bookXml, cell, relations, sheetXml, workbook } from "@/test/support/data/workbook";
import { readCatalogueBytes } from "./read-catalogue";
import { readWorkbook } from "./read-workbook";
import { toRawTables } from "./workbook";

const { text, shared, number, formula, heading } = cell;
const YEARS = "id year start_enrollment end_enrollment start_school_year end_school_year";
const year = (start: string) => [
  number(30),
  text("2029/2030"),
  start,
  text(""),
  number(47362, 3),
  text("2030-06-30"),
];
const SPECIALITIES = "id school_year_id name code";

/** The error of a workbook, without the reading process. */
const listProblems = (sheets: Record<string, string[][]>) =>
  toRawTables(readWorkbook(workbook(sheets))).problems;

test("desk 28: each sheet of a workbook is a table; texts, numbers, days and times are read as displayed", async () => {
  const file = await readCatalogueBytes(
    "catálogo.XLSX",
    workbook({
      school_years: [heading(YEARS), year(number(47240, 1))],
      Specialities: [heading(SPECIALITIES), [number(301), number("30"), shared(0), shared(1)]],
      subjects: [
        heading("id school_year_id code name school_hours price student_ratio ects is_individual"),
        [
          number(1),
          number(30),
          text(""),
          text("Coro"),
          number(1.0625, 2),
          number("32.499999999999996"),
          number(4),
          number(1.5),
          '<c t="b"><v>1</v></c>',
        ],
      ],
      Hoja4: [],
    }),
  );
  expect(file.problems).toEqual([]);
  const rows = Object.entries(file.tables).map(([name, table]) => [name, table?.rows.map(({ row }) => row)]);
  expect(Object.fromEntries(rows)).toEqual({
    school_years: [
      {
        id: 30,
        year: "2029/2030",
        start_enrollment: "2029-05-02",
        end_enrollment: null,
        start_school_year: "2029-09-01",
        end_school_year: "2030-06-30",
      },
    ],
    specialities: [{ id: 301, school_year_id: 30, name: "Piano & órgano", code: "PIA" }],
    subjects: [
      expect.objectContaining({ name: "Coro", school_hours: "25:30", price: "32.50", is_individual: true }),
    ],
  });
});

test("desk 28: an invalid cell is reported with sheet, row and column", async () => {
  expect(
    listProblems({
      specialities: [
        heading(SPECIALITIES),
        [number(1), formula(30), text("A"), text("B"), text("C")],
        [],
        [number(2), '<c t="e"><v>#REF!</v></c>'],
      ],
    }),
  ).toMatchObject([
    { file: "specialities", line: 2, column: "school_year_id", text: { code: "formula" } },
    { file: "specialities", line: 2, column: "E", text: { code: "no_heading" } },
    { file: "specialities", line: 4, column: "school_year_id", text: { code: "cell_error" } },
  ]);
  expect(listProblems({ specialities: [heading("id name")], Notas: [heading("algo")] })).toMatchObject([
    { file: "specialities", line: 1, column: "school_year_id" },
    { file: "specialities", line: 1, column: "code" },
    { file: "Notas", text: { code: "no_table" } },
  ]);
  const { problems } = await readCatalogueBytes(
    "a.xlsx",
    workbook({ school_years: [heading(YEARS), year(number(47240))] }),
  );
  expect(problems).toMatchObject([
    { file: "school_years", line: 2, column: "start_enrollment", text: { code: "no_day" } }, // a day as a bare number
  ]);
  const unreadable = [formula(1), formula(30), '<c t="e"><v>#REF!</v></c>', text("A")];
  const { problems: unreadableProblems } = await readCatalogueBytes(
    "a.xlsx",
    workbook({ specialities: [heading(SPECIALITIES), unreadable] }),
  );
  expect(unreadableProblems).toMatchObject([
    { file: "specialities", line: 2, column: "id", text: { code: "formula" } },
    { file: "specialities", line: 2, column: "school_year_id", text: { code: "formula" } },
    { file: "specialities", line: 2, column: "name", text: { code: "cell_error" } },
  ]); // and none is also reported as missing
});

const valid = workbook({ specialities: [heading(SPECIALITIES)] });

test.each([
  ["a file of another kind", randomBytes(4000), "no_workbook"],
  ["an archive that is no workbook", zipSync({ "word/document.xml": strToU8("<a/>") }), "no_workbook"],
  ["a truncated workbook", valid.subarray(0, valid.length - 200), "broken"],
  [
    "a zip bomb",
    workbook({ specialities: [] }, { "xl/theme/theme1.xml": new Uint8Array(60_000_000) }),
    "too_large",
  ],
  [
    "fifty thousand rows",
    workbook({ specialities: Array.from({ length: 50_000 }, () => [number(1)]) }),
    "too_many_rows",
  ],
])("desk 28: nothing is read, and the reason is reported, of %s", (_, bytes, code) => {
  expect(readCatalogueBytes("a.xlsx", bytes)).toMatchObject({ tables: {}, problems: [{ text: { code } }] });
});

test("desk 28: every refusal of a file has a text in each language", async () => {
  const files = globSync("lib/catalogue/files/*.ts", { exclude: ["**/*.test.ts"] });
  const source = files.map((file) => readFileSync(file, "utf8")).join("\n");
  const codes = new Set([...source.matchAll(/code: "(\w+)"/g)].map(([, code]) => code as string));
  for (const [, code] of source.matchAll(/FileRefusal\(\s*"(\w+)"/g)) codes.add(code as string);
  for (const code of ["too_slow", "too_much_memory"]) codes.add(code); // of lib/platform/file-process.ts
  codes.delete("null"); // of the column of that name
  expect(codes.size).toBeGreaterThan(25);
  for (const locale of locales) {
    const { default: messages } = await import(`@/lib/i18n/messages/${locale}.json`);
    expect([...codes].filter((code) => !messages.desk.catalogue.problems[code])).toEqual([]);
  }
});

const READ = [{ id: 301, school_year_id: 30, name: "Piano & órgano", code: "PIA" }];
const rows = [heading(SPECIALITIES), [number(301), number(30), shared(0), shared(1)]];
const readRows = (bytes: Uint8Array) =>
  readCatalogueBytes("a.xlsx", bytes).tables.specialities?.rows.map(({ row }) => row);
const sheet = '<sheet name="specialities" sheetId="7" r:id="';

// ECMA-376, part 2: only relations, by their types, tell the name and place of a part.
test.each<[string, Record<string, Uint8Array>]>([
  ["Excel's names", {}],
  [
    "other ids and targets",
    {
      "xl/workbook.xml": bookXml(`${sheet}x"/>`),
      "xl/_rels/workbook.xml.rels": relations(
        ["a", "sharedStrings", "/xl/t.xml"],
        ["x", "worksheet", "../other/One.xml"],
        ["b", "styles", "styles.xml"],
      ),
      "xl/t.xml": strToU8("<sst><si><t>Piano &amp; órgano</t></si><si><t>PIA</t></si></sst>"),
      "other/one.xml": sheetXml(rows),
    },
  ],
  [
    "another path of the workbook, and a chart",
    {
      "_rels/.rels": relations(["r", "officeDocument", "/main.xml"]),
      "main.xml": bookXml(
        `<sheet name="Chart" sheetId="1" r:id="c"/>${sheet}x"/>`.replaceAll("r:id", "rel:id"),
      ),
      "_rels/main.xml.rels": relations(
        ["c", "chartsheet", "chart.xml"],
        ["x", "worksheet", "xl/worksheets/sheet1.xml"],
        ["s", "sharedStrings", "xl/sharedStrings.xml"],
      ),
    },
  ],
])("desk 28: a workbook's sheets are found by their relations: %s", (_, parts) => {
  expect(readRows(workbook({ specialities: rows }, parts))).toEqual(READ);
});

test.each<[string, Record<string, Uint8Array>, string]>([
  [
    "a sheet",
    { "xl/workbook.xml": bookXml(`${sheet}rId1"/><sheet name="subjects" r:id="rId9"/>`) },
    "subjects",
  ],
  ["a file", { "xl/_rels/workbook.xml.rels": relations(["rId1", "worksheet", "gone.xml"]) }, "specialities"],
  [
    "its shared strings",
    {
      "xl/_rels/workbook.xml.rels": relations(
        ["rId1", "worksheet", "worksheets/sheet1.xml"],
        ["t", "sharedStrings", "gone.xml"],
      ),
    },
    "sharedStrings",
  ],
])(
  "desk 28: a workbook that references %s without containing it is refused with its name",
  (_, parts, name) => {
    const { problems, tables } = readCatalogueBytes("a.xlsx", workbook({ specialities: rows }, parts));
    expect(problems).toMatchObject([{ text: { code: "part_missing", values: { name } } }]);
    expect(tables).toEqual({});
  },
);

test("desk 28: a workbook's XML cannot define entities", () => {
  const doctype =
    '<!DOCTYPE worksheet [<!ENTITY own SYSTEM "file:///etc/passwd"><!ENTITY much "aaaaaaaaaa">]>';
  const sheet1 = Buffer.from(
    sheetXml([heading(SPECIALITIES), [number(301), number(30), text("OWN"), text("MUCH")]]),
  ).toString();
  const xml = (doctype + sheet1).replace("OWN", "&own;").replace("MUCH", "&much;");
  const [row] = readRows(workbook({ specialities: rows }, { "xl/worksheets/sheet1.xml": strToU8(xml) })) as {
    name: string;
    code: string;
  }[];
  expect([row?.name, row?.code]).toEqual(["&own;", "&much;"]);
});

test("desk 28: a missing shared string is an error, not an empty cell", () => {
  const bytes = workbook({
    specialities: [heading(SPECIALITIES), [number(1), number(30), shared(9), shared(1)]],
  });
  expect(readCatalogueBytes("a.xlsx", bytes).problems).toMatchObject([{ text: { code: "broken" } }]);
});

// Excel on a Mac counts from 1 January 1904, which is day 1,462 of the other calendar: 47,362 is 1 September 2029.
test.each(['date1904="1"', 'date1904="true"'])(
  "desk 28: days are read correctly from a workbook with %s",
  (calendar) => {
    const cells = [
      number(30),
      text("2029/2030"),
      number(47240 - 1462, 1),
      text(""),
      number(47362 - 1462, 3),
      text("2030-06-30"),
    ];
    const book = bookXml('<sheet name="school_years" sheetId="1" r:id="rId1"/>', `<workbookPr ${calendar}/>`);
    const { tables, problems } = readCatalogueBytes(
      "a.xlsx",
      workbook({ school_years: [heading(YEARS), cells] }, { "xl/workbook.xml": book }),
    );
    expect(problems).toEqual([]);
    expect(tables.school_years?.rows[0]?.row).toMatchObject({
      start_enrollment: "2029-05-02",
      start_school_year: "2029-09-01",
    });
  },
);

test("desk 28: a school year with days outside of its label is refused", () => {
  const cells = [
    number(30),
    text("2029/2030"),
    number(47240 - 1462, 1),
    text(""),
    number(47362 - 1462, 3),
    text("2026-06-30"),
  ];
  const { problems } = readCatalogueBytes("a.xlsx", workbook({ school_years: [heading(YEARS), cells] }));
  expect(problems).toMatchObject([
    { column: "start_school_year", text: { code: "not_in_label" } },
    { column: "end_school_year", text: { code: "not_in_label" } },
  ]);
});

const readYearCsv = (...days: string[]) =>
  readCatalogueBytes(
    "school_years.csv",
    Buffer.from(`${YEARS.replaceAll(" ", ";")}\n30;2029/2030;${days.join(";")}\n`),
  );

test.each<[string[], (string | null)[]]>([
  [
    ["13/05/2029", "", "1/9/2029", "30.6.2030"],
    ["2029-05-13", null, "2029-09-01", "2030-06-30"],
  ],
  [
    ["05/13/2029", "06/01/2029", "09/01/2029", "06/30/2030"],
    ["2029-05-13", "2029-06-01", "2029-09-01", "2030-06-30"],
  ],
  [
    ["04/04/2029", "2029-06-01", "2029-09-01", "2030-06-30"],
    ["2029-04-04", "2029-06-01", "2029-09-01", "2030-06-30"],
  ],
])("desk 28: local dates are read if the file shows the order of day and month: %j", (days, expected) => {
  const { problems, tables } = readYearCsv(...days);
  expect(problems).toEqual([]);
  const { id: _, year: __, ...row } = tables.school_years?.rows[0]?.row ?? {};
  expect(Object.values(row)).toEqual(expected);
});

test("desk 28: an ambiguous day is refused with both readings", () => {
  const ambiguous = {
    code: "ambiguous_day",
    values: { day: "04/05/2029", one: "2029-05-04", other: "2029-04-05" },
  };
  expect(readYearCsv("04/05/2029", "", "2029-09-01", "2030-06-30").problems).toMatchObject([
    { line: 2, column: "start_enrollment", text: ambiguous },
  ]);
  const contradicting = readYearCsv("04/05/2029", "05/13/2029", "13/09/2029", "2030-06-30");
  expect(contradicting.problems).toMatchObject([{ column: "start_enrollment", text: ambiguous }]);
  expect(readYearCsv("31/02/2029", "", "2029-09-01", "2030-06-30").problems).toMatchObject([
    { text: { code: "no_day" } },
  ]);
});
