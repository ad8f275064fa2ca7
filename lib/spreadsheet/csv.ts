/** UTF-8 says so at its beginning: Excel takes the file for another encoding otherwise. */
export const BYTE_ORDER_MARK = "\ufeff";

export type Separator = ";" | ",";

/** What a spreadsheet would take for a formula, and run (desk 25). */
const FORMULA = /^[=+\-@\t\r]/;

/** A line of a CSV file (RFC 4180): a cell that could be a formula gets an apostrophe, all else is verbatim. */
export function csvLine(cells: (string | null | undefined)[], separator: Separator): string {
  return `${cells.map((cell) => csvCell(cell ?? "", separator)).join(separator)}\r\n`;
}

function csvCell(text: string, separator: Separator): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  const quoted = harmless.includes(separator) || /["\r\n]/.test(harmless);
  return quoted ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
