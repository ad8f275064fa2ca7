import { runInNewContext } from "node:vm";

/**
 * Comparable content of an HTML response: the markup outside of scripts, and the values of React's flight
 * data. Rows are cut, ordered and numbered by timing, and script names differ, so only values are
 * compared.
 */
export function normalizePageContent(html: string, nonce: string) {
  const scripts = /<script\b([^>]*)>(.*?)<\/script>/gs;
  const values = new Set<string>();
  const chunks: [kind: number, data?: unknown][] = [];
  for (const [, attributes = "", code = ""] of html.replaceAll(nonce, "").matchAll(scripts)) {
    if (code.includes("__next_f")) runInNewContext(code, { self: { __next_f: chunks } });
    else if (code !== "") values.add(`${attributes} ${code}`);
  }
  for (const [kind, data] of chunks) if (kind !== 1) addValues(values, data);
  const flight = chunks.filter(([kind]) => kind === 1).map(([, data]) => data);
  for (const row of parseRows(flight.join(""))) addValues(values, row);
  return { html: html.replaceAll(nonce, "").replaceAll(scripts, ""), values: [...values].sort() };
}

/** Flight format: `id:T<bytes>,text`, or `id:`, optional letters, and JSON to the end of line. */
function parseRows(flight: string): unknown[] {
  const rows: unknown[] = [];
  let rest = Buffer.from(flight);
  while (rest.length > 0) {
    const [prefix, bytes] = /^[\da-f]*:(?:T([\da-f]+),|[A-Z]*)/.exec(rest.toString("latin1", 0, 40)) ?? [];
    if (prefix === undefined) throw new Error(`No row of React's: ${rest.toString("utf8", 0, 80)}`);
    const end = bytes ? prefix.length + Number.parseInt(bytes, 16) : rest.indexOf("\n");
    const text = rest.toString("utf8", prefix.length, end);
    rows.push(bytes || text === "" ? text : JSON.parse(text)); // a letter alone begins or ends a list
    rest = rest.subarray(bytes ? end : end + 1);
  }
  return rows;
}

/** `$` with a row number refers to that row. */
const ROW_REFERENCE = /^\$[@LFQWKZh]?[\da-f]+(?::.*)?$/;

function addValues(values: Set<string>, value: unknown) {
  if (typeof value === "string" && ROW_REFERENCE.test(value)) return;
  if (typeof value !== "object" || value === null) return void values.add(JSON.stringify(value) ?? "");
  for (const child of Object.values(value)) addValues(values, child);
}
