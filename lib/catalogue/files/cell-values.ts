import { walk } from "./walk-xml";

/** What a style makes of a number: a day, a time or nothing of the kind. */
export type Format = "day" | "time" | undefined;

/** What each style of a workbook makes of a number. */
export function formatsIn(xml: string): Format[] {
  const own = new Map<number, string>();
  const formats: Format[] = [];
  let inCells = false;
  walk(xml, {
    open: ({ name, attributes }) => {
      if (name === "numFmt") own.set(Number(attributes.numFmtId), attributes.formatCode ?? "");
      if (name === "cellXfs") inCells = true;
      if (name === "xf" && inCells) formats.push(formatOf(Number(attributes.numFmtId ?? 0), own));
    },
    close: (name) => {
      if (name === "cellXfs") inCells = false;
    },
  });
  return formats;
}

function formatOf(id: number, own: Map<number, string>): Format {
  if ((id >= 14 && id <= 17) || id === 22) return "day";
  if ((id >= 18 && id <= 21) || (id >= 45 && id <= 47)) return "time";
  const code = (own.get(id) ?? "").replaceAll(/"[^"]*"|\\.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, "").toLowerCase();
  if (/[yd]/.test(code)) return "day";
  return /[hs]/.test(code) ? "time" : undefined;
}

const DAY_MS = 24 * 3600 * 1000;
/** Days between 30 December 1899, from which Windows counts, and 1 January 1904, from which a Mac may. */
const DAYS_UNTIL_1904 = 1462;
/** A number that is shown as a day. From 1 March 1900 on; before it a spreadsheet counts a day that there was not. */
export function dayOf(number: number, is1904: boolean): string {
  const serial = number + (is1904 ? DAYS_UNTIL_1904 : 0);
  return serial >= 61 && serial < 2_958_466
    ? new Date(Date.UTC(1899, 11, 30) + Math.floor(serial) * DAY_MS).toISOString().slice(0, 10)
    : String(number);
}

/** A part of a day, or several, as hours, minutes and seconds. */
export function timeOf(days: number): string {
  const seconds = Math.round(days * 24 * 3600);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** A text with the characters that XML cannot hold, which Excel writes by their codes. */
export const asWritten = (text: string) =>
  text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
