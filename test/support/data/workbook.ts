import { strToU8, zipSync } from "fflate";

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const SHARED = ["Piano &amp; órgano", "PIA"];
const STYLES = `<styleSheet xmlns="${MAIN}"><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy;@"/><numFmt numFmtId="165" formatCode="[h]:mm"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="14"/></cellXfs></styleSheet>`;

const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const shared = (index: number) => `<c t="s"><v>${index}</v></c>`;
const number = (value: number | string, style = 0) => `<c s="${style}"><v>${value}</v></c>`;
const formula = (value: number) => `<c><f>SUM(A1:A9)</f><v>${value}</v></c>`;
const heading = (names: string) => names.split(" ").map(text);

export const cell = { text, shared, number, formula, heading };

const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
export const relations = (...items: [id: string, type: string, target: string][]) =>
  strToU8(`<Relationships>${items.map((item) => relation(...item)).join("")}</Relationships>`);

/** XML of a worksheet. */
export const sheetXml = (rows: string[][]) =>
  strToU8(
    `<worksheet xmlns="${MAIN}"><sheetData>${rows.map((cells) => `<row>${cells.join("")}</row>`).join("")}</sheetData></worksheet>`,
  );

export const bookXml = (sheets: string, prefix = "") =>
  strToU8(`<workbook xmlns="${MAIN}" xmlns:r="r">${prefix}<sheets>${sheets}</sheets></workbook>`);

/**
 * A workbook of sheets of rows of cells.
 * @param extraParts additional or replaced parts
 */
export function workbook(
  sheets: Record<string, string[][]>,
  extraParts: Record<string, Uint8Array> = {},
): Uint8Array {
  const names = Object.keys(sheets);
  const parts: Record<string, Uint8Array> = {
    "_rels/.rels": relations(["rId1", "officeDocument", "xl/workbook.xml"]),
    "xl/workbook.xml": bookXml(
      names
        .map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)
        .join(""),
    ),
    "xl/_rels/workbook.xml.rels": relations(
      ["rId98", "styles", "styles.xml"],
      ["rId99", "sharedStrings", "sharedStrings.xml"],
      ...names.map(
        (_, index) =>
          [`rId${index + 1}`, "worksheet", `worksheets/sheet${index + 1}.xml`] as [string, string, string],
      ),
    ),
    "xl/sharedStrings.xml": strToU8(
      `<sst xmlns="${MAIN}">${SHARED.map((string) => `<si><r><t>${string}</t></r></si>`).join("")}</sst>`,
    ),
    "xl/styles.xml": strToU8(STYLES),
  };
  for (const [index, name] of names.entries())
    parts[`xl/worksheets/sheet${index + 1}.xml`] = sheetXml(sheets[name] ?? []);
  return zipSync({ ...parts, ...extraParts });
}
