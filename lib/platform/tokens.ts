import { createHash, randomBytes } from "node:crypto";

/** A secret of 256 random bits that fits into a URL and a cookie. */
export function createToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Whether a text could be one of `newToken`'s; anything else need not be looked up. */
export function isToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** The SHA-256 of a token: all that is ever stored of it. Looked up by, so no comparison leaks time. */
export function hashToken(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash("sha256").update(token).digest());
}

/** The hash by which whoever shows a token is found; undefined for what cannot be one, which need not be looked up. */
export const hashIfToken = (text: string | undefined): Uint8Array<ArrayBuffer> | undefined =>
  text !== undefined && isToken(text) ? hashToken(text) : undefined;
