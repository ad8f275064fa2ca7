import { zipSync } from "fflate";
import { expect, test } from "vitest";
import { bookXml, relations, sheetXml, workbook } from "@/test/support/data/workbook";
import { readCatalogueBytes } from "./read-catalogue";
import { MAX_PROBLEMS, MAX_ROWS } from "./types";

const MEGABYTES = 4_000_000;

const sized = (begin: string, row: string, end: string) =>
  Buffer.from(begin + row.repeat(Math.floor((MEGABYTES - begin.length - end.length) / row.length)) + end);

/** The smallest possible rows; those of a workbook are compressed. */
const smallest: [string, Uint8Array, ...string[]][] = [
  ["grading_systems.csv", sized("id,name\n", "1\n", ""), "too_many_rows"],
  ["grading_systems.csv", sized("id,name\n", ",\n", "")],
  ["grading_systems.csv", sized("id,name\n", ",", "\n")],
  ["grading_systems.csv", sized("id,name\n", "1,", "\n"), "too_many_columns"],
  ["grading_systems.csv", sized('"', "a", ""), "quotes"],
  ["a.json", sized("[", "0,", "0]"), "no_tables"],
  ["a.json", sized("[", "{},", "{}]"), "no_tables"],
  ["a.json", sized('{"degrees":[', "0,", "0]}"), "too_many_rows"],
  ["a.json", sized('{"degrees":[', "{},", "{}]}"), "too_many_rows"],
  ["a.json", sized('{"degrees":[', "[],", "[]]}"), "too_many_rows"],
  ["a.json", sized('{"degrees":[{"id":[', "0,", "0]}]}"), "too_many_columns"],
  ["a.json", sized("{", '"a":0,', '"a":0}'), "no_tables"],
  ["a.json", sized('{"degrees":', "[", ""), "too_deep"],
  ["a.json", sized("", "[", ""), "no_tables"],
  ["a.json", sized("", '{"a":', ""), "too_deep"],
  ["a.json", sized('{"degrees":"', '\\"', '"}'), "no_rows"],
  ["a.xlsx", workbook({ degrees: Array.from({ length: 2_000_000 }, () => []) }), "too_many_rows"],
  [
    "a.xlsx",
    workbook(
      { degrees: [] },
      { "xl/worksheets/sheet1.xml": sheetXml([Array(3_000_000).fill("<c><v>1</v></c>")]) },
    ),
    "too_many_columns",
  ],
  [
    "a.xlsx",
    workbook({ degrees: [] }, { "xl/sharedStrings.xml": sized("<sst>", "<si/>", "</sst>") }),
    "no_rows_at_all",
  ],
  ["a.xlsx", zipSync({ "xl/a.xml": new Uint8Array(60_000_000) }), "too_large"],
  [
    "a.xlsx",
    zipSync({
      "_rels/.rels": relations(["a", "officeDocument", "w.xml"]),
      "w.xml": bookXml('<sheet name="degrees" r:id="a"/>'.repeat(50_000)),
    }),
    "part_missing",
  ],
];

test.each(smallest)(
  "desk 28: 4 MB of the smallest possible rows exceed a limit: %s %#",
  (name, bytes, ...codes) => {
    expect(bytes.length).toBeLessThanOrEqual(MEGABYTES);
    const { problems } = readCatalogueBytes(name, bytes);
    expect(problems.map(({ text }) => text.code)).toEqual(codes);
    if (codes[0]?.startsWith("too_")) expect(problems[0]?.text.values?.limit).toBeGreaterThan(0);
  },
);

test("desk 28: a file may have MAX_ROWS rows and no more", () => {
  const csv = (rows: number) =>
    Buffer.from(`id,name\n${Array.from({ length: rows }, (_, at) => `${at + 1},a\n`).join("")}`);
  const json = (rows: number) =>
    Buffer.from(
      JSON.stringify({
        grading_systems: Array.from({ length: rows }, (_, at) => ({ id: at + 1, name: "a" })),
      }),
    );
  const xlsx = (rows: number) =>
    workbook({ grading_systems: Array.from({ length: rows + 1 }, () => ['<c t="str"><v>id</v></c>']) });
  for (const [name, make] of [
    ["grading_systems.csv", csv],
    ["a.json", json],
  ] as const) {
    expect(readCatalogueBytes(name, make(MAX_ROWS)).tables.grading_systems?.rows).toHaveLength(MAX_ROWS);
    expect(readCatalogueBytes(name, make(MAX_ROWS + 1)).problems).toMatchObject([
      { text: { code: "too_many_rows" } },
    ]);
  }
  expect(readCatalogueBytes("a.xlsx", xlsx(MAX_ROWS - 1)).problems).not.toMatchObject([
    { text: { code: "too_many_rows" } },
  ]);
  expect(readCatalogueBytes("a.xlsx", xlsx(MAX_ROWS)).problems).toMatchObject([
    { text: { code: "too_many_rows" } },
  ]);
});

test("desk 28: a file with too many problems is refused", () => {
  const { problems, tables } = readCatalogueBytes(
    "a.json",
    Buffer.from(JSON.stringify({ degrees: Array(20_000).fill({}) })),
  );
  expect(problems).toHaveLength(MAX_PROBLEMS + 1);
  expect(problems[0]).toMatchObject({ text: { code: "too_many_problems", values: { limit: MAX_PROBLEMS } } });
  expect(tables).toEqual({});
});
