import { runInNewContext } from "node:vm";

/**
 * Comparable content of an HTML response: the markup outside of scripts, and the values of React's flight
 * data. Rows are cut, ordered and numbered by timing, and script names differ, so only values are
 * compared.
 */
export function normalizePageContent(html: string, nonce: string) {
  const scripts = /<script\b([^>]*)>(.*?)<\/script>/gs;
  const values = new Set<string>();
  const pushed: [kind: number, data?: unknown][] = [];
  for (const [, attributes = "", code = ""] of html.replaceAll(nonce, "").matchAll(scripts)) {
    if (code.includes("__next_f")) runInNewContext(code, { self: { __next_f: pushed } });
    else if (code !== "") values.add(`${attributes} ${code}`);
  }
  for (const [kind, data] of pushed) if (kind !== 1) addValues(values, data);
  const flight = pushed.filter(([kind]) => kind === 1).map(([, data]) => data);
  for (const row of rowsOf(flight.join(""))) addValues(values, row);
  return { html: html.replaceAll(nonce, "").replaceAll(scripts, ""), values: [...values].sort() };
}

/** Flight format: `id:T<bytes>,text`, or `id:`, optional letters, and JSON to the end of line. */
function rowsOf(flight: string): unknown[] {
  const rows: unknown[] = [];
  let rest = Buffer.from(flight);
  while (rest.length > 0) {
    const [head, bytes] = /^[\da-f]*:(?:T([\da-f]+),|[A-Z]*)/.exec(rest.toString("latin1", 0, 40)) ?? [];
    if (head === undefined) throw new Error(`No row of React's: ${rest.toString("utf8", 0, 80)}`);
    const end = bytes ? head.length + Number.parseInt(bytes, 16) : rest.indexOf("\n");
    const text = rest.toString("utf8", head.length, end);
    rows.push(bytes || text === "" ? text : JSON.parse(text)); // a letter alone begins or ends a list
    rest = rest.subarray(bytes ? end : end + 1);
  }
  return rows;
}

/** `$` with a row number refers to that row. */
const reference = /^\$[@LFQWKZh]?[\da-f]+(?::.*)?$/;

function addValues(values: Set<string>, value: unknown) {
  if (typeof value === "string" && reference.test(value)) return;
  if (typeof value !== "object" || value === null) return void values.add(JSON.stringify(value) ?? "");
  for (const inner of Object.values(value)) addValues(values, inner);
}
