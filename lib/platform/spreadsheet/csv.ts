/** UTF-8 says so at its beginning: Excel takes the file for another encoding otherwise. */
export const BYTE_ORDER_MARK = "\ufeff";

export type Separator = ";" | ",";

/** What a spreadsheet would take for a formula, and run (desk 25); some take full-width signs for the others. */
const FORMULA = /^'*[=+\-@＝＋－＠\t\r]/;

/** A cell that could be a formula gets an apostrophe; one that begins so already gets another, so that it can be read back. */
export const guardFormula = (text: string) => (FORMULA.test(text) ? `'${text}` : text);

/** The text that `guardFormula` was given. */
export const withoutGuard = (cell: string) =>
  cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;

/** What one program or another takes for the end of a cell: an unquoted cell would begin a formula behind it. */
const NEEDS_QUOTES = /[;,\t"\r\n]/;

/** A line of a CSV file (RFC 4180): a cell that could be a formula gets an apostrophe, all else is verbatim. */
export function toCsvRow(cells: (string | null | undefined)[], separator: Separator): string {
  return `${cells.map((cell) => csvCell(cell ?? "")).join(separator)}\r\n`;
}

function csvCell(text: string): string {
  const harmless = guardFormula(text);
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
