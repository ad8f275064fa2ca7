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
 * Encrypts text with AES-256-GCM under the first key. The result names its key, so that keys can be rotated:
 * key id (4 bytes), iv (12), tag (16), ciphertext.
 * @param context additional authenticated data; `decrypt` needs the same
 */
export function encrypt(text: string, context: Uint8Array, keys: Key[] = getKeys()): Buffer {
  const key = keys[0] as Key;
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key.secret, iv).setAAD(context);
  const ciphertext = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([key.id, iv, cipher.getAuthTag(), ciphertext]);
}

const TAG_BYTES = 16;

/** Decrypts the result of `encrypt`; undefined when it was changed, has another context, or its key is unknown. */
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

/** Whether a ciphertext was encrypted with the current (first) key. */
export const usesCurrentKey = (sealed: Uint8Array, keys: Key[] = getKeys()): boolean =>
  Boolean(keys[0]?.id.equals(Buffer.from(sealed).subarray(0, ID_BYTES)));

/**
 * Parses a list of keys of 32 random bytes each, in base64 or base64url, separated by commas: the first
 * encrypts, all decrypt. To rotate, put a new key in front; remove the old one after 72 hours.
 * @throws Error with the position of a key of the wrong length, never the key itself
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

/** The ids of all known keys, in hex. A draft begins with the id of the key that encrypted it. */
export const listKeyIds = (): string[] => getKeys().map(({ id }) => id.toString("hex"));

/** A random secret of 256 bits that fits into a URL and a cookie. */
export function createToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Whether a text has the format of a token from `createToken`; anything else needs no query. */
export function isToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** The SHA-256 of a token. Only this hash is stored; queries look it up, so no comparison leaks time. */
export function hashToken(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash("sha256").update(token).digest());
}

export const hashIfToken = (text: string | undefined): Uint8Array<ArrayBuffer> | undefined =>
  text !== undefined && isToken(text) ? hashToken(text) : undefined;

const MAILBOX_TOKEN = "mailbox-token";

/** Reads the token of the mailbox from its file, or creates it. Deleting the file revokes access until the next start. */
export const ensureMailboxToken = (): string => readOrCreateFile(MAILBOX_TOKEN, createToken());

/** Whether a text is the mailbox token; false while there is no token file. */
export function isMailboxToken(text: string | null | undefined): boolean {
  if (!text) return false;
  try {
    return timingSafeEqual(
      hashToken(text),
      hashToken(readFileSync(path.join(env.DATA_DIR, MAILBOX_TOKEN), "utf8").trim()),
    );
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}

/** The keys of `DRAFT_KEYS`, else one key that the service creates in `DATA_DIR`. */
const getKeys = () =>
  singleton("draft keys", () =>
    parseKeys(env.DRAFT_KEYS ?? readOrCreateFile("draft-keys", randomBytes(KEY_BYTES).toString("base64"))),
  );

/** Reads a secret from its file in `DATA_DIR`; without one creates it with this text. */
function readOrCreateFile(name: string, text: string): string {
  const file = path.join(env.DATA_DIR, name);
  mkdirSync(env.DATA_DIR, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(file, text, { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readFileSync(file, "utf8").trim();
}
