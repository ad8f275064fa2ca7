import { Unzip, type UnzipFile, UnzipInflate } from "fflate";
import { Parser } from "htmlparser2";
import { FileRefusal } from "@/lib/platform/file-refusal";
import { MAX_COLUMNS, MAX_ROWS, tooManyColumns, tooManyRows } from "./types";

/** Of an unpacked workbook, counted while unpacking. */
const MAX_UNPACKED_MEGABYTES = 48;

/** A cell as text, a formula, or an error value. */
type SheetCell = { text: string } | { formula: true } | { error: string };
/** A row with its number in the sheet and its non-empty cells, by column from 0. */
type SheetRow = { line: number; cells: [column: number, cell: SheetCell][] };
type Sheet = { name: string; rows: SheetRow[] };

type Node = { name: string; attributes: Record<string, string> };
type Events = { open?: (node: Node) => void; text?: (text: string) => void; close?: (name: string) => void };

/** How a style displays a number. */
type Format = "day" | "time" | undefined;

const DAY_MS = 24 * 3600 * 1000;
/** Days between the two Excel calendars: 30 December 1899 (Windows) and 1 January 1904 (old Macs). */
const DAYS_UNTIL_1904 = 1462;

/** The XML files of the archive, by name. */
type Parts = Map<string, string>;
/** A relationship between parts, found by the last word of its type; file names may vary. */
type Relation = { id: string; type: string; target: string };

const createNoWorkbookError = () => new FileRefusal("no_workbook", "This is no Excel workbook (.xlsx).");

/** Reads the sheets of an Excel workbook, cell by cell. @throws FileRefusal */
export function readWorkbook(bytes: Uint8Array): Sheet[] {
  const parts = unpack(bytes);
  const book = listRelations(parts, "").find(({ type }) => type === "officeDocument")?.target;
  const bookXml = book && parts.get(book);
  if (!bookXml) throw createNoWorkbookError();
  const relations = listRelations(parts, book);
  const readPart = (type: string) => {
    const relation = relations.find((relationOfType) => relationOfType.type === type);
    return relation ? getPart(parts, relation, type) : "";
  };
  const { sheets, is1904 } = readBook(bookXml);
  if (sheets.length === 0) throw createNoWorkbookError();
  const context = {
    texts: readSharedStrings(readPart("sharedStrings")),
    formats: readFormats(readPart("styles")),
    is1904,
  };
  const count = createRowCounter();
  return sheets.flatMap(({ name, id }) => {
    const relation = relations.find((candidate) => candidate.id === id);
    if (relation && relation.type !== "worksheet") return []; // a chart, or a macro's sheet: it has no rows
    return [{ name, rows: readRows(getPart(parts, relation, name), context, count) }];
  });
}

/** Parses XML and calls the handlers with element names without namespace prefix. */
function parseXml(xml: string, { open, text, close }: Events) {
  const parser = new Parser(
    {
      onopentag: (name, attributes) => open?.({ name: removeNamespace(name), attributes }),
      ontext: (part) => text?.(part),
      onclosetag: (name) => close?.(removeNamespace(name)),
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.write(xml);
  parser.end();
}

const removeNamespace = (name: string) => name.slice(name.indexOf(":") + 1);

/** The format of each style of a workbook. */
function readFormats(xml: string): Format[] {
  const codes = new Map<number, string>();
  const formats: Format[] = [];
  let inCells = false;
  parseXml(xml, {
    open: ({ name, attributes }) => {
      if (name === "numFmt") codes.set(Number(attributes.numFmtId), attributes.formatCode ?? "");
      if (name === "cellXfs") inCells = true;
      if (name === "xf" && inCells) formats.push(getFormat(Number(attributes.numFmtId ?? 0), codes));
    },
    close: (name) => {
      if (name === "cellXfs") inCells = false;
    },
  });
  return formats;
}

function getFormat(id: number, codes: Map<number, string>): Format {
  if ((id >= 14 && id <= 17) || id === 22) return "day";
  if ((id >= 18 && id <= 21) || (id >= 45 && id <= 47)) return "time";
  const code = (codes.get(id) ?? "")
    .replaceAll(/"[^"]*"|\\.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, "")
    .toLowerCase();
  if (/[yd]/.test(code)) return "day";
  return /[hs]/.test(code) ? "time" : undefined;
}

/** A number displayed as a date; Excel counts wrong dates before 1 March 1900. */
function formatDay(number: number, is1904: boolean): string {
  const serial = number + (is1904 ? DAYS_UNTIL_1904 : 0);
  return serial >= 61 && serial < 2_958_466
    ? new Date(Date.UTC(1899, 11, 30) + Math.floor(serial) * DAY_MS).toISOString().slice(0, 10)
    : String(number);
}

/** A number of days as hours, minutes and seconds. */
function formatTime(days: number): string {
  const seconds = Math.round(days * 24 * 3600);
  const padTwo = (value: number) => String(value).padStart(2, "0");
  return `${padTwo(Math.floor(seconds / 3600))}:${padTwo(Math.floor(seconds / 60) % 60)}:${padTwo(seconds % 60)}`;
}

/** Decodes characters that XML forbids and Excel escapes as `_x0001_`. */
const decodeEscapes = (text: string) =>
  text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));

