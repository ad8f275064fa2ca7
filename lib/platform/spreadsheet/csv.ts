/** UTF-8 says so at its beginning: Excel takes the file for another encoding otherwise. */
export const BYTE_ORDER_MARK = "\ufeff";

export type Separator = ";" | ",";

/** What a spreadsheet would take for a formula, and run (desk 25); some take full-width signs for the others. */
const FORMULA = /^[=+\-@＝＋－＠\t\r]/;

/** What one program or another takes for the end of a cell: an unquoted cell would begin a formula behind it. */
const AWKWARD = /[;,\t"\r\n]/;

/** A line of a CSV file (RFC 4180): a cell that could be a formula gets an apostrophe, all else is verbatim. */
export function csvLine(cells: (string | null | undefined)[], separator: Separator): string {
  return `${cells.map((cell) => csvCell(cell ?? "")).join(separator)}\r\n`;
}

function csvCell(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return AWKWARD.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
