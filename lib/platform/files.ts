import { readFile } from "node:fs/promises";
import path from "node:path";
import { strToU8, Zip, ZipDeflate } from "fflate";
import { type Day, toDate } from "@/lib/platform/dates";

/** Excel needs a byte order mark to read a file as UTF-8. */
export const BYTE_ORDER_MARK = "\ufeff";

/** Texts that a spreadsheet would run as a formula (desk 25); some also accept full-width signs. */
const FORMULA = /^'*[=+\-@＝＋－＠\t\r]/;

/** Puts an apostrophe before a possible formula, and before one that has an apostrophe already, so that it is reversible. */
export const guardFormula = (text: string) => (FORMULA.test(text) ? `'${text}` : text);

export const withoutGuard = (cell: string) =>
  cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;

type Separator = ";" | ",";

/** Separators of different programs: an unquoted one could start a new cell with a formula. */
const NEEDS_QUOTES = /[;,\t"\r\n]/;

/** A row of a CSV file (RFC 4180); possible formulas get an apostrophe. */
export function toCsvRow(cells: (string | null | undefined)[], separator: Separator): string {
  return `${cells.map((cell) => csvCell(cell ?? "")).join(separator)}\r\n`;
}

export type Cell = string | number | null | { day: Day } | { day: Day; time: string };

/** A sheet (its name needs no escaping) with its rows in batches. */
type Sheet = { name: string; headings: string[]; batches: AsyncIterable<Cell[][]> | Iterable<Cell[][]> };

const SPREADSHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** Indexes into `cellXfs` of STYLES. */
const style = { text: 1, day: 2, instant: 3, heading: 4 } as const;

const STYLES = `<styleSheet xmlns="${SPREADSHEET}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf/><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="22" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`;

const getSheetPath = (number: number) => `xl/worksheets/sheet${number}.xml`;

/**
 * Streams rows, so memory does not grow with them (a library that builds sheets took 1.1 GB for 50,000
 * enrollments).
 */
export async function* writeXlsx(sheets: Sheet[]): AsyncGenerator<Uint8Array> {
  const chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  const addFile = (name: string) => {
    const file = new ZipDeflate(name);
    zip.add(file);
    return (xml: string, last = false) => file.push(strToU8(xml), last);
  };
  for (const [name, xml] of Object.entries(createPackageParts(sheets.map(({ name }) => name))))
    addFile(name)(HEAD + xml, true);
  for (const [index, { headings, batches }] of sheets.entries()) {
    const write = addFile(getSheetPath(index + 1));
    write(
      `${HEAD}<worksheet xmlns="${SPREADSHEET}">${FROZEN}${widths(headings)}<sheetData>${row(1, headings, style.heading)}`,
    );
    let number = 1;
    for await (const rows of batches) {
      write(rows.map((cells) => row(++number, cells, style.text)).join(""));
      yield* chunks.splice(0);
    }
    const last = `${columnName(headings.length - 1)}${number}`;
    write(`</sheetData><autoFilter ref="A1:${last}"/></worksheet>`, true);
  }
  zip.end();
  yield* chunks.splice(0);
}

/** Without byte order mark, line breaks as `\n`; undefined without the file. @throws Error when it is not UTF-8 */
export async function readTextFile(file: string): Promise<string | undefined> {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await readFile(file));
    return `${text.replaceAll("\r\n", "\n").normalize("NFC").trim()}\n`;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    if (error instanceof TypeError) throw new Error(`${path.basename(file)} is not UTF-8.`);
    throw error;
  }
}

function csvCell(text: string): string {
  const guarded = guardFormula(text);
  return NEEDS_QUOTES.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

function createPackageParts(names: string[]): Record<string, string> {
  const joinSheets = (render: (name: string, number: number) => string) =>
    names.map((name, index) => render(name, index + 1)).join("");
  return {
    "[Content_Types].xml": `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>${joinSheets((_, number) => `<Override PartName="/${getSheetPath(number)}" ContentType="${TYPE}.worksheet+xml"/>`)}</Types>`,
    "_rels/.rels": `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `<workbook xmlns="${SPREADSHEET}" xmlns:r="${OFFICE}"><sheets>${joinSheets((name, number) => `<sheet name="${name}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${PACKAGE}/relationships">${joinSheets((_, number) => `<Relationship Id="rId${number}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}<Relationship Id="rId${names.length + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    "xl/styles.xml": STYLES,
  };
}

const FROZEN =
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';

/** Column widths: the heading with its filter arrow, at least a date and time. */
const widths = (headings: string[]) =>
  `<cols>${headings
    .map((heading, index) => {
      const width = Math.min(40, Math.max(17, [...heading].length + 4));
      return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`;
    })
    .join("")}</cols>`;

function row(number: number, cells: Cell[], textStyle: number): string {
  const xml = cells.map((value, index) => cell(`${columnName(index)}${number}`, value, textStyle)).join("");
  return `<row r="${number}">${xml}</row>`;
}

function cell(reference: string, value: Cell, textStyle: number): string {
  if (value === null || value === "") return "";
  if (typeof value === "string") {
    return `<c r="${reference}" s="${textStyle}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(value)}</t></is></c>`;
  }
  if (typeof value === "number") return `<c r="${reference}"><v>${value}</v></c>`;
  const serial = toSerial(value.day);
  if (serial < FIRST_SERIAL)
    return cell(reference, "time" in value ? `${value.day} ${value.time}` : value.day, textStyle);
  if (!("time" in value)) return `<c r="${reference}" s="${style.day}"><v>${serial}</v></c>`;
  const [hours = 0, minutes = 0] = value.time.split(":").map(Number);
  return `<c r="${reference}" s="${style.instant}"><v>${serial + (hours * 60 + minutes) / 1440}</v></c>`;
}

/** 1 March 1900: before it Excel counts a 29 February that did not exist. */
const FIRST_SERIAL = 61;
const DAY_MS = 24 * 3600 * 1000;

const toSerial = (day: Day) => (toDate(day).getTime() - Date.UTC(1899, 11, 30)) / DAY_MS;

/** A, B, … Z, AA, … */
export function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}

/** Escapes characters that XML forbids as Excel does (`_x0001_`), and text that looks like such an escape. */
const escapeXml = (text: string) =>
  text
    .toWellFormed()
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_")
    .replace(/[^\t\n\P{Cc}]|[\ufffe\uffff]/gu, escapeForExcel)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");

const escapeForExcel = (char: string) =>
  `_x${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`;
