import { asWritten, dayOf, type Format, formatsIn, timeOf } from "./cell-values";
import { MAX_COLUMNS, MAX_ROWS, tooManyColumns, tooManyRows } from "./limits";
import { walk } from "./walk-xml";
import { broken, noWorkbook, partOf, relationsOf, unpack } from "./workbook-parts";

/** A cell as text, and what else is to be known of it. */
export type SheetCell = { text: string } | { formula: true } | { error: string };
/** A row with its number in the sheet, and those of its cells that hold something, by their column from 0 on. */
export type SheetRow = { line: number; cells: [column: number, cell: SheetCell][] };
export type Sheet = { name: string; rows: SheetRow[] };

/** The sheets of an Excel workbook, cell by cell. @throws FileRefusal */
export function readWorkbook(bytes: Uint8Array): Sheet[] {
  const parts = unpack(bytes);
  const book = relationsOf(parts, "").find(({ type }) => type === "officeDocument")?.target;
  const bookXml = book && parts.get(book);
  if (!bookXml) throw noWorkbook();
  const relations = relationsOf(parts, book);
  const own = (type: string) => {
    const relation = relations.find((one) => one.type === type);
    return relation ? partOf(parts, relation, type) : "";
  };
  const { sheets, is1904 } = readBook(bookXml);
  if (sheets.length === 0) throw noWorkbook();
  const look = { texts: textsIn(own("sharedStrings")), formats: formatsIn(own("styles")), is1904 };
  const count = rowCounter();
  return sheets.flatMap(({ name, id }) => {
    const relation = relations.find((one) => one.id === id);
    if (relation && relation.type !== "worksheet") return []; // a chart, or a macro's sheet: it has no rows
    return [{ name, rows: rowsIn(partOf(parts, relation, name), look, count) }];
  });
}

function readBook(xml: string) {
  const sheets: { name: string; id: string }[] = [];
  let is1904 = false;
  walk(xml, {
    open: ({ name, attributes }) => {
      if (name === "sheet") {
        const [, id = ""] = Object.entries(attributes).find(([key]) => /:id$/.test(key)) ?? [];
        sheets.push({ name: attributes.name ?? "", id });
      }
      if (name === "workbookPr") is1904 = ["1", "true", "on"].includes(attributes.date1904 ?? "");
    },
  });
  return { sheets, is1904 };
}

/** The texts that cells name by their number; how they are pronounced is left out. */
function textsIn(xml: string): string[] {
  const texts: string[] = [];
  let [inText, aside] = [false, false];
  walk(xml, {
    open: ({ name }) => {
      if (name === "si") texts.push("");
      if (name === "rPh") aside = true;
      inText = name === "t" && !aside;
    },
    text: (part) => {
      if (inText) texts[texts.length - 1] += part;
    },
    close: (name) => {
      if (name === "rPh") aside = false;
      if (name === "t") inText = false;
    },
  });
  return texts.map(asWritten);
}

type Cell = { column: number; type: string; style: number; value: string; formula: boolean };

/** What a cell's value means: the texts that it names by number, formats by style, the calendar. */
type Look = { texts: string[]; formats: Format[]; is1904: boolean };

/** Counts the rows of all sheets. @throws FileRefusal */
function rowCounter() {
  let rows = 0;
  return () => {
    if (++rows > MAX_ROWS) throw tooManyRows();
  };
}

/** @throws FileRefusal */
function rowsIn(xml: string, look: Look, count: () => void): SheetRow[] {
  const rows: SheetRow[] = [];
  let [line, next, cell, taking, aside] = [0, 0, undefined as Cell | undefined, false, false];
  walk(xml, {
    open: ({ name, attributes }) => {
      if (name === "row") {
        [line, next] = [Number(attributes.r ?? line + 1), 0];
        count();
        rows.push({ line, cells: [] });
      }
      if (name === "c") {
        cell = cellOf(attributes, next);
        next = cell.column + 1;
      }
      if (name === "f" && cell) cell.formula = true;
      if (name === "rPh") aside = true; // how the text is pronounced
      taking = !aside && (name === "v" || name === "t");
    },
    text: (part) => {
      if (taking && cell) cell.value += part;
    },
    close: (name) => {
      if (name === "v" || name === "t") taking = false;
      if (name === "rPh") aside = false;
      if (name !== "c" || !cell) return;
      const said = saidBy(cell, look);
      if (said && cell.column >= MAX_COLUMNS) throw tooManyColumns();
      if (said) rows.at(-1)?.cells.push([cell.column, said]);
      cell = undefined;
    },
  });
  return rows;
}

function cellOf({ r = "", t = "n", s = "0" }: Record<string, string>, next: number): Cell {
  const letters = /^[A-Z]{1,3}/.exec(r)?.[0];
  const column = letters
    ? [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
    : next;
  return { column, type: t, style: Number(s), value: "", formula: false };
}

function saidBy(
  { type, style, value, formula }: Cell,
  { texts, formats, is1904 }: Look,
): SheetCell | undefined {
  if (formula) return { formula: true };
  if (value === "") return;
  if (type === "s") return { text: textAt(texts, value) };
  if (type === "e") return { error: value.slice(0, 40) };
  if (type === "b") return { text: value === "1" ? "true" : "false" };
  if (type !== "n") return { text: type === "d" ? value.slice(0, 10) : asWritten(value) };
  const format = formats[style];
  const number = Number(value);
  if (format === "day") return { text: dayOf(number, is1904) };
  if (format === "time") return { text: timeOf(number) };
  // A hundredth that a spreadsheet has as 32.499999999999996 is 32.5.
  return { text: String(Number(number.toPrecision(15))) };
}

/** @throws FileRefusal where there is no text of that number */
function textAt(texts: string[], number: string): string {
  const text = texts[Number(number)];
  if (text === undefined) throw broken();
  return text;
}
