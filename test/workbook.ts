import { strToU8, zipSync } from "fflate";

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const SHARED = ["Piano &amp; órgano", "PIA"];
const STYLES = `<styleSheet xmlns="${MAIN}"><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy;@"/><numFmt numFmtId="165" formatCode="[h]:mm"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="14"/></cellXfs></styleSheet>`;

const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const shared = (at: number) => `<c t="s"><v>${at}</v></c>`;
const number = (value: number | string, style = 0) => `<c s="${style}"><v>${value}</v></c>`;
const formula = (value: number) => `<c><f>SUM(A1:A9)</f><v>${value}</v></c>`;
const heading = (names: string) => names.split(" ").map(text);

export const cell = { text, shared, number, formula, heading };

/** A workbook as a spreadsheet writes it: sheets of rows of cells. */
export function workbook(
  sheets: Record<string, string[][]>,
  more: Record<string, Uint8Array> = {},
): Uint8Array {
  const names = Object.keys(sheets);
  const parts: Record<string, Uint8Array> = {
    "xl/workbook.xml": strToU8(
      `<workbook xmlns="${MAIN}" xmlns:r="r"><sheets>${names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join("")}</sheets></workbook>`,
    ),
    "xl/_rels/workbook.xml.rels": strToU8(
      `<Relationships>${names.map((_, at) => `<Relationship Id="rId${at + 1}" Target="worksheets/sheet${at + 1}.xml"/>`).join("")}</Relationships>`,
    ),
    "xl/sharedStrings.xml": strToU8(
      `<sst xmlns="${MAIN}">${SHARED.map((one) => `<si><r><t>${one}</t></r></si>`).join("")}</sst>`,
    ),
    "xl/styles.xml": strToU8(STYLES),
    ...more,
  };
  for (const [at, name] of names.entries()) {
    const rows = sheets[name]?.map((cells) => `<row>${cells.join("")}</row>`).join("") ?? "";
    parts[`xl/worksheets/sheet${at + 1}.xml`] = strToU8(
      `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`,
    );
  }
  return zipSync(parts);
}
