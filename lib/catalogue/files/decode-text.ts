export const NOT_UTF8 = "This is not UTF-8 text. Spreadsheets offer it as “CSV UTF-8”.";

/** UTF-8 text without byte order mark, every line break as `\n`; else the first line that is not UTF-8. */
export function decodeText(bytes: Uint8Array): { text: string; badLine?: number } {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return { text: text.replace(/\r\n?/g, "\n") };
  } catch {
    const lenient = new TextDecoder("utf-8").decode(bytes);
    const before = lenient.slice(0, lenient.indexOf("\uFFFD"));
    return { text: "", badLine: before.split(/\r\n?|\n/).length };
  }
}