/** Unzips the XML parts. @throws FileRefusal */
function unpack(bytes: Uint8Array): Parts {
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) throw createNoWorkbookError();
  const parts = new Map<string, Buffer[]>();
  const endedParts = new Set<string>();
  let size = 0;
  const readFile = (file: UnzipFile) => {
    if (!/\.(xml|rels)$/i.test(file.name)) return;
    const chunks: Buffer[] = [];
    const name = normalisePartName(file.name);
    parts.set(name, chunks);
    file.ondata = (error, piece, final) => {
      if (error) throw error; // also errors thrown below, which the library passes on
      size += piece.length;
      if (size > MAX_UNPACKED_MEGABYTES * 1024 * 1024) throw createTooLargeError();
      chunks.push(Buffer.from(piece));
      if (final) endedParts.add(name);
    };
    file.start();
  };
  const zip = new Unzip(readFile);
  zip.register(UnzipInflate);
  try {
    // In small chunks, so that the unpacked size is checked while it grows.
    for (let start = 0; start < bytes.length; start += 4096) {
      zip.push(bytes.subarray(start, start + 4096), start + 4096 >= bytes.length);
    }
  } catch (error) {
    throw error instanceof FileRefusal ? error : createBrokenError();
  }
  if (endedParts.size < parts.size || !hasEnd(bytes)) throw createBrokenError();
  return new Map([...parts].map(([name, pieces]) => [name, Buffer.concat(pieces).toString("utf8")]));
}

/** Whether the archive has its end record; a truncated file does not. */
const hasEnd = (bytes: Uint8Array) => Buffer.from(bytes).lastIndexOf(Buffer.from("PK\x05\x06")) >= 0;

const createBrokenError = () =>
  new FileRefusal("broken", "The workbook is damaged or cut off. Save it again.");
const createTooLargeError = () =>
  new FileRefusal("too_large", `The workbook unpacks to more than ${MAX_UNPACKED_MEGABYTES} MB.`, {
    limit: MAX_UNPACKED_MEGABYTES,
  });

/** @throws FileRefusal when a referenced part is missing */
function getPart(parts: Parts, relation: Relation | undefined, name: string): string {
  const xml = relation && parts.get(relation.target);
  if (xml === undefined)
    throw new FileRefusal(
      "part_missing",
      `The workbook names “${name}” but does not hold it. Save it again.`,
      { name },
    );
  return xml;
}

/** The relationships of a part, or of the archive for "". */
function listRelations(parts: Parts, part: string): Relation[] {
  const folder = part.slice(0, part.lastIndexOf("/") + 1);
  const relations: Relation[] = [];
  parseXml(parts.get(`${folder}_rels/${part.slice(folder.length)}.rels`) ?? "", {
    open: ({ name, attributes: { Id = "", Type = "", Target = "" } }) => {
      if (name === "Relationship")
        relations.push({
          id: Id,
          type: Type.slice(Type.lastIndexOf("/") + 1),
          target: normalisePartName(Target, folder),
        });
    },
  });
  return relations;
}

