import { Unzip, type UnzipFile, UnzipInflate } from "fflate";
import { asWritten, dayOf, type Format, formatsIn, timeOf } from "./cell-values";
import { walk } from "./walk-xml";

/** A cell as text, and what else is to be known of it. */
export type SheetCell = { text: string } | { formula: true } | { error: string };
/** A row with its number in the sheet, and those of its cells that hold something, by their column from 0 on. */
export type SheetRow = { line: number; cells: [column: number, cell: SheetCell][] };
export type Sheet = { name: string; rows: SheetRow[] };

/** Why a workbook cannot be read. */
export class Unreadable extends Error {
  constructor(
    readonly code: "no_workbook" | "broken" | "too_large" | "too_many_rows",
    readonly sheet?: string,
  ) {
    super(code);
  }
}

/** So much may be unpacked, whatever the file says of itself; a catalogue of a large school has a hundredth of it. */
const MOST_BYTES = 48 * 1024 * 1024;
const MOST_ROWS = 20_000;
const MOST_COLUMNS = 64;

type Parts = Map<string, string>;

/** The sheets of an Excel workbook, cell by cell. @throws Unreadable */
export function readWorkbook(bytes: Uint8Array): Sheet[] {
  const parts = unpack(bytes);
  const book = parts.get("xl/workbook.xml");
  if (book === undefined) throw new Unreadable("no_workbook");
  const targets = relationsIn(parts.get("xl/_rels/workbook.xml.rels") ?? "");
  const shared = textsIn(parts.get("xl/sharedStrings.xml") ?? "");
  const formats = formatsIn(parts.get("xl/styles.xml") ?? "");
  const sheets: { name: string; id: string }[] = [];
  walk(book, {
    open: ({ name, attributes }) => {
      if (name === "sheet") sheets.push({ name: attributes.name ?? "", id: attributes["r:id"] ?? "" });
    },
  });
  return sheets.flatMap(({ name, id }) => {
    const xml = parts.get(targets.get(id) ?? "");
    return xml === undefined ? [] : [{ name, rows: rowsIn(name, xml, shared, formats) }];
  });
}

/** The texts of an archive's parts, never more than a catalogue can be. @throws Unreadable */
function unpack(bytes: Uint8Array): Parts {
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) throw new Unreadable("no_workbook");
  const parts = new Map<string, Buffer[]>();
  const ended = new Set<string>();
  let size = 0;
  const take = (file: UnzipFile) => {
    if (!/^xl\/.*\.(xml|rels)$/.test(file.name)) return;
    const pieces: Buffer[] = [];
    parts.set(file.name, pieces);
    file.ondata = (error, piece, final) => {
      if (error) throw error; // also what was thrown below: the archive hands it round
      size += piece.length;
      if (size > MOST_BYTES) throw new Unreadable("too_large");
      pieces.push(Buffer.from(piece));
      if (final) ended.add(file.name);
    };
    file.start();
  };
  const zip = new Unzip(take);
  zip.register(UnzipInflate);
  try {
    // In small pieces, so that what unfolds is counted as it comes.
    for (let at = 0; at < bytes.length; at += 4096) {
      zip.push(bytes.subarray(at, at + 4096), at + 4096 >= bytes.length);
    }
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable("broken");
  }
  if (ended.size < parts.size || !hasEnd(bytes)) throw new Unreadable("broken");
  return new Map([...parts].map(([name, pieces]) => [name, Buffer.concat(pieces).toString("utf8")]));
}

/** Whether the archive's own end is there: one that was cut off lacks it. */
const hasEnd = (bytes: Uint8Array) => Buffer.from(bytes).lastIndexOf(Buffer.from("PK\x05\x06")) >= 0;

function relationsIn(xml: string): Map<string, string> {
  const targets = new Map<string, string>();
  walk(xml, {
    open: ({ name, attributes: { Id = "", Target = "" } }) => {
      if (name === "Relationship") targets.set(Id, Target.startsWith("/") ? Target.slice(1) : `xl/${Target}`);
    },
  });
  return targets;
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

/** @throws Unreadable `too_many_rows` */
function rowsIn(sheet: string, xml: string, shared: string[], formats: Format[]): SheetRow[] {
  const rows: SheetRow[] = [];
  let [line, next, cell, taking] = [0, 0, undefined as Cell | undefined, false];
  walk(xml, {
    open: ({ name, attributes }) => {
      if (name === "row") {
        [line, next] = [Number(attributes.r ?? line + 1), 0];
        if (rows.push({ line, cells: [] }) > MOST_ROWS) throw new Unreadable("too_many_rows", sheet);
      }
      if (name === "c") {
        cell = cellOf(attributes, next);
        next = cell.column + 1;
      }
      if (name === "f" && cell) cell.formula = true;
      taking = name === "v" || name === "t";
    },
    text: (part) => {
      if (taking && cell) cell.value += part;
    },
    close: (name) => {
      if (name === "v" || name === "t") taking = false;
      if (name !== "c" || !cell) return;
      const said = saidBy(cell, shared, formats);
      if (said && cell.column < MOST_COLUMNS) rows.at(-1)?.cells.push([cell.column, said]);
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
  shared: string[],
  formats: Format[],
): SheetCell | undefined {
  if (formula) return { formula: true };
  if (value === "") return;
  if (type === "s") return { text: shared[Number(value)] ?? "" };
  if (type === "e") return { error: value };
  if (type === "b") return { text: value === "1" ? "true" : "false" };
  if (type !== "n") return { text: type === "d" ? value.slice(0, 10) : asWritten(value) };
  const format = formats[style];
  const number = Number(value);
  if (format === "day") return { text: dayOf(number) };
  if (format === "time") return { text: timeOf(number) };
  // A hundredth that a spreadsheet has as 32.499999999999996 is 32.5.
  return { text: String(Number(number.toPrecision(15))) };
}
