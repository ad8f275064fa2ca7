import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { BYTE_ORDER_MARK, guardFormula, toCsvRow, withoutGuard } from "@/lib/platform/files";

// Desk 25: what is dangerous gets an apostrophe, what is awkward is quoted, all else is verbatim.
test.each<[string, string]>([
  ['=HYPERLINK("http://evil.example")', `'=HYPERLINK("http://evil.example")`],
  ["+34600123456", "'+34600123456"],
  ["-1", "'-1"],
  ["@sum", "'@sum"],
  ["＝1＋1", "'＝1＋1"],
  ["＋34", "'＋34"],
  ["－1", "'－1"],
  ["＠sum", "'＠sum"],
  ["a＝b", "a＝b"],
  ["\tx", "'\tx"],
  ["\rx", "'\rx"],
  ["00012", "00012"],
  ["a;b", "a;b"],
  ['say "hi"', 'say "hi"'],
  ["two\nlines", "two\nlines"],
  ["Núria 😀 çñ", "Núria 😀 çñ"],
  ["", ""],
])("%j becomes %j, as another CSV parser reads it", (value, expected) => {
  for (const separator of [";", ","] as const) {
    const file = BYTE_ORDER_MARK + toCsvRow(["name", value, null], separator);
    expect(parse(file, { bom: true, delimiter: separator })).toEqual([["name", expected, ""]]);
  }
});

// LibreOffice splits at semicolons, commas and tabs alike unless told otherwise.
test.each(["hola,=1+1", "hola;=1+1", "hola\t=1+1"])("%j stays one cell with every separator", (value) => {
  for (const separator of [";", ","] as const) {
    const line = toCsvRow([value], separator);
    expect(parse(line, { delimiter: [";", ",", "\t"] })).toEqual([[value]]);
  }
});

test("only special cells are quoted, and the file begins with a byte order mark", () => {
  expect(toCsvRow(["00012", "Núria Vidal", "a;b"], ",")).toBe('00012,Núria Vidal,"a;b"\r\n');
  expect([...Buffer.from(BYTE_ORDER_MARK)]).toEqual([0xef, 0xbb, 0xbf]);
});

test.each(["=1+1", "'=1+1", "''-1", "+34", "@a", "＝1", "\tx", "'a", "a", "'", ""])(
  "desk 25: %j is read back unchanged",
  (text) => {
    expect(withoutGuard(guardFormula(text))).toBe(text);
    expect(guardFormula(text)).not.toMatch(/^[=+\-@＝\t]/);
  },
);
