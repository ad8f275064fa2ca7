import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import Negotiator from "negotiator";
import { memoize } from "./singleton";
import type { MaybePromise } from "./when-ready";

/** The content codings that an answer can have. */
export type ContentCoding = "br" | "gzip";

const asBrotli = promisify(brotliCompress);
const asGzip = promisify(gzip);

/** Bytes that are sent again and again, with their strong entity tag (RFC 9110, section 8.8.3). */
export class ReadyBytes {
  readonly body: Buffer;
  readonly etag: string;
  readonly #quality: number;
  readonly #encoded = new Map<ContentCoding, MaybePromise<Buffer>>();

  /** @param quality Brotli's: its best takes ten times as long as the next for a tenth of the bytes */
  constructor(body: Buffer, quality = constants.BROTLI_MAX_QUALITY) {
    this.body = body;
    this.etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
    this.#quality = quality;
  }

  /** The body in a content coding, compressed once. */
  encoded(coding: ContentCoding): MaybePromise<Buffer> {
    const known = this.#encoded.get(coding);
    if (known) return known;

    const encoding =
      coding === "gzip"
        ? asGzip(this.body)
        : asBrotli(this.body, { params: { [constants.BROTLI_PARAM_QUALITY]: this.#quality } });
    this.#encoded.set(coding, encoding);
    encoding.then(
      (encoded) => this.#encoded.set(coding, encoded),
      () => this.#encoded.delete(coding),
    );
    return encoding;
  }

  /** The coding in which whoever accepts these gets it; undefined for the bytes as they stand. */
  chooseCoding(accepted: string | undefined): ContentCoding | undefined {
    return accepted && this.body.length >= WORTH_COMPRESSING ? negotiated(accepted) : undefined;
  }

  /** The tag of these bytes in a coding. */
  tagOf(coding: ContentCoding | undefined): string {
    return coding ? `${this.etag.slice(0, -1)}-${coding}"` : this.etag;
  }

  /** Whether an `If-None-Match` has them, by weak comparison: a coding's suffix is no part of what the caller knows. */
  isMatched(ifNoneMatch: string | undefined): boolean {
    if (!ifNoneMatch) return false;
    if (ifNoneMatch.trim() === "*") return true;
    const tags = ifNoneMatch.match(/"[^"]*"/g) ?? [];
    return tags.some((tag) => tag.replace(/-(?:br|gzip)"$/, '"') === this.etag);
  }
}

/** A successful answer of the API as ready bytes. */
export class Representation extends ReadyBytes {
  /** For everybody, without a key. */
  readonly open: boolean;

  /** @param data what goes into the envelope's `data` (section 1); as `open` it stands alone */
  constructor(data: unknown, { open = false } = {}) {
    super(Buffer.from(JSON.stringify(open ? data : { status: "success", data })));
    this.open = open;
  }
}

const WORTH_COMPRESSING = 1024;

const negotiated = memoize(100, (accepted): ContentCoding | undefined => {
  const codings = new Negotiator({ headers: { "accept-encoding": accepted } }).encodings(["br", "gzip"]);
  return (["br", "gzip"] as const).find((known) => codings.includes(known));
});

/** How long the answer to a request with an `Idempotency-Key` is kept. */
export const IDEMPOTENCY_RETENTION_MS = 24 * 3600 * 1000;

/** The name of the advisory lock under which the one request with an `Idempotency-Key` runs. */
export const getIdempotencyLockName = (apiKeyId: number, key: string) => `idempotency ${apiKeyId} ${key}`;
