import type { IncomingMessage } from "node:http";

/** A name or an address, and perhaps a port (RFC 9112, section 3.2). */
const HOST = /^(?:[\w.~%-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** Exactly one `Host`, as every request needs since HTTP/1.1: of two, each proxy believes another one. */
export function hasSingleHost({ rawHeaders, headers }: IncomingMessage): boolean {
  return HOST.test(headers.host ?? "") && countOf("host", rawHeaders) === 1;
}

/** HTTP/1.0, which some monitors speak, knows no `Host`; what it asks without one names no host of ours. */
export function isHealthRequestAllowed(incoming: IncomingMessage): boolean {
  return hasSingleHost(incoming) || (incoming.httpVersion === "1.0" && incoming.headers.host === undefined);
}

function countOf(name: string, rawHeaders: string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const header = rawHeaders[at] as string;
    if (header.length === name.length && header.toLowerCase() === name) count++;
  }
  return count;
}
