import { createCipheriv, createDecipheriv, createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { env } from "./env";
import { singleton } from "./singleton";

const KEY_BYTES = 32;
const ID_BYTES = 4;
const IV_BYTES = 12;

type Key = { id: Buffer; secret: Buffer };
type Bytes = Uint8Array<ArrayBuffer>;
type Context = string | Uint8Array;

/**
 * Encrypts text with AES-256-GCM under the first key: key id (4 bytes), iv (12), tag (16), ciphertext.
 * @param context additional authenticated data; `decrypt` needs the same
 */
export function encrypt(text: string, context: Context, keys: Key[] = getKeys()): Buffer<ArrayBuffer> {
  const key = keys[0] as Key;
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key.secret, iv).setAAD(Buffer.from(context));
  const ciphertext = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([key.id, iv, cipher.getAuthTag(), ciphertext]);
}

const TAG_BYTES = 16;

/** Decrypts the result of `encrypt`; undefined when it was changed, has another context, or its key is unknown. */
export function decrypt(
  encrypted: Uint8Array,
  context: Context,
  keys: Key[] = getKeys(),
): string | undefined {
  const bytes = Buffer.from(encrypted);
  const key = keys.find(({ id }) => id.equals(bytes.subarray(0, ID_BYTES)));
  if (!key || bytes.length < ID_BYTES + IV_BYTES + TAG_BYTES) return;

  const [iv, tag, ciphertext] = [
    bytes.subarray(ID_BYTES, ID_BYTES + IV_BYTES),
    bytes.subarray(ID_BYTES + IV_BYTES, ID_BYTES + IV_BYTES + TAG_BYTES),
    bytes.subarray(ID_BYTES + IV_BYTES + TAG_BYTES),
  ];
  try {
    const decipher = createDecipheriv("aes-256-gcm", key.secret, iv)
      .setAAD(Buffer.from(context))
      .setAuthTag(tag);
    return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString("utf8");
  } catch {
    return;
  }
}

/** Like `encrypt`, for a secret of bytes. */
export const encryptSecret = (secret: Uint8Array, context: string): Bytes =>
  encrypt(Buffer.from(secret).toString("base64"), context);

/** Decrypts the result of `encryptSecret`; undefined when its key is unknown. */
export function decryptSecret(encrypted: Uint8Array, context: string): Bytes | undefined {
  const text = decrypt(encrypted, context);
  return text === undefined ? undefined : new Uint8Array(Buffer.from(text, "base64"));
}

/** Encrypts with the first key, so that an old one can be removed; undefined when that is done, or the old key is unknown. */
export function reencrypt(encrypted: Uint8Array | null, context: string): Bytes | undefined {
  if (!encrypted || getKeys()[0]?.id.equals(Buffer.from(encrypted).subarray(0, ID_BYTES))) return;
  const text = decrypt(encrypted, context);
  return text === undefined ? undefined : encrypt(text, context);
}

/**
 * Keys of 32 random bytes in base64, separated by commas: the first encrypts, all decrypt.
 * @throws Error with the position of a wrong key, never the key
 */
export function parseKeys(list: string): Key[] {
  const keys = list.split(",").map((text, index) => {
    const secret = Buffer.from(text.trim(), "base64");
    if (secret.length !== KEY_BYTES) {
      throw new Error(
        `DRAFT_KEYS: key ${index + 1} must be 32 bytes in base64. Make one with: openssl rand -base64 32`,
      );
    }
    return { secret, id: createHash("sha256").update(secret).digest().subarray(0, ID_BYTES) };
  });
  return keys;
}

/** In hex. A draft begins with the id of the key that encrypted it. */
export const listKeyIds = (): string[] => getKeys().map(({ id }) => id.toString("hex"));

/** A random secret of 256 bits that fits into a URL and a cookie. */
export function createToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Anything else needs no query. */
export function isToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** The SHA-256 of a token. Only this hash is stored; queries look it up, so no comparison leaks time. */
export function hashToken(token: string): Bytes {
  return new Uint8Array(createHash("sha256").update(token).digest());
}

export const hashIfToken = (text: string | undefined): Bytes | undefined =>
  text !== undefined && isToken(text) ? hashToken(text) : undefined;

const MAILBOX_TOKEN = "mailbox-token";

/** Deleting the file revokes access until the next start. */
export const ensureMailboxToken = (): string => readOrCreateFile(MAILBOX_TOKEN, createToken());

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
