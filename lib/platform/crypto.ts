import { createCipheriv, createDecipheriv, createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { env } from "./env";
import { singleton } from "./singleton";

const KEY_BYTES = 32;
const ID_BYTES = 4;
const IV_BYTES = 12;

type Key = { id: Buffer; secret: Buffer };

/**
 * Encrypts text with AES-256-GCM under the first key. The result names its key, so that others can
 * follow: key id (4 bytes), iv (12), tag (16), ciphertext.
 *
 * @param context what the text belongs to; it opens only together with the same
 */
export function encrypt(text: string, context: Uint8Array, keys: Key[] = getKeys()): Buffer {
  const key = keys[0] as Key;
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key.secret, iv).setAAD(context);
  const ciphertext = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([key.id, iv, cipher.getAuthTag(), ciphertext]);
}

const TAG_BYTES = 16;

/** The text that was sealed; undefined when it was tampered with, moved, or its key is gone. */
export function decrypt(
  sealed: Uint8Array,
  context: Uint8Array,
  keys: Key[] = getKeys(),
): string | undefined {
  const bytes = Buffer.from(sealed);
  const key = keys.find(({ id }) => id.equals(bytes.subarray(0, ID_BYTES)));
  if (!key || bytes.length < ID_BYTES + IV_BYTES + TAG_BYTES) return;

  const [iv, tag, ciphertext] = [
    bytes.subarray(ID_BYTES, ID_BYTES + IV_BYTES),
    bytes.subarray(ID_BYTES + IV_BYTES, ID_BYTES + IV_BYTES + TAG_BYTES),
    bytes.subarray(ID_BYTES + IV_BYTES + TAG_BYTES),
  ];
  try {
    const decipher = createDecipheriv("aes-256-gcm", key.secret, iv).setAAD(context).setAuthTag(tag);
    return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString("utf8");
  } catch {
    return;
  }
}

/** Whether it was sealed under the key that seals now. */
export const usesCurrentKey = (sealed: Uint8Array, keys: Key[] = getKeys()): boolean =>
  Boolean(keys[0]?.id.equals(Buffer.from(sealed).subarray(0, ID_BYTES)));

/**
 * Keys from a list of 32 random bytes each, in base64 or base64url, separated by commas: the first
 * encrypts, all decrypt. Rotation puts a new one in front; the old one can go after 72 hours.
 *
 * @throws Error that says which key has the wrong length, never what it is
 */
export function parseKeys(list: string): Key[] {
  const keys = list.split(",").map((text, at) => {
    const secret = Buffer.from(text.trim(), "base64");
    if (secret.length !== KEY_BYTES) {
      throw new Error(
        `DRAFT_KEYS: key ${at + 1} must be 32 bytes in base64. Make one with: openssl rand -base64 32`,
      );
    }
    return { secret, id: createHash("sha256").update(secret).digest().subarray(0, ID_BYTES) };
  });
  return keys;
}

/** The ids of the keys that are known here, in hex: what begins each draft that they open. */
export const listKeyIds = (): string[] => getKeys().map(({ id }) => id.toString("hex"));

/** A secret of 256 random bits that fits into a URL and a cookie. */
export function createToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Whether a text could be one of `createToken`'s; anything else need not be looked up. */
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

const file = () => path.join(env.DATA_DIR, "mailbox-token");

/** What opens the mailbox, made where there is none yet; without its file nobody enters any more, and the next start makes another. */
export function ensureMailboxToken(): string {
  mkdirSync(env.DATA_DIR, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(file(), createToken(), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readFileSync(file(), "utf8").trim();
}

/** Whether a text is what opens the mailbox; nothing is while there is no file. */
export function isMailboxToken(text: string | null | undefined): boolean {
  if (!text) return false;
  try {
    return timingSafeEqual(hashToken(text), hashToken(readFileSync(file(), "utf8").trim()));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}

/** `DRAFT_KEYS`, else a key of its own that the service keeps in `DATA_DIR`. */
const getKeys = () => singleton("draft keys", () => parseKeys(env.DRAFT_KEYS ?? readOrCreateKey()));

function readOrCreateKey(): string {
  const file = path.join(env.DATA_DIR, "draft-keys");
  mkdirSync(env.DATA_DIR, { recursive: true });
  try {
    writeFileSync(file, randomBytes(KEY_BYTES).toString("base64"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as { code?: string }).code !== "EEXIST") throw error;
  }
  return readFileSync(file, "utf8");
}
