import { createHash, randomUUID } from "node:crypto";

export const POLICY = "content-security-policy";

/** For a page that is rendered for its request: with a nonce of its own. */
export function createPagePolicy(): string {
  const nonce = Buffer.from(randomUUID()).toString("base64");
  const development = process.env.NODE_ENV === "development";
  return createContentSecurityPolicy(
    [`'nonce-${nonce}'`, "'strict-dynamic'", ...(development ? ["'unsafe-eval'"] : [])],
    [development ? "'unsafe-inline'" : `'nonce-${nonce}'`],
  );
}

/** For a page whose bytes stay the same: with its inline scripts by their hashes. */
export const createHashedPolicy = (html: string): string =>
  createContentSecurityPolicy(listScriptHashes(html), []);

const listScriptHashes = (html: string): string[] => [
  ...new Set(
    [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>(.+?)<\/script>/gs)].map(
      ([, text = ""]) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`,
    ),
  ),
];

/** @param scripts, styles what may run and be applied beside files of ours */
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
