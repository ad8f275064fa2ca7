import { createHash, randomUUID } from "node:crypto";

export const POLICY = "content-security-policy";

/** Policy with a new nonce, for a page rendered for its request. */
export function createPagePolicy(): string {
  const nonce = Buffer.from(randomUUID()).toString("base64");
  const development = process.env.NODE_ENV === "development";
  return createContentSecurityPolicy(
    [`'nonce-${nonce}'`, "'strict-dynamic'", ...(development ? ["'unsafe-eval'"] : [])],
    [development ? "'unsafe-inline'" : `'nonce-${nonce}'`],
  );
}

/** Policy with the hashes of the inline scripts, for a cached page. */
export const createHashedPolicy = (html: string): string =>
  createContentSecurityPolicy(listScriptHashes(html), []);

const listScriptHashes = (html: string): string[] => [
  ...new Set(
    [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>(.+?)<\/script>/gs)].map(
      ([, text = ""]) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`,
    ),
  ),
];

/** @param scripts, styles sources that are allowed besides our own files */
function createContentSecurityPolicy(scripts: string[], styles: string[]): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scripts].join(" "),
    ["style-src 'self'", ...styles].join(" "),
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