/** Normalises the name of a part: lower case, without leading slash. @throws FileRefusal */
function normalisePartName(path: string, from = ""): string {
  try {
    return decodeURI(new URL(path, `archive:/${from}`).pathname)
      .replace(/^\/+/, "")
      .toLowerCase();
  } catch {
    throw createBrokenError();
  }
}

function readBook(xml: string) {
  const sheets: { name: string; id: string }[] = [];
  let is1904 = false;
  parseXml(xml, {
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

/** The shared strings, without phonetic hints. */
function readSharedStrings(xml: string): string[] {
  const texts: string[] = [];
  let [inText, isPhonetic] = [false, false];
  parseXml(xml, {
    open: ({ name }) => {
      if (name === "si") texts.push("");
      if (name === "rPh") isPhonetic = true;
      inText = name === "t" && !isPhonetic;
    },
    text: (part) => {
      if (inText) texts[texts.length - 1] += part;
    },
    close: (name) => {
      if (name === "rPh") isPhonetic = false;
      if (name === "t") inText = false;
    },
  });
  return texts.map(decodeEscapes);
}

type Cell = { column: number; type: string; style: number; value: string; formula: boolean };

/** The data needed to read a cell's value: shared strings, formats, calendar. */
type Context = { texts: string[]; formats: Format[]; is1904: boolean };

/** Counts the rows of all sheets. @throws FileRefusal */
function createRowCounter() {
  let rows = 0;
  return () => {
    if (++rows > MAX_ROWS) throw tooManyRows();
  };
}

function readRows(xml: string, context: Context, count: () => void): SheetRow[] {
  const rows: SheetRow[] = [];
  let [line, nextColumn, cell, isValue, isPhonetic] = [0, 0, undefined as Cell | undefined, false, false];
  parseXml(xml, {
    open: ({ name, attributes }) => {
      if (name === "row") {
        [line, nextColumn] = [Number(attributes.r ?? line + 1), 0];
        count();
        rows.push({ line, cells: [] });
      }
      if (name === "c") {
        cell = createCell(attributes, nextColumn);
        nextColumn = cell.column + 1;
      }
      if (name === "f" && cell) cell.formula = true;
      if (name === "rPh") isPhonetic = true;
      isValue = !isPhonetic && (name === "v" || name === "t");
    },
    text: (part) => {
      if (isValue && cell) cell.value += part;
    },
    close: (name) => {
      if (name === "v" || name === "t") isValue = false;
      if (name === "rPh") isPhonetic = false;
      if (name !== "c" || !cell) return;
      const value = readValue(cell, context);
      if (value && cell.column >= MAX_COLUMNS) throw tooManyColumns();
      if (value) rows.at(-1)?.cells.push([cell.column, value]);
      cell = undefined;
    },
  });
  return rows;
}

function createCell({ r = "", t = "n", s = "0" }: Record<string, string>, next: number): Cell {
  const letters = /^[A-Z]{1,3}/.exec(r)?.[0];
  const column = letters
    ? [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
    : next;
  return { column, type: t, style: Number(s), value: "", formula: false };
}

function readValue(
  { type, style, value, formula }: Cell,
  { texts, formats, is1904 }: Context,
): SheetCell | undefined {
  if (formula) return { formula: true };
  if (value === "") return;
  if (type === "s") return { text: getSharedString(texts, value) };
  if (type === "e") return { error: value.slice(0, 40) };
  if (type === "b") return { text: value === "1" ? "true" : "false" };
  if (type !== "n") return { text: type === "d" ? value.slice(0, 10) : decodeEscapes(value) };
  const format = formats[style];
  const number = Number(value);
  if (format === "day") return { text: formatDay(number, is1904) };
  if (format === "time") return { text: formatTime(number) };
  // Rounds 32.499999999999996 to 32.5.
  return { text: String(Number(number.toPrecision(15))) };
}

/** @throws FileRefusal for an invalid index */
function getSharedString(texts: string[], number: string): string {
  const text = texts[Number(number)];
  if (text === undefined) throw createBrokenError();
  return text;
}
